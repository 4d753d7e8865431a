import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { fieldsIn } from '../../../tests/json.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { owned } from '../../../tests/make/ledger.ts'
import {
  fillOrder,
  makeOrderTrader,
  orderAtVenue,
  placeOrder,
  stillMarket,
  storedOrder,
} from '../../../tests/make/order.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import type { Trader } from '../../../tests/make/trader.ts'
import { poolAgrees, poolOf } from '../../../tests/make/venue-books.ts'
import { reportOf, sendVenueEvent, tradeReport } from '../../../tests/make/venue-events.ts'
import { btc, oneBtc } from '../../../tests/make/withdrawal.ts'
import { orderHolds } from '../../app/trading/order-model/orders.sql.ts'
import { tradingLimits } from '../../app/trading/trading-limits.ts'
import { eventOf, insertPending } from '../../core/inbox/inbox.sql.ts'
import { readEvents } from '../../providers/venue/venue-events.ts'

type Stage = Readonly<{
  tukar: Tukar
  trader: Trader
  pool: Awaited<ReturnType<typeof poolOf>>
}>

/** The venue executes orders but sends no callbacks: each test sends the events itself. */
async function start(t: Parameters<typeof startTukar>[0], nodes = 1): Promise<Stage> {
  const tukar = await startTukar(t, {
    jobs: ['settle orders', 'sweep the inbox', 'check the venue heartbeat'],
    nodes,
  })
  await stillMarket(tukar)
  await leaderOf(tukar)
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'lose-callbacks' })
  return { tukar, trader: await makeOrderTrader(tukar), pool: await poolOf(tukar) }
}

const ok = { code: 200, title: 'OK', message: 'OK', result: true }

const booksAgree = async ({ tukar, pool }: Stage) => {
  await auditsClean(tukar.service.ctx.db, [orderHolds])
  await poolAgrees(tukar, pool)
}

const btcOf = ({ tukar, trader }: Stage) =>
  owned(tukar.service.ctx.db, trader.id, btc).then(({ available }) => available)

const bought = 10n * oneBtc + 999_000n

test('a fill is booked once, reported a thousand times at once and on another node', async (t) => {
  const stage = await start(t, 2)
  const { tukar } = stage
  const orderNo = await placeOrder(tukar, stage.trader)
  const { id } = await fillOrder(tukar, orderNo, '0.01')
  const report = await tradeReport(tukar, id)
  const urls = tukar.nodes.map(({ url }) => url)
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        sendVenueEvent(tukar, at % 3 === 0 ? [report, report] : report, {
          url: urls[at % 2] ?? '',
        }),
      ),
    )
    for (const answer of answers) assert.deepEqual(answer.body, ok)
  }
  assert.equal((await storedOrder(tukar, orderNo)).status, 'DONE')
  assert.equal(await btcOf(stage), bought)
  const events = (await inboxOf(tukar.service.ctx.db)).filter(({ key }) => key.includes('TRADE'))
  assert.deepEqual(
    events.map(({ state, outcome }) => [state, outcome]),
    [['done', 'settled']],
  )
  await booksAgree(stage)
})

test('the house pays a commission in a third coin, and its books agree', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  await tukar.control('POST', '/venue/commission', { asset: 'USDT', quantity: '0.01234567' })
  const orderNo = await placeOrder(tukar, stage.trader)
  for (const quantity of ['0.004', '0.006']) {
    const { id } = await fillOrder(tukar, orderNo, quantity)
    const report = await tradeReport(tukar, id)
    assert.equal(report['N'], 'USDT')
    await sendVenueEvent(tukar, [report, report])
  }
  assert.equal((await storedOrder(tukar, orderNo)).status, 'DONE')
  const { rows } = await sql<{ units: string }>`
    select m.units from moves m join postings p on p.id = m.posting_id
    where p.key like 'commission:%'`.execute(tukar.service.ctx.db.read)
  // The remainder below one unit of USDT is posted once it adds up to one.
  assert.deepEqual(
    rows.map(({ units }) => units),
    ['12345', '12345'],
  )
  await booksAgree(stage)
})

