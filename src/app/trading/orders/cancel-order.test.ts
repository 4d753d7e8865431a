import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { ampleRates } from '../../../../tests/make/ample-venue.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import {
  fillOrder,
  makeOrderTrader,
  orderAtVenue,
  placeOrder,
  spoilPlacing,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import type { Trader } from '../../../../tests/make/trader.ts'
import { btc, oneBtc } from '../../../../tests/make/withdrawal.ts'
import { idr } from '../../../base/values/money.ts'
import { settleDueOrders } from '../executions/settle-due-orders.ts'
import { orderHolds } from '../order-model/orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'

const base = '/api/exchange/venue'

type Stage = Readonly<{ tukar: Tukar; trader: Trader }>

async function start(t: Parameters<typeof startTukar>[0]): Promise<Stage> {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  // No callbacks and no stream: the service learns only what it queries.
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'lose-callbacks' })
  await tukar.control('POST', '/venue/stream', { silent: true })
  return { tukar, trader: await makeOrderTrader(tukar) }
}

const cancel = ({ tukar, trader }: Stage, orderNo: string) =>
  tukar.call('DELETE', `${base}/order/${orderNo}`, { token: trader.token })

const lockedOf = async ({ tukar, trader }: Stage, asset = idr) =>
  (await owned(tukar.service.ctx.db, trader.id, asset)).locked

const clean = ({ tukar }: Stage) => auditsClean(tukar.service.ctx.db, [orderHolds])

const cancelFault = (fault: string) => ({
  provider: 'venue',
  fault,
  method: 'DELETE',
  path: '/api/v3/order',
  times: 1,
})

test('a cancelled order has ended at the venue, and its money is released', async (t) => {
  const stage = await start(t)
  const orderNo = await placeOrder(stage.tukar, stage.trader)
  assert.deepEqual(messageOf(await cancel(stage, orderNo)), [200, 'api.order_cancel_success'])
  assert.equal((await storedOrder(stage.tukar, orderNo)).status, 'CANCEL')
  assert.equal(await lockedOf(stage), 0n)
  const { body } = await stage.tukar.control('GET', '/state')
  assert.equal(body.venue.orders[0].status, 'CANCELED')
  assert.deepEqual(messageOf(await cancel(stage, orderNo)), [400, 'api.order_status_canceled'])
  await clean(stage)
})

test('fills from before the cancel stay filled, by any channel', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  const orderNo = await placeOrder(tukar, stage.trader, {
    side: 'SELL',
    price: '1700000000',
    volume: '0.5',
  })
  await fillOrder(tukar, orderNo, '0.2')
  assert.deepEqual(messageOf(await cancel(stage, orderNo)), [200, 'api.order_cancel_success'])
  const { status, executed } = await storedOrder(tukar, orderNo)
  assert.deepEqual([status, executed], ['CANCEL', (oneBtc / 5n).toString()])
  assert.equal(await lockedOf(stage, btc), 0n)
  const { available } = await owned(tukar.service.ctx.db, stage.trader.id, btc)
  assert.equal(available, 10n * oneBtc - oneBtc / 5n)
  await clean(stage)
})

test('an order that was filled meanwhile is completed, not cancelled', async (t) => {
  const stage = await start(t)
  const orderNo = await placeOrder(stage.tukar, stage.trader)
  await fillOrder(stage.tukar, orderNo, '0.01')
  assert.deepEqual(messageOf(await cancel(stage, orderNo)), [400, 'api.order_status_completed'])
  assert.equal((await storedOrder(stage.tukar, orderNo)).status, 'DONE')
  assert.equal(await lockedOf(stage), 0n)
  await clean(stage)
})

test('an order that is cancelled twice at once is released once', async (t) => {
  const stage = await start(t)
  const orderNo = await placeOrder(stage.tukar, stage.trader)
  const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(stage, orderNo)))
  const won = answers.filter(({ status }) => status === 200)
  const lost = answers.filter(({ body }) => body.message === 'api.order_status_canceled')
  assert.deepEqual([won.length, lost.length], [1, 7])
  assert.equal(await lockedOf(stage), 0n)
  await clean(stage)
})

