import type { UserId } from '../../../base/ids.ts'
import { limits } from '../../../base/limits.ts'
import { money } from '../../../base/money.ts'
import { isRefusal, Refusal, refuse } from '../../../base/refusal.ts'
import type { Tx } from '../../../database/database.ts'
import { openReached, reachHolds } from '../../../ledger/hold.ts'
import { balanceKey } from '../../../ledger/post.rules.ts'
import type { Reached } from '../../../ledger/post.ts'
import type { Pair } from '../../../reference/pairs.sql.ts'
import { findPrices, type Price } from '../../../reference/prices.sql.ts'
import { orderHold } from '../executions/fill.rules.ts'
import type { TradingTerms } from '../trading-terms.ts'
import { paidAsset } from './order.rules.ts'
import { type Held, holdTrading } from './order-standing.sql.ts'
import { insertOrders, type NewOrder } from './orders.sql.ts'
import { judgeTerms, readTerms, type Wanted } from './read-terms.ts'
import { findPlacedWithin, sameOrder } from './same-orders.sql.ts'

/** An order as its user wants it, under the number that it will have. */
export type AskedOrder = Readonly<{
  orderNo: string
  user: UserId
  wanted: Wanted
  /** null: there is none of that name. */
  pair: Pair | null
  trading: TradingTerms
  requestKey: Buffer | null
}>

/** The order as it is stored, or the first reason against it. */
export type TakenOn = NewOrder | Refusal

const isOrder = (one: TakenOn): one is NewOrder => !isRefusal(one)

const bounds = limits.trading

/**
 * Takes orders on in one transaction: each passes every check, has its money frozen and is stored,
 * or is refused and leaves nothing. The pair stays traded and the user fit until it is over.
 */
export async function takeOnOrders(
  tx: Tx,
  asked: readonly AskedOrder[],
): Promise<readonly TakenOn[]> {
  const facts = await holdFacts(tx, asked)
  const judged = asked.map((one) => judgedOrder(one, facts))
  const meant = await refuseRepeats(tx, asked, judged)
  return freeze(tx, facts.reached, refuseBeyond(asked, meant, facts))
}

/** What orders are judged by, as it stays until the transaction ends; prices may go on. */
type Facts = Readonly<{
  held: Held
  prices: ReadonlyMap<string, Price>
  reached: Reached
}>

async function holdFacts(tx: Tx, asked: readonly AskedOrder[]): Promise<Facts> {
  const traded = asked.flatMap(({ pair, ...one }) => (pair === null ? [] : [{ ...one, pair }]))
  const [held, prices, reached] = await Promise.all([
    holdTrading(tx, {
      pairIds: [...new Set(traded.map(({ pair }) => pair.id))],
      users: [...new Set(asked.map(({ user }) => user))],
      mostOpen: Math.max(...asked.map(({ trading }) => trading.mostOpen)),
    }),
    findPrices(tx, [...new Set(traded.map(({ pair }) => pair.txPair))]),
    reachHolds(
      tx,
      traded.map(({ user, pair, wanted: { side } }) => ({
        user,
        assetId: paidAsset({ side, pair }).id,
      })),
    ),
  ])
  return { held, prices, reached }
}

/** The checks in the order of the interface's rules. */
function judgedOrder(asked: AskedOrder, facts: Facts): TakenOn {
  try {
    assertFit(asked, facts)
    return soundOrder(asked, facts)
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}

function assertFit({ user }: AskedOrder, { held }: Facts): void {
  const state = held.traders.get(user)?.state
  if (state === 'suspended') refuse('auth.account_suspended')
  if (state !== 'fit') refuse('api.identity_verification_are_required')
}

function soundOrder(
  { orderNo, user, wanted, pair, trading, requestKey }: AskedOrder,
  { held, prices, reached }: Facts,
): NewOrder {
  if (pair === null || !held.activePairs.has(pair.id)) {
    return refuse('api.trading_pair_does_not_exist')
  }
  const terms = readTerms(pair, wanted)
  const paid = paidAsset({ side: terms.side, pair })
  const price = prices.get(pair.txPair)
  const frozen = judgeTerms({
    pair,
    terms,
    market: price !== undefined && price.ageMs <= trading.maxAgeMs ? price : null,
    bufferPpm: trading.bufferPpm,
    available: money(paid, reached.balances.get(balanceKey(user, paid.id))?.available ?? 0n),
  })
  const { buyFee, sellFee } = pair.category
  return {
    ...terms,
    orderNo,
    user,
    pair,
    fee: terms.side === 'BUY' ? buyFee : sellFee,
    held: frozen.units,
    requestKey,
  }
}

/** Orders that are asked for a second time sooner than that is meant. */
async function refuseRepeats(
  tx: Tx,
  asked: readonly AskedOrder[],
  judged: readonly TakenOn[],
): Promise<readonly TakenOn[]> {
  const secondsOf = (at: number) => asked[at]?.trading.repeatSeconds ?? 0
  const guarded = judged.flatMap((order, at) =>
    isRefusal(order) || secondsOf(at) === 0 ? [] : [{ order, repeatSeconds: secondsOf(at) }],
  )
  if (guarded.length === 0) return judged
  const seen = new Set(await findPlacedWithin(tx, guarded))
  return judged.map((order, at) => {
    if (isRefusal(order) || secondsOf(at) === 0) return order
    const name = sameOrder(order)
    if (!seen.has(name)) {
      seen.add(name)
      return order
    }
    return new Refusal('api.try_again_later', { retryAfterSeconds: secondsOf(at) })
  })
}

/**
 * Of several orders of one user the first are taken, as far as their money and the number of open
 * orders go. What is refused takes up neither.
 */
function refuseBeyond(
  asked: readonly AskedOrder[],
  judged: readonly TakenOn[],
  { held, reached }: Facts,
): readonly TakenOn[] {
  const open = new Map<UserId, number>()
  const spent = new Map<string, bigint>()
  return judged.map((order, at) => {
    if (isRefusal(order)) return order
    const { user } = order
    const balance = balanceKey(user, paidAsset(order).id)
    const units = (spent.get(balance) ?? 0n) + order.held
    if (units > (reached.balances.get(balance)?.available ?? 0n)) {
      return new Refusal('api.order_insufficient_funds')
    }
    const others = open.get(user) ?? held.traders.get(user)?.openOrders ?? 0
    if (others >= (asked[at]?.trading.mostOpen ?? 0)) {
      return new Refusal('api.too_many_open_orders')
    }
    spent.set(balance, units)
    open.set(user, others + 1)
    return order
  })
}

/** Freezes the money of orders that it covers, and stores them. */
function freeze(tx: Tx, reached: Reached, judged: readonly TakenOn[]): readonly TakenOn[] {
  const orders = judged.filter(isOrder)
  const held = openReached(
    tx,
    reached,
    orders.map((order) => ({
      owner: orderHold(order.orderNo),
      user: order.user,
      amount: money(paidAsset(order), order.held),
    })),
  )
  const short = orders.find((_, at) => held[at] !== 'posted')
  if (short !== undefined) throw new Error(`the money of ${short.orderNo} can not be frozen`)
  insertOrders(tx, orders, bounds)
  return judged
}
