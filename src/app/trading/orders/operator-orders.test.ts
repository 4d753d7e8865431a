import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import { auditOf, makeOperator, type SignedInOperator } from '../../../../tests/make/operator.ts'
import {
  fillOrder,
  makeOrderTrader,
  orderAtVenue,
  placeOrder,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { executed, storeFills, storeOrders } from '../../../../tests/make/stored-orders.ts'
import { expectOk, makeTrader, type Trader } from '../../../../tests/make/trader.ts'
import { settleOrders } from '../executions/settle-orders.ts'
import { orderHolds } from '../order-model/orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'

const get = (tukar: Tukar, { token }: SignedInOperator, path: string) =>
  tukar.call('GET', `/operator/api${path}`, { token })

const post = (tukar: Tukar, { token }: SignedInOperator, path: string, body?: object) =>
  tukar.call('POST', `/operator/api${path}`, { token, ...(body === undefined ? {} : { body }) })

const numbers = ({ body }: Answer): string =>
  body.data.data.map(({ order_no }: { order_no: string }) => order_no).join('')

type Stage = Readonly<{ tukar: Tukar; trader: Trader; finance: SignedInOperator }>

/**
 * Starts with a still market and no callbacks or stream: the service learns only what it queries.
 */
async function start(t: Parameters<typeof startTukar>[0]): Promise<Stage> {
  const tukar = await startTukar(t, { jobs: ['settle orders'] })
  await stillMarket(tukar)
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'lose-callbacks' })
  await tukar.control('POST', '/venue/stream', { silent: true })
  const finance = await makeOperator(tukar, 'finance')
  return { tukar, trader: await makeOrderTrader(tukar), finance }
}

const clean = ({ tukar }: Stage) => auditsClean(tukar.service.ctx.db, [orderHolds])

const setIncident = ({ service }: Tukar, orderNo: string, incident: string) =>
  sql`update orders set incident = ${incident}, next_at = null where order_no = ${orderNo}`.execute(
    service.ctx.db.read,
  )

test('operators find orders by user, pair, status, and those that are in doubt', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const [one, two] = [await makeTrader(tukar), await makeTrader(tukar)]
  await storeOrders(tukar, one, [
    { orderNo: 'a' },
    { orderNo: 'b', status: 'DONE', incident: 'more was executed' },
    { orderNo: 'c', txPair: 'ETH_IDR', status: 'CANCEL' },
  ])
  await storeOrders(tukar, two, [{ orderNo: 'd', incident: 'its quantity is 2' }])
  const expected: Readonly<Record<string, string>> = {
    '': 'cbda',
    [`?user=${one.id}`]: 'cba',
    '?user=999999': '',
    '?txPair=ETH_IDR': 'c',
    '?order_no=d': 'd',
    [`?order_no=d&user=${one.id}`]: '',
    '?status=CREATE': 'da',
    '?status=DONE': 'b',
    '?inDoubt=true': 'bd',
    [`?inDoubt=true&user=${two.id}`]: 'd',
    '?limit=3': 'cbd',
    '?sort=asc': 'adbc',
    '?side=SELL': '',
    '?from=2099-01-01T00:00:00Z': '',
    '?from=2020-01-01T00:00:00Z&to=2099-01-01T00:00:00Z': 'cbda',
  }
  for (const [query, wanted] of Object.entries(expected)) {
    const found = await get(tukar, viewer, `/orders${query}`)
    assert.deepEqual(messageOf(found), [200, 'api.orders_retrieved'])
    assert.equal(numbers(found), wanted, query)
  }
  const [, doubtful] = (await get(tukar, viewer, '/orders?inDoubt=true')).body.data.data
  assert.deepEqual([doubtful.userId, doubtful.incident], [two.id, 'its quantity is 2'])
  for (const [filter, wanted] of [
    ['limit=3', 'a'],
    ['limit=1&sort=asc', 'd'],
    [`limit=2&user=${one.id}`, 'a'],
  ] as const) {
    const first = await get(tukar, viewer, `/orders?${filter}`)
    const { nextCursor } = first.body.data
    const second = await get(tukar, viewer, `/orders?${filter}&cursor=${nextCursor}`)
    assert.equal(numbers(second), wanted, filter)
  }
  const unknown = await get(tukar, viewer, '/orders?txPair=DOGE_IDR')
  assert.deepEqual(messageOf(unknown), [400, 'api.trading_pair_does_not_exist'])
})

