import { isRefusal, Refusal, refuse } from '../../../base/refusal.ts'
import type { OrderNo, UserId } from '../../../base/values/ids.ts'
import { money } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { recordFacts } from '../../../core/facts/record-facts.ts'
import { lockBalances, openHoldsFrom } from '../../../core/ledger/hold.ts'
import { balanceKey } from '../../../core/ledger/post.rules.ts'
import type { LedgerLock } from '../../../core/ledger/post.ts'
import type { Pair } from '../../../core/reference/pairs.sql.ts'
import { findPrices, type Price } from '../../../core/reference/prices.sql.ts'
import type { OpenOrderCaps } from '../../../providers/venue/open-order-caps.ts'
import type { VenueDepth } from '../../../providers/venue/venue-objects.ts'
import { orderHold } from '../executions/fill.rules.ts'
import { paidAsset } from '../order-model/order.rules.ts'
import { orderFact } from '../order-model/order-facts.rules.ts'
import { insertOrders, type NewOrder } from '../order-model/orders.sql.ts'
import { findPlacedWithin, sameOrder } from '../order-model/same-orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'
import type { TradingTerms } from '../trading-terms.ts'
import { beyondBounds, newTally, type OrderRate, rateOf, type Tally } from './order-rate.rules.ts'
import { judgeTerms, type OrderInput, readOrderTerms } from './read-terms.ts'
import { lockTrading, type TradingLock } from './trading-eligibility.sql.ts'

/** A requested order, with the order number it will get. */
export type AskedOrder = Readonly<{
  orderNo: OrderNo
  user: UserId
  wanted: OrderInput
  /** Null: there is no such pair. */
  pair: Pair | null
  trading: TradingTerms
  /** The venue's order book, for a market order; null if the venue did not report it. */
  depth: VenueDepth | null
  requestKey: Buffer | null
  openCaps: OpenOrderCaps
  /** Whether the venue takes orders of the pair, as far as we know. */
  isTraded: boolean
}>

/** The stored order, or the first refusal. */
export type OrderAcceptance = Readonly<{
  order: NewOrder | Refusal
  /** The user's rate after it; null if nothing was counted. */
  rate: OrderRate | null
}>

type JudgedOrder = NewOrder | Refusal

const isOrder = (one: JudgedOrder): one is NewOrder => !isRefusal(one)

/**
 * Stores orders in one transaction: each passes every check and has its money held, or is refused
 * and leaves nothing. The locks keep pairs active and users eligible until the commit.
 */
export async function acceptOrders(
  tx: Tx,
  asked: readonly AskedOrder[],
): Promise<readonly OrderAcceptance[]> {
  const facts = await lockFacts(tx, asked)
  const judged = asked.map((one) => judgedOrder(one, facts))
  const meant = await refuseRepeats(tx, asked, judged)
  const { orders, rates } = refuseBeyond(asked, meant, facts)
  freeze(tx, facts.ledgerLock, orders)
  return orders.map((order, at) => ({ order, rate: rates[at] ?? null }))
}

/** What the checks need, read under locks that last until the commit. */
type Facts = Readonly<{
  tradingLock: TradingLock
  prices: ReadonlyMap<string, Price>
  ledgerLock: LedgerLock
}>

async function lockFacts(tx: Tx, asked: readonly AskedOrder[]): Promise<Facts> {
  const traded = asked.flatMap(({ pair, ...one }) => (pair === null ? [] : [{ ...one, pair }]))
  const [tradingLock, prices, ledgerLock] = await Promise.all([
    lockTrading(tx, {
      pairIds: [...new Set(traded.map(({ pair }) => pair.id))],
      users: [...new Set(asked.map(({ user }) => user))],
      mostOpen: Math.max(...asked.map(({ trading }) => trading.mostOpen)),
      mostInTenSeconds: Math.max(...asked.map(({ trading }) => trading.ordersIn10Seconds)),
    }),
    findPrices(tx, [...new Set(traded.map(({ pair }) => pair.txPair))]),
    lockBalances(
      tx,
      traded.map(({ user, pair, wanted: { side } }) => ({
        user,
        assetId: paidAsset({ side, pair }).id,
      })),
    ),
  ])
  return { tradingLock, prices, ledgerLock }
}