test('a cancel that the venue did not confirm is retried until it does', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  for (const fault of ['error-500', 'drop-response']) {
    const orderNo = await placeOrder(tukar, stage.trader)
    await tukar.control('POST', '/faults', cancelFault(fault))
    assert.deepEqual(messageOf(await cancel(stage, orderNo)), [400, 'api.order_cancel_fail'])
    await eventually('the order to end', async () => {
      await sql`update orders set next_at = now()`.execute(tukar.service.ctx.db.read)
      await settleDueOrders(tukar.service.ctx)
      return (await storedOrder(tukar, orderNo)).status === 'CANCEL'
    })
    assert.equal(await lockedOf(stage), 0n)
  }
  await clean(stage)
})

test("another user's order gets the same response as an unknown one", async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const { orderNo, venueOrderId } = await orderAtVenue(tukar, trader)
  const other = { tukar, trader: await makeOrderTrader(tukar) }
  const unknown = [400, 'api.order_does_not_exist']
  assert.deepEqual(messageOf(await cancel(other, orderNo)), unknown)
  assert.deepEqual(messageOf(await cancel(other, 'TK-nothing')), unknown)
  const byVenue = (user: number, id: string | null, token: string) =>
    tukar.call('POST', `${base}/order/${id}/${user}/delete`, { token })
  assert.deepEqual(messageOf(await byVenue(trader.id, venueOrderId, other.trader.token)), unknown)
  assert.deepEqual(
    messageOf(await byVenue(other.trader.id, venueOrderId, other.trader.token)),
    unknown,
  )
  assert.deepEqual(messageOf(await byVenue(other.trader.id, venueOrderId, trader.token)), unknown)
  assert.deepEqual(messageOf(await byVenue(trader.id, '99999', trader.token)), unknown)
  assert.equal((await storedOrder(tukar, orderNo)).status, 'CREATE')
  const mine = await byVenue(trader.id, venueOrderId, trader.token)
  assert.deepEqual(messageOf(mine), [200, 'api.order_cancel_success'])
  assert.equal((await storedOrder(tukar, orderNo)).status, 'CANCEL')
})

test("an order's list shows the number by which the venue's endpoint cancels it", async (t) => {
  const { tukar, trader } = await start(t)
  await orderAtVenue(tukar, trader)
  const { token } = trader
  const open = await tukar.call('GET', `${base}/currentOrder`, { token })
  const [{ exchangeOrderId }] = open.body.data.data
  const path = `${base}/order/${exchangeOrderId}/${trader.id}/delete`
  const answer = await tukar.call('POST', path, { token })
  assert.deepEqual(messageOf(answer), [200, 'api.order_cancel_success'])
})

test('a bulk cancel refuses filters that it does not have, and cancels nothing', async (t) => {
  const { tukar, trader } = await start(t)
  const { token } = trader
  const orderNo = await placeOrder(tukar, trader)
  const requests: readonly (readonly [string, object, string])[] = [
    ['allOrders', { txPair: 'ETH_IDR' }, 'The tx pair field is not supported.'],
    ['allOrders?txPair=ETH_IDR', {}, 'The tx pair field is not supported.'],
    ['allOrders', { side: 'SELL' }, 'The side field is not supported.'],
    ['symbolOrders', { txPair: 'BTC_IDR', side: 'SELL' }, 'The side field is not supported.'],
  ]
  for (const [path, body, message] of requests) {
    const answer = await tukar.call('DELETE', `${base}/${path}`, { token, body })
    assert.deepEqual(messageOf(answer), [400, message], path)
  }
  assert.equal((await storedOrder(tukar, orderNo)).status, 'CREATE')
})

type Placed = Readonly<{ orderId: number; clientOrderId: string }>