test('an order is shown with its fills and its background; the view is audited', async (t) => {
  const stage = await start(t)
  const { tukar, trader, finance } = stage
  const orderNo = await placeOrder(tukar, trader, { volume: '0.03' })
  const { id, orderId } = await fillOrder(tukar, orderNo, '0.01')
  await executed(tukar, orderNo)
  const answer = await get(tukar, finance, `/orders/${orderNo}`)
  assert.deepEqual(messageOf(answer), [200, 'api.order_retrieved'])
  const { data } = answer.body
  assert.deepEqual(
    [data.order_no, data.userId, data.status, data.executedVolume, data.venueOrderId],
    [orderNo, trader.id, 'CREATE', '0.01', `${orderId}`],
  )
  assert.deepEqual(data.held, { symbol: 'IDR', initial: '48000000', remaining: '32000000' })
  assert.deepEqual([data.incident, data.cancelRequestedAt, data.endedAt], [null, null, null])
  assert.equal(typeof data.attempts, 'number')
  assert.ok(Date.parse(data.nextAt) > 0 && Date.parse(data.absentAfter) > 0)
  const [trade, ...others] = data.fills.data
  assert.deepEqual([trade.tradeId, trade.volume, others], [`${id}`, '0.01', []])
  const [hold, consumed] = data.moves
  assert.deepEqual(
    [hold.key, hold.symbol, hold.amount, hold.from, hold.to],
    [`hold:order:${orderNo}`, 'IDR', '48000000', 'user.available', 'user.locked'],
  )
  assert.match(consumed.key, new RegExp(`^fill:[0-9]+:${id}:BUY$`))
  const [look] = await auditOf(tukar, finance, '&action=order.look')
  assert.deepEqual([look.subject, look.operator.id], [{ kind: 'order', id: orderNo }, finance.id])
  const unknown = await get(tukar, finance, '/orders/TK-none')
  assert.deepEqual(messageOf(unknown), [400, 'api.order_does_not_exist'])
  assert.equal((await auditOf(tukar, finance, '&action=order.look')).length, 1)
})

test('the fills of an order come in pages, the latest first', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const [orderNo = ''] = await storeOrders(tukar, await makeTrader(tukar), [{}])
  await storeFills(tukar, Array(5).fill({ orderNo }))
  const page = async (query: string) => {
    const { fills } = (await get(tukar, viewer, `/orders/${orderNo}${query}`)).body.data
    return [fills.data.map(({ tradeId }: { tradeId: string }) => tradeId).join(''), fills.nextPage]
  }
  assert.deepEqual(await page(''), ['54321', null])
  assert.deepEqual(await page('?per_page=2'), ['54', 2])
  assert.deepEqual(await page('?per_page=2&page=3'), ['1', null])
})

test('finance has an order cancelled for a reason, and its money is free', async (t) => {
  const stage = await start(t)
  const { tukar, trader, finance } = stage
  const orderNo = await placeOrder(tukar, trader)
  const path = `/orders/${orderNo}/cancel`
  const unexplained = await post(tukar, finance, path, {})
  assert.deepEqual(messageOf(unexplained), [400, 'The reason field is required.'])
  const done = await post(tukar, finance, path, { reason: 'the owner asked by phone' })
  assert.deepEqual(messageOf(done), [200, 'api.order_updated'])
  assert.equal(done.body.data.status, 'CANCEL')
  assert.equal((await owned(tukar.service.ctx.db, trader.id)).locked, 0n)
  const again = await post(tukar, finance, path, { reason: 'again' })
  assert.deepEqual(messageOf(again), [400, 'api.order_status_canceled'])
  const none = await post(tukar, finance, '/orders/TK-none/cancel', { reason: 'x' })
  assert.deepEqual(messageOf(none), [400, 'api.order_does_not_exist'])
  const [entry, ...others] = await auditOf(tukar, finance, '&action=order.cancel')
  assert.deepEqual(others, [])
  assert.deepEqual(entry.subject, { kind: 'order', id: orderNo })
  assert.deepEqual(entry.after, {
    cancelRequested: true,
    userId: trader.id,
    reason: 'the owner asked by phone',
  })
  await clean(stage)
})

test('an order that others end notifies its user, an own cancel does not', async (t) => {
  const { tukar, trader, finance } = await start(t)
  const [own, others] = [await placeOrder(tukar, trader), await placeOrder(tukar, trader)]
  expectOk(await tukar.call('DELETE', `/api/exchange/venue/order/${own}`, { token: trader.token }))
  await post(tukar, finance, `/orders/${others}/cancel`, { reason: 'asked by phone' })
  const message = await eventually('the message', async () => {
    const { rows } = await sql<{ key: string }>`
      select dedupe_key as key from user_messages where dedupe_key like 'order-%'`.execute(
      tukar.service.ctx.db.read,
    )
    return rows.length > 0 && rows.map(({ key }) => key)
  })
  assert.deepEqual(message, [`order-canceled:${others}`])
})