test('a rebate and a commission with an exponent delay no fill', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  await tukar.control('POST', '/venue/commission', { asset: 'BTC', quantity: '-0.000001' })
  const orderNo = await placeOrder(tukar, stage.trader)
  const rebate = await tradeReport(tukar, (await fillOrder(tukar, orderNo, '0.004')).id)
  assert.equal(rebate['n'], '-0.00000100')
  await sendVenueEvent(tukar, rebate)
  const tiny = await tradeReport(tukar, (await fillOrder(tukar, orderNo, '0.006')).id)
  await sendVenueEvent(tukar, { ...tiny, n: '4.2E-19' })
  assert.equal((await storedOrder(tukar, orderNo)).status, 'DONE')
  assert.equal(await btcOf(stage), bought)
  await auditsClean(tukar.service.ctx.db, [orderHolds])
})

test('a commission in an unknown asset alerts operators, once', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  await tukar.control('POST', '/venue/balances', { asset: 'BNB', free: '1' })
  await tukar.control('POST', '/venue/commission', { asset: 'BNB', quantity: '0.001' })
  const orderNo = await placeOrder(tukar, stage.trader)
  for (const quantity of ['0.004', '0.006']) {
    const { id } = await fillOrder(tukar, orderNo, quantity)
    await sendVenueEvent(tukar, await tradeReport(tukar, id))
  }
  assert.equal((await storedOrder(tukar, orderNo)).status, 'DONE')
  const { db } = tukar.service.ctx
  const alerts = await eventually('the alert', async () => {
    const { rows } = await sql<{ key: string }>`
      select dedupe_key as key from operator_alerts where kind = 'commission-unbooked'`.execute(
      db.read,
    )
    return rows.length > 0 && rows
  })
  assert.equal(alerts.length, 1)
  assert.match(alerts[0]?.key ?? '', /^commission-unbooked:BNB:20\d\d-\d\d-\d\d$/)
  await auditsClean(db, [orderHolds])
})

test('events come bare, wrapped by a stream or a subscription, one or several', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  const orderNo = await placeOrder(tukar, stage.trader)
  const reports = []
  for (const quantity of ['0.001', '0.002', '0.003', '0.004']) {
    const { id } = await fillOrder(tukar, orderNo, quantity)
    reports.push(await tradeReport(tukar, id))
  }
  const [one, two, three, four] = reports
  for (const body of [
    one,
    { stream: 'key', data: two },
    [{ subscriptionId: 3, event: three }, { e: 'balanceUpdate', a: 'BTC' }, four],
  ]) {
    assert.deepEqual((await sendVenueEvent(tukar, body)).body, ok)
  }
  assert.equal((await storedOrder(tukar, orderNo)).status, 'DONE')
  assert.equal(await btcOf(stage), bought)
  await booksAgree(stage)
})

test('events in any order, and older ones after the last, have the same result', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  const orderNo = await placeOrder(tukar, stage.trader)
  const first = await fillOrder(tukar, orderNo, '0.005')
  const second = await fillOrder(tukar, orderNo, '0.003')
  await tukar.control('POST', '/venue/orders/end', { clientOrderId: orderNo })
  const { body } = await tukar.control('GET', '/callbacks?provider=venue')
  const reports = body.map((callback: { body: string }) => fieldsIn(callback.body))
  const [created, one, two, ended] = reports.filter(
    ({ c, C }: { c: string; C: string }) => c === orderNo || C === orderNo,
  )
  assert.deepEqual([one.t, two.t, ended.x], [first.id, second.id, 'CANCELED'])
  const stands = async () => {
    const { status, executed } = await storedOrder(tukar, orderNo)
    return [status, executed]
  }
  // The trade after one that was not reported waits for it, or for the venue's answer to a query.
  for (const report of [two, created, one, ended, two, created, ended, one]) {
    await sendVenueEvent(tukar, report)
    const [status, executed = ''] = await stands()
    assert.ok(['0', '500000', '800000'].includes(executed), executed)
    assert.ok(status === 'CREATE' || executed === '800000', executed)
  }
  await eventually('its end', async () => (await stands())[0] === 'CANCEL')
  assert.deepEqual(await stands(), ['CANCEL', '800000'])
  await booksAgree(stage)
})

