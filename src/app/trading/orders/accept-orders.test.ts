import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { makeOrderTrader } from '../../../../tests/make/order.ts'
import { pricesSeen } from '../../../../tests/make/prices.ts'
import type { Trader } from '../../../../tests/make/trader.ts'
import { sessionsWait } from '../../../../tests/make/waiting-sessions.ts'
import { isRefusal } from '../../../base/refusal.ts'
import { orderNo } from '../../../base/values/ids.ts'
import { orderHolds } from '../order-model/orders.sql.ts'
import { readTradingTerms } from '../trading-terms.ts'
import { type AskedOrder, acceptOrders, type OrderAcceptance } from './accept-orders.ts'

type Stage = Readonly<{
  tukar: Tukar
  /** Builds a trader's order with this order number. */
  ask: (number: string, trader: Trader, change?: Partial<AskedOrder['wanted']>) => AskedOrder
}>

/** Starts a service in which one user may have this many open orders. */
async function start(t: Parameters<typeof startTukar>[0], mostOpen: number): Promise<Stage> {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  await pricesSeen(ctx.db, { BTC_IDR: '1640000000' })
  const trading = { ...(await readTradingTerms(ctx)), mostOpen, maxAgeMs: 600_000 }
  const pair = trading.pairs.get('BTC_IDR') ?? null
  const usual = { side: 'BUY', type: 'LIMIT', txPair: 'BTC_IDR', volume: '0.01' } as const
  return {
    tukar,
    ask: (number, { id }, change = {}) => {
      const wanted = { ...usual, price: '1600000000', ...change }
      const openCaps = ctx.venue.openOrderCaps()
      const asked = { orderNo: orderNo(number), user: id, wanted, pair, trading, openCaps }
      return { ...asked, depth: null, requestKey: null, isTraded: true }
    },
  }
}

const outcomes = (taken: readonly OrderAcceptance[]) =>
  taken.map(({ order }) => (isRefusal(order) ? order.key : order.orderNo))

const tooMany = 'api.too_many_open_orders'
const sale = { side: 'SELL', price: '1700000000' } as const

test('orders accepted together count against each other, per user', async (t) => {
  const { tukar, ask } = await start(t, 2)
  const { db } = tukar.service.ctx
  const [one, other] = [await makeOrderTrader(tukar), await makeOrderTrader(tukar)]
  const first = [
    ask('a', one),
    ask('b', other),
    ask('c', one, sale),
    ask('d', one),
    ask('e', other),
  ]
  const taken = await db.inTransaction((tx) => acceptOrders(tx, first))
  assert.deepEqual(outcomes(taken), ['a', 'b', 'c', tooMany, 'e'])
  const more = await db.inTransaction((tx) => acceptOrders(tx, [ask('f', one), ask('g', other)]))
  assert.deepEqual(outcomes(more), [tooMany, tooMany])
  await auditsClean(db, [orderHolds])
})

test('refused orders in the same list do not count against others', async (t) => {
  const { tukar, ask } = await start(t, 4)
  const { db } = tukar.service.ctx
  const trader = await makeOrderTrader(tukar)
  // Ten bitcoin cover three of these.
  const large = { side: 'SELL', price: '1650000000', volume: '3' } as const
  const asked = [
    ask('a', trader, { volume: '0.0000001' }),
    ...['b', 'c', 'd', 'e'].map((orderNo) => ask(orderNo, trader, large)),
    ask('f', trader),
    ask('g', trader),
  ]
  const taken = await db.inTransaction((tx) => acceptOrders(tx, asked))
  const [filter, funds] = ['api.order_filter_failed', 'api.order_insufficient_funds']
  assert.deepEqual(outcomes(taken), [filter, 'b', 'c', 'd', funds, 'f', tooMany])
  await auditsClean(db, [orderHolds])
})

test('orders accepted in two concurrent transactions count against each other', async (t) => {
  const { tukar, ask } = await start(t, 1)
  const { db } = tukar.service.ctx
  const trader = await makeOrderTrader(tukar)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const first = db.inTransaction(async (tx) => {
    const taken = await acceptOrders(tx, [ask('a', trader)])
    reach()
    await released
    return taken
  })
  await reached
  // Paid with another asset, so that it does not wait for the first one's balance.
  const second = db.inTransaction((tx) => acceptOrders(tx, [ask('b', trader, sale)]))
  await Promise.race([second, waitingForLock(tukar)])
  release()
  assert.deepEqual(outcomes(await first), ['a'])
  assert.deepEqual(outcomes(await second), [tooMany])
  await auditsClean(db, [orderHolds])
})

const waitingForLock = ({ service: { ctx } }: Tukar) => sessionsWait(ctx.db)