test("an order is cancelled by the venue's number right after it was placed", async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  await ampleRates(tukar.service.ctx.db)
  tukar.service.ctx.answers.clear()
  const byVenue = (id: number) =>
    tukar.call('POST', `${base}/order/${id}/${trader.id}/delete`, { token: trader.token })
  const placeAndCancel = async () => {
    const orderNo = await placeOrder(tukar, trader)
    const { body } = await tukar.control('GET', '/state')
    const orders: readonly Placed[] = body.venue.orders
    const { orderId } = orders.find((one) => one.clientOrderId === orderNo) ?? assert.fail(orderNo)
    assert.deepEqual(messageOf(await byVenue(orderId)), [200, 'api.order_cancel_success'])
    assert.equal((await storedOrder(tukar, orderNo)).status, 'CANCEL')
  }
  for (let round = 0; round < 15; round += 1) {
    await Promise.all(Array.from({ length: 4 }, placeAndCancel))
  }
  assert.equal(await lockedOf(stage), 0n)
})

test("a cancel by the venue's number waits until it is stored, bounded", async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const { db } = tukar.service.ctx
  await spoilPlacing(tukar, 'drop-response')
  const orderNo = await placeOrder(tukar, trader)
  const { body } = await tukar.control('GET', '/state')
  const { orderId } = body.venue.orders.at(-1)
  const byVenue = (id: string) =>
    tukar.call('POST', `${base}/order/${id}/${trader.id}/delete`, { token: trader.token })
  await sql`update orders set venue_order_id = null, next_at = now()
    where order_no = ${orderNo}`.execute(db.read)
  const [cancelled] = await Promise.all([byVenue(orderId), settleDueOrders(tukar.service.ctx)])
  assert.deepEqual(messageOf(cancelled), [200, 'api.order_cancel_success'])
  assert.equal((await storedOrder(tukar, orderNo)).status, 'CANCEL')
  await spoilPlacing(tukar, 'drop-response')
  await placeOrder(tukar, trader)
  setLimits(t, tradingLimits, { venueIdWaitMs: 200 })
  assert.deepEqual(messageOf(await byVenue('99999')), [400, 'api.order_does_not_exist'])
  await clean(stage)
})

test("all orders of a pair end, and all of a user's, but never those of others", async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const other = await makeOrderTrader(tukar)
  const foreign = await placeOrder(tukar, other)
  const usdt = { txPair: 'USDT_IDR', price: '16000', volume: '100' }
  const [btcOrder, usdtOrder] = [
    await placeOrder(tukar, trader),
    await placeOrder(tukar, trader, usdt),
  ]
  const ofPair = (body: object) =>
    tukar.call('DELETE', `${base}/symbolOrders`, { token: trader.token, body })
  const unknown = await ofPair({ txPair: 'DOGE_IDR' })
  assert.deepEqual(messageOf(unknown), [400, 'api.trading_pair_does_not_exist'])
  assert.deepEqual(messageOf(await ofPair({})), [400, 'The tx pair field is required.'])
  const pair = await ofPair({ txPair: 'USDT_IDR' })
  assert.deepEqual(messageOf(pair), [200, 'api.order_all_cancel_success'])
  assert.deepEqual(pair.body.data, [{ order_no: usdtOrder, status: 'CANCEL' }])
  const all = await tukar.call('DELETE', `${base}/allOrders`, { token: trader.token })
  assert.deepEqual(all.body.data, [{ order_no: btcOrder, status: 'CANCEL' }])
  const none = await tukar.call('DELETE', `${base}/allOrders`, { token: trader.token })
  assert.deepEqual(none.body.data, [])
  assert.equal((await storedOrder(tukar, foreign)).status, 'CREATE')
  assert.equal(await lockedOf(stage), 0n)
  await clean(stage)
})

test('unconfirmed cancels of all orders are retried after the response', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const orders = [await placeOrder(tukar, trader), await placeOrder(tukar, trader)]
  await tukar.control('POST', '/faults', { ...cancelFault('error-500'), times: 2 })
  const { body } = await tukar.call('DELETE', `${base}/allOrders`, { token: trader.token })
  assert.deepEqual(
    body.data,
    orders.map((orderNo) => ({ order_no: orderNo, status: 'CREATE' })),
  )
  await eventually('both to end', async () => {
    await sql`update orders set next_at = now()`.execute(tukar.service.ctx.db.read)
    await settleDueOrders(tukar.service.ctx)
    const stored = await Promise.all(orders.map((orderNo) => storedOrder(tukar, orderNo)))
    return stored.every(({ status }) => status === 'CANCEL')
  })
  await clean(stage)
})