const told = (orderNo: string, venueOrderId: string, fields: Readonly<Record<string, unknown>>) =>
  reportOf(orderNo, {
    i: Number(venueOrderId),
    x: 'TRADE',
    X: 'PARTIALLY_FILLED',
    l: '0.00200000',
    z: '0.00200000',
    L: '1600000000.00000000',
    Y: '3200000.00000000',
    T: Date.now(),
    ...fields,
  })

test('trades that together exceed the total they are told with are not booked', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  const { orderNo, venueOrderId } = await orderAtVenue(tukar, stage.trader)
  for (const id of [77, 78, 79, 80]) {
    await sendVenueEvent(tukar, told(orderNo, venueOrderId, { t: id }))
    assert.equal((await storedOrder(tukar, orderNo)).executed, '200000')
  }
})

test('a told cancel whose total was not executed ends no order, now or later', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const { orderNo, venueOrderId } = await orderAtVenue(tukar, trader)
  const away = { provider: 'venue', fault: 'error-500', method: 'DELETE', path: '/api/v3/order' }
  await tukar.control('POST', '/faults', away)
  const { token } = trader
  await tukar.call('DELETE', `/api/exchange/venue/order/${orderNo}`, { token })
  const cancel = { x: 'CANCELED', X: 'CANCELED', l: '0', L: '0', Y: '0', z: '0.00800000' }
  await sendVenueEvent(tukar, told(orderNo, venueOrderId, cancel))
  const { id } = await fillOrder(tukar, orderNo, '0.008')
  await sendVenueEvent(tukar, await tradeReport(tukar, id))
  const { status, executed } = await storedOrder(tukar, orderNo)
  assert.deepEqual([status, executed], ['CREATE', '800000'])
  await booksAgree(stage)
})

test('an order with an unreported rest frees nothing before it arrives', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  const orderNo = await placeOrder(tukar, stage.trader)
  // Makes trade queries fail from before the fill, since the service may query by itself.
  const away = { provider: 'venue', fault: 'error-500', path: '/api/v3/myTrades' }
  await tukar.control('POST', '/faults', away)
  const { orderId: i } = await fillOrder(tukar, orderNo, '0.004')
  await tukar.control('POST', '/venue/orders/end', { clientOrderId: orderNo, status: 'EXPIRED' })
  const ended = { i, x: 'EXPIRED', X: 'EXPIRED', z: '0.00400000' }
  await sendVenueEvent(tukar, reportOf(orderNo, ended))
  const { status } = await storedOrder(tukar, orderNo)
  assert.equal(status, 'CREATE')
  await tukar.control('DELETE', '/faults')
  await eventually('its end', async () => {
    const now = await storedOrder(tukar, orderNo)
    return now.status === 'CANCEL' && now.executed === '400000'
  })
  await booksAgree(stage)
})

test('an event that does not fit its order moves nothing, and queries the venue', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  const { orderNo, venueOrderId } = await orderAtVenue(tukar, stage.trader)
  const fill = {
    i: Number(venueOrderId),
    x: 'TRADE',
    X: 'PARTIALLY_FILLED',
    l: '0.00100000',
    z: '0.00100000',
    L: '1600000000',
    Y: '1600000.00000000',
    t: 77,
  }
  const wrong = [
    { ...fill, s: 'ETHIDR' },
    { ...fill, S: 'SELL' },
    { ...fill, i: 9 },
    { ...fill, q: '0.02000000' },
    { ...fill, L: '1700000000', Y: '1700000.00000000' },
    { ...fill, l: '0.00900000', z: '0.00900000', L: '1600000001', Y: '14400000.009' },
  ]
  for (const [at, change] of wrong.entries()) {
    const report = reportOf(orderNo, { ...change, T: Date.now() + at })
    assert.deepEqual((await sendVenueEvent(tukar, report)).body, ok, JSON.stringify(change))
    const { executed, status, incident } = await storedOrder(tukar, orderNo)
    assert.deepEqual([executed, status, incident], ['0', 'CREATE', null], JSON.stringify(change))
  }
  await booksAgree(stage)
})