/** Runs the checks in the order of the interface's rules. */
function judgedOrder(asked: AskedOrder, facts: Facts): JudgedOrder {
  try {
    assertEligible(asked, facts)
    return checkOrder(asked, facts)
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}

function assertEligible({ user }: AskedOrder, { tradingLock }: Facts): void {
  const state = tradingLock.traders.get(user)?.state
  if (state === 'suspended') refuse('auth.account_suspended')
  if (state === 'uncertified') refuse('api.tax_certification_required')
  if (state !== 'fit') refuse('api.identity_verification_are_required')
}

function checkOrder(
  { orderNo, user, wanted, pair, trading, depth, requestKey, isTraded }: AskedOrder,
  { tradingLock, prices, ledgerLock }: Facts,
): NewOrder {
  const open = pair === null ? undefined : tradingLock.openPairs.get(pair.id)
  if (pair === null || open === undefined) return refuse('api.trading_pair_does_not_exist')
  if (!open[wanted.side] || !isTraded) return refuse('api.trading_side_is_closed')
  const terms = readOrderTerms(pair, wanted)
  const paid = paidAsset({ side: terms.side, pair })
  const price = prices.get(pair.txPair)
  const { held, limit } = judgeTerms({
    pair,
    terms,
    market: price !== undefined && price.ageMs <= trading.maxAgeMs ? price : null,
    depth,
    reach: trading,
    available: money(paid, ledgerLock.balances.get(balanceKey(user, paid.id))?.available ?? 0n),
  })
  const { buyFee, sellFee } = pair.category
  return {
    ...terms,
    orderNo,
    user,
    pair,
    limit,
    fee: terms.side === 'BUY' ? buyFee : sellFee,
    held: held.units,
    dayCount: 0,
    requestKey,
  }
}

/** Refuses orders that repeat one of the same terms within the repeat guard's time. */
async function refuseRepeats(
  tx: Tx,
  asked: readonly AskedOrder[],
  judged: readonly JudgedOrder[],
): Promise<readonly JudgedOrder[]> {
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
 * Accepts a user's orders one after another within their balance, open orders and rate. Refused
 * orders use none of these.
 */
function refuseBeyond(
  asked: readonly AskedOrder[],
  judged: readonly JudgedOrder[],
  { tradingLock, ledgerLock }: Facts,
): Readonly<{ orders: readonly JudgedOrder[]; rates: readonly (OrderRate | null)[] }> {
  const tallies = new Map<UserId, Tally>()
  const spent = new Map<string, bigint>()
  const rates: (OrderRate | null)[] = []
  const orders = asked.map(({ user, trading, openCaps }, at) => {
    const order = judged[at]
    const trader = tradingLock.traders.get(user)
    const tally = tallies.get(user) ?? newTally()
    tallies.set(user, tally)
    const stays = (): OrderRate | null =>
      trader === undefined ? null : rateOf(trader, tally, trading)
    if (order === undefined || isRefusal(order)) {
      rates.push(stays())
      return order ?? new Refusal('api.server_error')
    }
    const balance = balanceKey(user, paidAsset(order).id)
    const units = (spent.get(balance) ?? 0n) + order.held
    const refused =
      units > (ledgerLock.balances.get(balance)?.available ?? 0n)
        ? new Refusal('api.order_insufficient_funds')
        : beyondBounds(order, { tally, trader, trading, openCaps })
    if (refused === null) {
      spent.set(balance, units)
      tally.taken += 1
      const pair = order.pair.id.toString()
      tally.inPair.set(pair, (tally.inPair.get(pair) ?? 0) + 1)
    }
    rates.push(stays())
    return refused ?? { ...order, dayCount: (trader?.placed.today ?? 0) + tally.taken }
  })
  return { orders, rates }
}

/** Holds the money of the accepted orders, and stores them. */
function freeze(tx: Tx, ledgerLock: LedgerLock, judged: readonly JudgedOrder[]): void {
  const orders = judged.filter(isOrder)
  const held = openHoldsFrom(
    tx,
    ledgerLock,
    orders.map((order) => ({
      owner: orderHold(order.orderNo),
      user: order.user,
      amount: money(paidAsset(order), order.held),
    })),
  )
  const short = orders.find((_, at) => held[at] !== 'posted')
  if (short !== undefined) throw new Error(`the money of ${short.orderNo} cannot be frozen`)
  insertOrders(tx, orders, tradingLimits)
  recordFacts(tx, () => orders.map((order) => orderFact(order, 'CREATE')))
}
