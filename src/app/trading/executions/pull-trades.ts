import { type OrderNo, orderNo, type PairId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import { asLeader, type Term } from '../../../core/database/cluster/leader.ts'
import { isTransient, type Tx } from '../../../core/database/database.ts'
import { batched } from '../../../core/database/driver/batched.ts'
import { listPairs, type Pair } from '../../../core/reference/pairs.sql.ts'
import { isUnknownOrder } from '../../../providers/venue/venue-errors.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import type { VenueTrade } from '../../../providers/venue/venue-objects.ts'
import { findOrderNos } from '../order-model/order-changes.sql.ts'
import { tradingLimits } from '../trading-limits.ts'

import { compareOpenOrders } from './compare-open-orders.ts'
import type { OrderReport } from './order-report.rules.ts'
import { after, tradeOf } from './query-venue.ts'
import { settleOrders } from './settle-orders.ts'
import { readVenuePull, writeVenuePull } from './venue-pulls.sql.ts'

type PullContext = Pick<Context, 'db' | 'leadership' | 'venue'>

/** The pairs to read; null: all, with their open orders. */
type Pulled = readonly PairId[] | null

const pull = batched(
  async (ctx: PullContext, calls: readonly Pulled[]) => {
    const some = calls.flatMap((ids) => ids ?? [])
    const read = await pullAll(ctx, calls.includes(null) ? null : new Set(some))
    return calls.map(() => read)
  },
  { lanes: 1, failsAll: () => true },
)

/**
 * Reads the venue's own lists pair by pair, so that a lost event loses no trade: the trades since
 * the last read, and the open orders. Calls during a read share the next one. Returns the number of
 * trades read.
 */
export const pullTrades = (ctx: PullContext): Promise<number> => pull(ctx, null)

/** Reads only the trades of these pairs since the last read. */
export const pullTradesOf = (ctx: PullContext, pairIds: readonly PairId[]): Promise<number> =>
  pull(ctx, pairIds)

/** @transactions each page of trades commits before the venue is asked for the next one. */
async function pullAll(ctx: PullContext, only: ReadonlySet<PairId> | null): Promise<number> {
  const leader = ctx.leadership.current()
  if (leader === null) return 0
  let read = 0
  const failed: unknown[] = []
  const note = (error: unknown): number => {
    if (isTransient(error)) throw error
    failed.push(error)
    return 0
  }
  for (const pair of await listPairs(ctx.db.read)) {
    if (only !== null && !only.has(pair.id)) continue
    read += await pullPair(ctx, leader, pair).catch(note)
    if (only === null) await compareOpenOrders(ctx, leader, pair).catch(note)
  }
  // A pair that fails does not block the others, but the failure is reported.
  if (failed.length > 0) throw failed[0]
  return read
}

async function pullPair(ctx: PullContext, leader: Term, pair: Pair): Promise<number> {
  const limit = venueLimits.listItems
  let since = await readVenuePull(ctx.db, pair.id)
  if (since === null) return begin(ctx, leader, pair)
  let read = 0
  const failed: unknown[] = []
  for (let page = 0; page < tradingLimits.pullPages; page += 1) {
    const fromId = after(since)
    const answer = await ctx.venue.trades({ symbol: pair.venueSymbol, fromId, limit })
    if (answer.kind !== 'accepted') break
    const known = await untilUnknown(ctx, pair, answer.value)
    const last = known.trades.at(-1)
    if (last === undefined) break
    // A full page may lack the other side of its last trade, so that one is read again.
    const isFull = known.trades.length === limit
    const upto = known.next === null && !isFull ? last.id : before(known.next ?? last.id)
    const moves = failed.length === 0
    try {
      await settlePage(ctx, leader, { pair, reports: known.reports, upto: moves ? upto : null })
    } catch (error) {
      if (isTransient(error)) throw error
      failed.push(error)
    }
    read += known.trades.length
    if (!isFull) break
    since = upto
  }
  // A page that fails does not block later ones, but is read again until it is settled.
  if (failed.length > 0) throw failed[0]
  return read
}

/** Starts at the newest trade: trades before this service's first read are not ours to book. */
async function begin({ db, venue }: PullContext, { epoch }: Term, pair: Pair): Promise<number> {
  const answer = await venue.trades({ symbol: pair.venueSymbol, limit: 1 })
  if (answer.kind !== 'accepted') return 0
  const newest = answer.value.at(-1)?.id ?? '0'
  await asLeader(db, epoch, async (tx) => {
    await writeVenuePull(tx, pair.id, newest)
  })
  return 0
}

type Known = Readonly<{
  trades: readonly VenueTrade[]
  reports: readonly OrderReport[]
  /** The first trade whose order cannot be looked up; null if there is none. */
  next: string | null
}>

const before = (id: string): string => (BigInt(id) - 1n).toString()

/** Returns the trades before the first one whose order cannot be looked up. */
async function untilUnknown(
  ctx: PullContext,
  pair: Pair,
  trades: readonly VenueTrade[],
): Promise<Known> {
  const ids = [...new Set(trades.map(({ orderId }) => orderId))]
  const names = new Map(await findOrderNos(ctx.db.read, pair.id, ids))
  for (const orderId of ids) {
    if (names.has(orderId)) continue
    const name = await nameOf(ctx, pair, orderId)
    if (name === null) break
    names.set(orderId, name)
  }
  const end = trades.findIndex(({ orderId }) => !names.has(orderId))
  const known = end < 0 ? trades : trades.slice(0, end)
  const byOrder = Map.groupBy(known, ({ orderId }) => orderId)
  const reports = [...byOrder].flatMap(([orderId, some]) =>
    reportOfTrades(pair, names.get(orderId) ?? unnamed, some),
  )
  return { trades: known, reports, next: trades[end]?.id ?? null }
}

/** The number of an order that the venue does not have. */
const unnamed = orderNo('')

/**
 * Returns the name that an order was placed under; `unnamed` if the venue has no such order, null
 * if the lookup must be retried.
 */
async function nameOf(
  { venue }: PullContext,
  { venueSymbol: symbol }: Pair,
  orderId: string,
): Promise<OrderNo | null> {
  const answer = await venue.findOrder({ symbol, orderId })
  if (answer.kind === 'accepted') return orderNo(answer.value.clientOrderId)
  return answer.kind === 'rejected' && isUnknownOrder(answer) ? unnamed : null
}

/** Trades do not include the state of their order. */
function reportOfTrades(
  { venueSymbol: symbol }: Pair,
  orderNo: OrderNo,
  trades: readonly VenueTrade[],
): readonly OrderReport[] {
  const [first] = trades
  if (first === undefined) return []
  return [
    {
      orderNo,
      venueOrderId: first.orderId,
      symbol,
      side: first.isBuyer ? 'BUY' : 'SELL',
      quantity: null,
      stage: 'open',
      executed: '0',
      trades: trades.map(tradeOf),
      reason: null,
      source: 'query',
    },
  ]
}

/** `upto` null: the position stays. */
type TradePage = Readonly<{ pair: Pair; reports: readonly OrderReport[]; upto: string | null }>

/**
 * Settles a page of trades. If it fails permanently, its orders are settled one by one, so that one
 * failure does not block the others; the position stays before the page.
 */
async function settlePage(
  { db }: PullContext,
  { epoch }: Term,
  { pair, reports, upto }: TradePage,
): Promise<void> {
  const settle = (some: readonly OrderReport[], besides?: (tx: Tx) => Promise<void>) =>
    asLeader(db, epoch, async (tx) => {
      await settleOrders(tx, some)
      await besides?.(tx)
    })
  try {
    await settle(reports, async (tx) => {
      if (upto !== null) await writeVenuePull(tx, pair.id, upto)
    })
  } catch (error) {
    if (isTransient(error)) throw error
    await Promise.allSettled(reports.map((report) => settle([report])))
    throw error
  }
}