test('an event of an order we never placed alerts once, and moves nothing', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  const { db } = tukar.service.ctx
  const unmatched = reportOf('web_1', {
    x: 'TRADE',
    X: 'FILLED',
    i: 901,
    q: '0.00000000',
    l: '0.00100000',
    z: '0.00100000',
    L: '1600000000.00000000',
    Y: '1600000.00000000',
    n: '0.00000100',
    N: 'BTC',
    t: 902,
  })
  for (let time = 0; time < 3; time += 1) await sendVenueEvent(tukar, unmatched)
  await sendVenueEvent(tukar, { ...unmatched, T: 1_795_000_000_001 })
  await eventually('one alert', async () => {
    const alerts = await sql<{ kind: string }>`
      select kind from operator_alerts where kind like 'unmatched-%'`.execute(db.read)
    return alerts.rows.map(({ kind }) => kind).join() === 'unmatched-order'
  })
  const { rows } = await sql`select from postings where key like 'unmatched:%'`.execute(db.read)
  assert.deepEqual(rows, [])
  assert.equal(await btcOf(stage), 10n * oneBtc)
  await auditsClean(db, [orderHolds])
})

test('after a gap in the stream every open order is queried at once', async (t) => {
  setLimits(t, tradingLimits, { refreshWithinMs: 200 })
  const stage = await start(t)
  const { tukar } = stage
  const orderNo = await placeOrder(tukar, stage.trader)
  await fillOrder(tukar, orderNo, '0.01')
  assert.deepEqual((await sendVenueEvent(tukar, { e: 'refreshWebsocket' })).body, ok)
  await eventually('its end', async () => (await storedOrder(tukar, orderNo)).status === 'DONE')
  await booksAgree(stage)
})

test('heartbeats and unrelated events are acknowledged and not stored', async (t) => {
  const { tukar } = await start(t, 2)
  const others = [
    { e: 'heartbeat', E: 1 },
    { e: 'outboundAccountPosition', B: [{ a: 'BTC', f: '1', l: '0' }] },
    { subscriptionId: 0, event: { e: 'eventStreamTerminated', E: 1 } },
  ]
  for (const { url } of tukar.nodes) {
    for (const event of others) {
      assert.deepEqual((await sendVenueEvent(tukar, event, { url })).body, ok)
    }
  }
  assert.deepEqual(await inboxOf(tukar.service.ctx.db), [])
})

test('an unreadable event gets 400 and is stored, and the rest is accepted', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  const orderNo = await placeOrder(tukar, stage.trader)
  const { id } = await fillOrder(tukar, orderNo, '0.01')
  const report = await tradeReport(tukar, id)
  const bad = ['', '{', '[]', '"e"', '{"event":1}', `[${'['.repeat(5_000)}`]
  for (const body of bad) {
    const answer = await sendVenueEvent(tukar, body)
    assert.deepEqual(messageOf(answer), [400, 'api.malformed_request'], body)
  }
  const odd = { ...report, l: '-0.01', t: 78 }
  assert.equal((await sendVenueEvent(tukar, [odd, report])).status, 400)
  assert.equal((await storedOrder(tukar, orderNo)).status, 'DONE')
  const parked = (await inboxOf(tukar.service.ctx.db)).filter(({ state }) => state === 'parked')
  assert.equal(parked.length, bad.length + 1)
  await booksAgree(stage)
})

test('a stored event that was not applied is applied later, once', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  const { db } = tukar.service.ctx
  const orderNo = await placeOrder(tukar, stage.trader)
  const { id } = await fillOrder(tukar, orderNo, '0.01')
  const [event] = readEvents(JSON.stringify(await tradeReport(tukar, id))) ?? []
  assert.ok(event?.kind === 'execution')
  const raw = Buffer.from(JSON.stringify({ event: event.words }))
  const stored = eventOf({ source: 'venue.report', key: 'later', raw })
  await db.inTransaction((tx) => insertPending(tx, stored, { attempts: 0, error: null }))
  await eventually('its end', async () => (await storedOrder(tukar, orderNo)).status === 'DONE')
  assert.deepEqual((await sendVenueEvent(tukar, await tradeReport(tukar, id))).body, ok)
  assert.equal(await btcOf(stage), bought)
  await booksAgree(stage)
})
