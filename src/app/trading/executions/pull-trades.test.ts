import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
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
import type { Trader } from '../../../../tests/make/trader.ts'
import { poolAgrees, poolOf } from '../../../../tests/make/venue-books.ts'
import { listened } from '../../../../tests/make/venue-stream.ts'
import { btc, oneBtc } from '../../../../tests/make/withdrawal.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import { orderHolds } from '../order-model/orders.sql.ts'
import { confirmFills } from './confirm-fills.ts'
import { pullTrades } from './pull-trades.ts'

type Stage = Readonly<{ tukar: Tukar; trader: Trader; pool: Awaited<ReturnType<typeof poolOf>> }>

/** Starts a service without callbacks, so that it receives every fill by polling. */
async function start(t: Parameters<typeof startTukar>[0]): Promise<Stage> {
  const tukar = await startTukar(t, { jobs: ['settle orders', 'pull venue trades'] })
  await stillMarket(tukar)
  await listened(tukar)
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'lose-callbacks' })
  const { db } = tukar.service.ctx
  await eventually('the first poll', async () => {
    const { rows } = await sql`select from venue_pulls`.execute(db.read)
    return rows.length === 6
  })
  return { tukar, trader: await makeOrderTrader(tukar), pool: await poolOf(tukar) }
}

const pull = ({ tukar }: Stage) => pullTrades(tukar.service.ctx)

const booksAgree = async ({ tukar, pool }: Stage) => {
  await auditsClean(tukar.service.ctx.db, [orderHolds])
  await poolAgrees(tukar, pool)
}

const btcOf = ({ tukar, trader }: Stage) =>
  owned(tukar.service.ctx.db, trader.id, btc).then(({ available }) => available)

const alertsOf = async ({ tukar }: Stage): Promise<readonly string[]> => {
  const { rows } = await sql<{ kind: string }>`
    select kind from operator_alerts
    where kind in ('unmatched-trade', 'unmatched-order', 'order-in-doubt') order by id`.execute(
    tukar.service.ctx.db.read,
  )
  return rows.map(({ kind }) => kind)
}

/** Places an order by hand on our account. */
const byHand = async ({ tukar }: Stage, clientOrderId: string): Promise<void> => {
  const wanted = { symbol: 'BTCIDR', side: 'BUY', rests: true, clientOrderId } as const
  const answer = await tukar.service.ctx.venue.placeOrder({
    ...wanted,
    quantity: '0.001',
    price: '1500000000',
  })
  assert.equal(answer.kind, 'accepted')
}

test('unreported fills are found in the list of trades, once each', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const orderNo = await placeOrder(tukar, trader)
  await fillOrder(tukar, orderNo, '0.004')
  // On a slow machine the job may have read a fill before.
  await pull(stage)
  assert.equal((await storedOrder(tukar, orderNo)).executed, '400000')
  await fillOrder(tukar, orderNo, '0.006')
  await pull(stage)
  assert.equal(await pull(stage), 0)
  assert.equal((await storedOrder(tukar, orderNo)).status, 'DONE')
  assert.equal(await btcOf(stage), 10n * oneBtc + 999_000n)
  await booksAgree(stage)
})

test('a fill that was reported by every channel counts once', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const orderNo = await placeOrder(tukar, trader)
  await tukar.control('DELETE', '/faults')
  await fillOrder(tukar, orderNo, '0.01')
  await Promise.all(Array.from({ length: 5 }, () => pull(stage)))
  await eventually('its end', async () => (await storedOrder(tukar, orderNo)).status === 'DONE')
  assert.equal(await btcOf(stage), 10n * oneBtc + 999_000n)
  await booksAgree(stage)
})

test('a fill of an order with a lost response is found by its client id', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  await spoilPlacing(tukar, 'drop-response')
  const orderNo = await placeOrder(tukar, trader)
  assert.equal((await storedOrder(tukar, orderNo)).venueOrderId, null)
  await fillOrder(tukar, orderNo, '0.01')
  await pull(stage)
  const { status, venueOrderId } = await storedOrder(tukar, orderNo)
  assert.deepEqual([status, venueOrderId !== null], ['DONE', true])
  await booksAgree(stage)
})

test('trades made by hand on our account go to suspense and alert; no user moves', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  await byHand(stage, 'web_1')
  await fillOrder(tukar, 'web_1', '0.001')
  await pull(stage)
  await eventually('an alert', async () => (await alertsOf(stage)).includes('unmatched-trade'))
  assert.equal(await btcOf(stage), 10n * oneBtc)
  await booksAgree(stage)
})

test('an unmatched order is reported once and left alone', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  await byHand(stage, 'web_2')
  for (let time = 0; time < 3; time += 1) {
    await pull(stage)
    await eventually('one alert', async () => (await alertsOf(stage)).join() === 'unmatched-order')
  }
  const { body } = await tukar.control('GET', '/state')
  assert.equal(body.venue.orders[0].status, 'NEW')
})

test('an order that ended here and is open at the venue is cancelled and reported', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const orderNo = await placeOrder(tukar, trader)
  await tukar.call('DELETE', `/api/exchange/venue/order/${orderNo}`, { token: trader.token })
  assert.equal((await storedOrder(tukar, orderNo)).status, 'CANCEL')
  await byHand(stage, orderNo)
  await byHand(stage, 'TK-somebody-elses')
  await pull(stage)
  const { body } = await tukar.control('GET', '/state')
  const orders: readonly { clientOrderId: string; status: string }[] = body.venue.orders
  assert.deepEqual(
    orders.map(({ clientOrderId, status }) => [clientOrderId, status]),
    [
      [orderNo, 'CANCELED'],
      [orderNo, 'CANCELED'],
      ['TK-somebody-elses', 'NEW'],
    ],
  )
  await eventually('both alerts', async () => {
    return (await alertsOf(stage)).toSorted().join() === 'order-in-doubt,unmatched-order'
  })
})

