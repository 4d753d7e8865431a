import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import { auditOf, makeOperator, type SignedInOperator } from '../../../../tests/make/operator.ts'
import {
  fillOrder,
  makeOrderTrader,
  orderAtVenue,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { leaderOf } from '../../../../tests/make/payx.ts'
import { steadyPrices } from '../../../../tests/make/prices.ts'
import { bindTotp } from '../../../../tests/make/totp.ts'
import { reportOf, sendVenueEvent, tradeReport } from '../../../../tests/make/venue-events.ts'
import {
  attempted,
  cooledOff,
  pauseOver,
  requestCoins,
  sentToCustody,
} from '../../../../tests/make/withdrawal.ts'
import { withdrawalHolds } from '../../withdrawals/model/withdrawals.sql.ts'
import { confirmFills } from '../executions/confirm-fills.ts'
import { pullTrades } from '../executions/pull-trades.ts'
import { orderHolds } from '../order-model/orders.sql.ts'

const reason = "the venue's staff say so"
const notStuck = [400, 'api.order_not_stuck']
const updated = [200, 'api.order_updated']

/** Starts with an order of 0.01 BTC for 16,000,000 rupiah; the venue sends no events. */
async function start(t: TestContext) {
  const tukar = await startTukar(t, { jobs: ['settle withdrawals'] })
  await stillMarket(tukar)
  const { ctx } = await leaderOf(tukar)
  await pullTrades(ctx)
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'lose-callbacks' })
  await tukar.control('POST', '/venue/stream', { silent: true })
  const made = await makeOrderTrader(tukar)
  const secret = await bindTotp(tukar, made)
  await cooledOff(tukar, made)
  const { orderNo, venueOrderId } = await orderAtVenue(tukar, made)
  await steadyPrices(ctx.db, { BTC_IDR: '1640000000' })
  const act = async ({ token }: SignedInOperator, path: string, body: object = {}) =>
    tukar.call('POST', `/operator/api/orders/${orderNo}/${path}`, { token, body })
  return {
    tukar,
    ctx,
    trader: { ...made, secret },
    orderNo,
    first: await makeOperator(tukar, 'finance'),
    second: await makeOperator(tukar, 'finance'),
    act,
    state: (by: SignedInOperator, outcome: string) => act(by, 'resolve', { outcome, reason }),
    /** Sends a report of a trade that the venue never made, and lets the venue's list deny it. */
    deny: async (fields: Readonly<Record<string, unknown>>) => {
      const report = { i: Number(venueOrderId), x: 'TRADE', L: '1600000000.00000000', t: 4_711 }
      const event = reportOf(orderNo, { ...report, T: Date.now(), ...fields })
      assert.equal((await sendVenueEvent(tukar, event)).status, 200)
      await sql`
        update unconfirmed_fills set recorded_at = recorded_at - interval '11 seconds'`.execute(
        ctx.db.read,
      )
    },
    confirm: () => confirmFills(ctx),
    /** Books a real trade of this part of the order. */
    execute: async (volume: string) => {
      const { id } = await fillOrder(tukar, orderNo, volume)
      await sendVenueEvent(tukar, await tradeReport(tukar, id))
      assert.equal((await storedOrder(tukar, orderNo)).executed, '300000')
    },
    /** As after this many queries in a row that the venue did not describe the order to. */
    queried: (attempts: number) =>
      sql`update orders set attempts = ${attempts} where order_no = ${orderNo}`.execute(
        ctx.db.read,
      ),
    locked: async () => (await owned(ctx.db, made.id)).locked,
    clean: () => auditsClean(ctx.db, [orderHolds, withdrawalHolds]),
  }
}

/** Makes the venue answer every query of an order with this error. */
function forget(t: TestContext, { ctx }: Awaited<ReturnType<typeof start>>, code: string): void {
  t.mock.method(ctx.venue, 'findOrder', () =>
    Promise.resolve({ kind: 'rejected', code, message: 'as the venue says it' }),
  )
}

const whole = { X: 'FILLED', l: '0.01000000', z: '0.01000000', Y: '16000000.00000000' }
const half = { X: 'PARTIALLY_FILLED', l: '0.00500000', z: '0.00500000', Y: '8000000.00000000' }

test('a denied trade stands once two operators agree, and then money leaves', async (t) => {
  const on = await start(t)
  const { tukar, trader, orderNo, first, second } = on
  await on.deny(whole)
  assert.deepEqual(messageOf(await on.state(first, 'stands')), notStuck, 'before the list denies')
  await on.confirm()
  await requestCoins(tukar, trader)
  await attempted(tukar, trader, 1)

  const proposed = await on.state(first, 'stands')
  assert.deepEqual(messageOf(proposed), updated)
  const { incident, resolutions } = proposed.body.data
  assert.equal(incident, 'the venue does not list trade 4711')
  const [{ operator, statement, closedAt }] = resolutions
  assert.deepEqual([operator.id, statement, closedAt], [first.id, 'stands 4711', null])
  const alone = await on.state(first, 'stands')
  assert.deepEqual(messageOf(alone), [400, 'api.second_operator_needed'])
  await pauseOver(tukar)
  await attempted(tukar, trader, 2)
  assert.deepEqual(await sentToCustody(tukar), [])

  const agreed = await on.state(second, 'stands')
  assert.deepEqual(messageOf(agreed), updated)
  assert.deepEqual([agreed.body.data.incident, agreed.body.data.status], [null, 'DONE'])
  await pauseOver(tukar)
  await eventually('the transfer', async () => (await sentToCustody(tukar)).length === 1)
  assert.deepEqual(messageOf(await on.state(first, 'stands')), notStuck)
  const entries = await auditOf(tukar, first, '&action=order.resolve')
  const after = { status: 'DONE', outcome: 'stands', userId: trader.id, reason }
  assert.deepEqual(
    entries.map((entry: { subject: unknown; after: unknown }) => [entry.subject, entry.after]),
    ['proposed', 'stands'].map((done) => [
      { kind: 'order', id: orderNo },
      { ...after, done },
    ]),
  )
  await on.clean()
})