test('a filled order cannot be cancelled', async (t) => {
  const stage = await start(t)
  const { tukar, trader, finance } = stage
  const orderNo = await placeOrder(tukar, trader)
  await fillOrder(tukar, orderNo, '0.01')
  const raced = await post(tukar, finance, `/orders/${orderNo}/cancel`, { reason: 'too late' })
  assert.deepEqual([raced.status, raced.body.data.status], [200, 'DONE'])
  const ended = await post(tukar, finance, `/orders/${orderNo}/cancel`, { reason: 'too late' })
  assert.deepEqual(messageOf(ended), [400, 'api.order_status_completed'])
  await clean(stage)
})

test("a cancel without the venue's response is recorded, and needs no operator", async (t) => {
  const stage = await start(t)
  const { tukar, trader, finance } = stage
  const orderNo = await placeOrder(tukar, trader)
  const lost = { provider: 'venue', fault: 'error-500', method: 'DELETE', times: 1 }
  await tukar.control('POST', '/faults', lost)
  const { body } = await post(tukar, finance, `/orders/${orderNo}/cancel`, { reason: 'asked' })
  assert.equal(body.data.status, 'CREATE')
  assert.ok(Date.parse(body.data.cancelRequestedAt) > 0 && Date.parse(body.data.nextAt) > 0)
  await eventually('the end of the order', async () => {
    await sql`update orders set next_at = now()`.execute(tukar.service.ctx.db.read)
    return (await storedOrder(tukar, orderNo)).status === 'CANCEL'
  })
  await clean(stage)
})

test("an order in doubt proceeds once the venue's report fits", async (t) => {
  const stage = await start(t)
  const { tukar, trader, finance } = stage
  const orderNo = await placeOrder(tukar, trader, { volume: '0.03' })
  await setIncident(tukar, orderNo, 'its quantity is 3, not 0.03')
  await fillOrder(tukar, orderNo, '0.01')
  const answer = await post(tukar, finance, `/orders/${orderNo}/ask`)
  assert.deepEqual(messageOf(answer), [200, 'api.order_updated'])
  const { incident, executedVolume, status, nextAt } = answer.body.data
  assert.deepEqual([incident, executedVolume, status], [null, '0.01', 'CREATE'])
  assert.ok(Date.parse(nextAt) > 0)
  const [entry] = await auditOf(tukar, finance, '&action=order.ask')
  assert.deepEqual(entry.subject, { kind: 'order', id: orderNo })
  assert.deepEqual(entry.before, { status: 'CREATE', incident: 'its quantity is 3, not 0.03' })
  assert.deepEqual(entry.after, { heard: 'found', status: 'CREATE', incident: null })
  await clean(stage)
})

test('a cancel of an order in doubt is stored, and continues once it is cleared', async (t) => {
  setLimits(t, tradingLimits.pauses, { firstMs: 100 })
  setLimits(t, tradingLimits, { querySoonMs: 100 })
  const stage = await start(t)
  const { tukar, trader, finance } = stage
  const { orderNo } = await orderAtVenue(tukar, trader)
  await setIncident(tukar, orderNo, 'somebody saw something')
  const lost = { provider: 'venue', fault: 'error-500', method: 'DELETE', times: 1 }
  await tukar.control('POST', '/faults', lost)
  const { body } = await post(tukar, finance, `/orders/${orderNo}/cancel`, { reason: 'asked' })
  assert.deepEqual([body.data.status, body.data.nextAt], ['CREATE', null])
  assert.ok(Date.parse(body.data.cancelRequestedAt) > 0)
  const queried = await post(tukar, finance, `/orders/${orderNo}/ask`)
  assert.deepEqual([queried.body.data.incident, queried.body.data.status], [null, 'CREATE'])
  await eventually('the end of the order', async () => {
    return (await storedOrder(tukar, orderNo)).status === 'CANCEL'
  })
  await clean(stage)
})

test("an order stays in doubt while the venue's report does not fit", async (t) => {
  const stage = await start(t)
  const { tukar, trader, finance } = stage
  const orderNo = await placeOrder(tukar, trader, { volume: '0.03' })
  const { db } = tukar.service.ctx
  // As if it had been placed for less than the venue accepted it for.
  await sql`update orders set volume = 2000000 where order_no = ${orderNo}`.execute(db.read)
  await setIncident(tukar, orderNo, 'somebody saw something')
  const { body } = await post(tukar, finance, `/orders/${orderNo}/ask`)
  assert.match(body.data.incident, /^its quantity is 0\.0300*, not 0\.02$/)
  assert.deepEqual([body.data.status, body.data.nextAt], ['CREATE', null])
})