test('an order that ended at the venue without a report is queried at the next poll', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const orderNo = await placeOrder(tukar, trader)
  await fillOrder(tukar, orderNo, '0.004')
  await tukar.control('POST', '/venue/orders/end', { clientOrderId: orderNo })
  await pull(stage)
  await eventually('its end', async () => {
    const { status, executed } = await storedOrder(tukar, orderNo)
    return status === 'CANCEL' && executed === '400000'
  })
  await booksAgree(stage)
})

test('an order that cannot be settled blocks neither other pairs nor confirmations', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const { ctx } = tukar.service
  const { db } = ctx
  const bad = await placeOrder(tukar, trader)
  const terms = { side: 'SELL', txPair: 'BTC_USDT', price: '100500' }
  const [good, forged] = [
    await placeOrder(tukar, trader, terms),
    await placeOrder(tukar, trader, { ...terms, volume: '0.02' }),
  ]
  await sql`update holds set owner_id = 'elsewhere' where owner_id = ${bad}`.execute(db.read)
  for (const orderNo of [bad, good]) await fillOrder(tukar, orderNo, '0.01')
  await assert.rejects(pull(stage), /not held/)
  assert.equal((await storedOrder(tukar, good)).status, 'DONE')
  await sql`
    insert into unconfirmed_fills (pair_id, trade_id, order_id, user_id, recorded_at)
    select pair_id, no, id, user_id, now() - interval '1 minute'
    from orders join (values (${bad}, '1'), (${forged}, '2')) as v (order_no, no)
      using (order_no)`.execute(db.read)
  await assert.rejects(confirmFills(ctx), /not held/)
  assert.match((await storedOrder(tukar, forged)).incident ?? '', /does not list trade 2/)
  await sql`update holds set owner_id = ${bad} where owner_id = 'elsewhere'`.execute(db.read)
  await pull(stage)
  assert.equal((await storedOrder(tukar, bad)).status, 'DONE')
})

test('a pair whose open orders cannot be compared blocks no trades of others', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const { venue } = tukar.service.ctx
  const terms = { side: 'SELL', txPair: 'BTC_USDT', price: '100500' }
  const good = await placeOrder(tukar, trader, terms)
  await fillOrder(tukar, good, '0.01')
  const openOrders = venue.openOrders
  t.mock.method(venue, 'openOrders', async (symbol: string) => {
    const answer = await openOrders(symbol)
    if (symbol !== 'BTCIDR' || answer.kind !== 'accepted') return answer
    const nameless = { symbol, orderId: '1', clientOrderId: 'TK-\0' }
    return { ...answer, value: [...answer.value, nameless] }
  })
  await assert.rejects(pull(stage), /invalid byte sequence/)
  assert.equal((await storedOrder(tukar, good)).status, 'DONE')
})

test('trades after a page with an order that cannot be settled are reached', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const { ctx } = tukar.service
  const [bad, good] = [await orderAtVenue(tukar, trader), await orderAtVenue(tukar, trader)]
  await sql`update holds set owner_id = 'elsewhere' where owner_id = ${bad.orderNo}`.execute(
    ctx.db.read,
  )
  const full = venueLimits.listItems
  const listed = Array.from({ length: full + 1 }, (_, at) => ({
    ...{ id: `${10n ** 15n + BigInt(at)}`, symbol: 'BTCIDR', isBuyer: true, isMaker: true },
    orderId: at < full ? bad.venueOrderId : good.venueOrderId,
    ...(at < full
      ? { quantity: '0.00001', quote: '16000' }
      : { quantity: '0.01', quote: '16000000' }),
    ...{ price: '1600000000', commission: '0', commissionAsset: 'BTC', atMs: Date.now() },
  }))
  const trades: typeof ctx.venue.trades = ({ symbol, fromId = '0', limit }) => {
    const value = listed.filter((one) => one.symbol === symbol && BigInt(one.id) >= BigInt(fromId))
    return Promise.resolve({ kind: 'accepted', value: value.slice(0, limit) })
  }
  t.mock.method(ctx.venue, 'trades', trades)
  await assert.rejects(pull(stage), /not held/)
  assert.equal((await storedOrder(tukar, good.orderNo)).status, 'DONE')
  assert.equal((await storedOrder(tukar, bad.orderNo)).executed, '0')
  await sql`update holds set owner_id = ${bad.orderNo} where owner_id = 'elsewhere'`.execute(
    ctx.db.read,
  )
  await pull(stage)
  assert.equal((await storedOrder(tukar, bad.orderNo)).status, 'DONE')
})

test('while the venue is away nothing is skipped', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const { orderNo } = await orderAtVenue(tukar, trader)
  await fillOrder(tukar, orderNo, '0.01')
  await byHand(stage, 'web_3')
  await fillOrder(tukar, 'web_3', '0.001')
  const away = { provider: 'venue', fault: 'error-500', method: 'GET' }
  await tukar.control('POST', '/faults', { ...away, path: '/api/v3/myTrades', times: 1 })
  await pull(stage)
  // A fault without a count: queries of due orders use the same path and would consume it.
  await tukar.control('POST', '/faults', { ...away, path: '/api/v3/order' })
  await pull(stage)
  assert.equal((await storedOrder(tukar, orderNo)).status, 'DONE')
  await tukar.control('DELETE', '/faults')
  await eventually('an alert of the rest', async () => {
    await pull(stage)
    return (await alertsOf(stage)).includes('unmatched-trade')
  })
  await booksAgree(stage)
})