test('an order with a denied trade ends with it once two operators say both', async (t) => {
  const on = await start(t)
  const { first, second } = on
  await on.deny(half)
  await on.confirm()
  await on.act(first, 'cancel', { reason })
  assert.deepEqual(messageOf(await on.state(first, 'ended')), notStuck, 'its trade is denied')
  await on.state(first, 'stands')
  const stands = (await on.state(second, 'stands')).body.data
  assert.deepEqual([stands.incident, stands.status], [null, 'CREATE'])
  assert.ok(Date.parse(stands.nextAt) > 0, 'the venue is queried again')

  const proposed = (await on.state(first, 'ended')).body.data
  assert.deepEqual(
    [proposed.incident, proposed.status],
    ['it ended with less executed than its trades', 'CREATE'],
  )
  const ended = (await on.state(second, 'ended')).body.data
  assert.deepEqual(
    [ended.incident, ended.status, ended.executedVolume, ended.reason],
    [null, 'CANCEL', '0.005', 'RESOLVED'],
  )
  assert.equal(ended.held.remaining, '0')
  assert.equal(await on.locked(), 0n)
  await on.clean()
})

for (const code of ['-2013', '-2026', '-1121']) {
  test(`two operators end an order of which the venue says only ${code}`, async (t) => {
    const on = await start(t)
    const { tukar, orderNo, first, second } = on
    await on.execute('0.003')
    await sql`update unconfirmed_fills set recorded_at = now() - interval '1 s'`.execute(
      on.ctx.db.read,
    )
    await on.confirm()
    forget(t, on, code)
    await on.queried(9)
    assert.deepEqual(messageOf(await on.state(first, 'ended')), notStuck)
    await on.queried(10)
    const proposed = await on.state(first, 'ended')
    assert.deepEqual(messageOf(proposed), updated)
    assert.equal(proposed.body.data.status, 'CREATE')
    const alone = await on.state(first, 'ended')
    assert.deepEqual(messageOf(alone), [400, 'api.second_operator_needed'])
    assert.equal(await on.locked(), 1_120_000_000n)

    const { body } = await on.state(second, 'ended')
    const { status, executedVolume, finalVolume, resolutions } = body.data
    assert.deepEqual([status, executedVolume, finalVolume], ['CANCEL', '0.003', '0.003'])
    assert.equal(resolutions[0].statement, 'ended 0.003')
    assert.equal(await on.locked(), 0n)
    const again = await on.state(first, 'ended')
    assert.deepEqual(messageOf(again), [400, 'api.order_status_canceled'])
    await eventually('the message', async () => {
      const { rows } = await sql`
        select from user_messages where dedupe_key = ${`order-canceled:${orderNo}`}`.execute(
        tukar.service.ctx.db.read,
      )
      return rows.length === 1
    })
    await on.clean()
  })
}

test('operators end no order that the venue describes, or while it is away', async (t) => {
  const on = await start(t)
  const { tukar, orderNo, first, second } = on
  await on.queried(10)
  forget(t, on, '-2013')
  await on.state(first, 'ended')
  t.mock.restoreAll()
  await on.queried(10)
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'error-500', times: 1 })
  const away = await on.state(second, 'ended')
  assert.deepEqual(messageOf(away), [503, 'api.provider_unreachable'])
  assert.deepEqual(messageOf(await on.state(second, 'ended')), notStuck, 'it is described again')
  const doubt = sql`update orders set incident = 'its quantity is 3' where order_no = ${orderNo}`
  await doubt.execute(on.ctx.db.read)
  const open = await on.state(second, 'ended')
  assert.deepEqual(messageOf(open), [400, 'api.provider_says_otherwise'])
  await fillOrder(tukar, orderNo, '0.01')
  const filled = await on.state(second, 'ended')
  assert.deepEqual(messageOf(filled), [400, 'api.order_status_completed'])
  assert.equal((await storedOrder(tukar, orderNo)).executed, '1000000')
  assert.equal(await on.locked(), 0n)
  await on.clean()
})

test('an order ends only after its trades are confirmed, and never by its owner', async (t) => {
  const on = await start(t)
  const { tukar, trader, first } = on
  await on.execute('0.003')
  forget(t, on, '-1121')
  await on.queried(10)
  assert.deepEqual(messageOf(await on.state(first, 'ended')), notStuck)
  await sql`update operators set email = (select email from users where id = ${trader.id})
    where id = ${first.id}`.execute(on.ctx.db.read)
  const own = await on.state(first, 'ended')
  assert.deepEqual(messageOf(own), [403, 'api.operator_own_money'])
  const path = '/operator/api/orders/TK-none/resolve'
  const body = { outcome: 'ended', reason }
  const none = await tukar.call('POST', path, { token: first.token, body })
  assert.deepEqual(messageOf(none), [400, 'api.order_does_not_exist'])
})