test('the doubt about a trade after the end is over once operators asked again', async (t) => {
  const { tukar, trader, finance } = await start(t)
  const { orderNo, venueOrderId } = await orderAtVenue(tukar, trader)
  const { db } = tukar.service.ctx
  const ended = { stage: 'ended', executed: '0', quantity: null, reason: null, trades: [] } as const
  const report = { orderNo, venueOrderId, symbol: 'BTCIDR', side: 'BUY', source: 'query' } as const
  await db.inTransaction((tx) => settleOrders(tx, [{ ...report, ...ended }]))
  await fillOrder(tukar, orderNo, '0.01')
  const ask = async () => (await post(tukar, finance, `/orders/${orderNo}/ask`)).body.data
  assert.equal((await ask()).incident, 'the venue executed it after it had ended')
  const unmatched = await get(tukar, finance, '/unmatched-trades')
  assert.equal(unmatched.body.data.data.length, 1)
  const { incident, status } = await ask()
  assert.deepEqual([incident, status], [null, 'CANCEL'])
})

test('while the venue is away a query changes nothing and is not audited', async (t) => {
  const { tukar, trader, finance } = await start(t)
  const orderNo = await placeOrder(tukar, trader)
  await setIncident(tukar, orderNo, 'somebody saw something')
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'error-500' })
  const away = await post(tukar, finance, `/orders/${orderNo}/ask`)
  assert.deepEqual(away.body.message, 'api.provider_unreachable')
  assert.equal((await storedOrder(tukar, orderNo)).incident, 'somebody saw something')
  assert.deepEqual(await auditOf(tukar, finance, '&action=order.ask'), [])
  const none = await post(tukar, finance, '/orders/TK-none/ask')
  assert.deepEqual(messageOf(none), [400, 'api.order_does_not_exist'])
})

test('an order unknown to the venue is over if an operator queries late enough', async (t) => {
  const stage = await start(t)
  const { tukar, trader, finance } = stage
  const lost = { provider: 'venue', fault: 'error-500', method: 'POST', times: 1 }
  await tukar.control('POST', '/faults', lost)
  const orderNo = await placeOrder(tukar, trader)
  const { db } = tukar.service.ctx
  await sql`update orders set next_at = null, absent_after = now()`.execute(db.read)
  const { body } = await post(tukar, finance, `/orders/${orderNo}/ask`)
  assert.deepEqual([body.data.status, body.data.reason], ['CANCEL', 'NOT_PLACED'])
  const [entry] = await auditOf(tukar, finance, '&action=order.ask')
  assert.deepEqual(entry.after, { heard: 'absent', status: 'CANCEL', incident: null })
  await clean(stage)
})

test('unmatched trades are listed with their moves, the last recorded first', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const none = await get(tukar, viewer, '/unmatched-trades')
  assert.deepEqual(messageOf(none), [200, 'api.unmatched_trades_retrieved'])
  assert.deepEqual(none.body.data, { data: [], nextCursor: null })
  await sql`
    insert into unmatched_trades (pair_id, trade_id, venue_order_id, client_order_id, side, volume,
      quote_exact, commission, traded_at, recorded_at)
    select id, n::text, '7', 'elsewhere', side, 1000000, 1640000012345678, 1000,
      '2026-03-01T00:00:00Z', timestamptz '2026-03-01T00:00:01Z' + n * interval '1 second'
    from pairs, (values (1, 'BUY'), (2, 'SELL')) as v (n, side) where tx_pair = 'BTC_IDR'
  `.execute(tukar.service.ctx.db.read)
  const [sold, bought] = (await get(tukar, viewer, '/unmatched-trades')).body.data.data
  assert.deepEqual(bought, {
    tradeId: '1',
    txPair: 'BTC_IDR',
    side: 'BUY',
    venueOrderId: '7',
    clientOrderId: 'elsewhere',
    volume: '0.01',
    amount: '16400000.12345678',
    commission: '0.00001',
    commissionAsset: 'BTC',
    tradedAt: '2026-03-01T00:00:00.000Z',
    recordedAt: '2026-03-01T00:00:02.000Z',
  })
  assert.deepEqual([sold.tradeId, sold.commissionAsset], ['2', 'IDR'])
  const sales = (await get(tukar, viewer, '/unmatched-trades?side=SELL')).body.data.data
  assert.deepEqual(sales, [sold])
  const { nextCursor } = (await get(tukar, viewer, '/unmatched-trades?limit=1')).body.data
  const second = await get(tukar, viewer, `/unmatched-trades?limit=1&cursor=${nextCursor}`)
  assert.deepEqual([second.body.data.data[0].tradeId, second.body.data.nextCursor], ['1', null])
})
