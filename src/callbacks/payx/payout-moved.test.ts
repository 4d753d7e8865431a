import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import {
  type CashWithdrawer,
  makeCashWithdrawer,
  movePayout,
  pausePayouts,
  payoutReport,
  rupiahOf,
  submitPayout,
  withdrawCash,
} from '../../../tests/make/cash-withdrawal.ts'
import { inboxOf, makeEventsDue } from '../../../tests/make/inbox-node.ts'
import { idle } from '../../../tests/make/payd-books.ts'
import { makeAccount, paidInto, received, reportPayx } from '../../../tests/make/payx.ts'
import { makeCode, scanned } from '../../../tests/make/qris.ts'
import { becomes, withdrawalsOf } from '../../../tests/make/withdrawal.ts'

const untouched = { available: 100_000_000n, locked: 0n }
const frozen = { available: 98_995_000n, locked: 1_005_000n }
const sent = { available: 98_995_000n, locked: 0n }

async function submitted(t: TestContext, nodes = 1) {
  const made = await submitPayout(t, nodes)
  const { tukar, trader, requestId } = made
  const deliver = (status: string, data: object = {}, url = tukar.url) =>
    reportPayx(tukar, 'withdrawal', payoutReport(requestId, trader.id, status, data), { url })
  return { ...made, deliver }
}

const statusOf = async (tukar: Tukar, trader: CashWithdrawer) =>
  (await withdrawalsOf(tukar, trader))[0]?.status

const alertsOf = async ({ service }: Tukar): Promise<readonly string[]> =>
  (
    await service.ctx.db.read
      .selectFrom('operator_alerts')
      .select('kind')
      .where('severity', '<>', 'info')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

const alerted = (tukar: Tukar, ...kinds: readonly string[]) =>
  eventually(`alerts ${kinds}`, async () => (await alertsOf(tukar)).join() === kinds.join())

const outcomes = async (tukar: Tukar) =>
  (await inboxOf(tukar.service.ctx.db)).map(({ outcome }) => outcome)

test('SUCCEEDED ends a withdrawal once, however often it is reported, and at once', async (t) => {
  const { tukar, trader, db, deliver } = await submitted(t, 2)
  const urls = tukar.nodes.map(({ url }) => url)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      deliver('SUCCEEDED', { updated: String(at % 4) }, urls[at % 2]),
    ),
  )
  for (const { status, text } of answers) assert.deepEqual([status, text], [200, received])
  await becomes(tukar, trader, 'SUCCESS')
  assert.deepEqual(await rupiahOf(tukar, trader), sent)
  await deliver('SUCCEEDED', { updated: 'a month later' })
  assert.deepEqual(await rupiahOf(tukar, trader), sent)
  assert.deepEqual(await alertsOf(tukar), [])
  await auditsClean(db)
})

test("a callback needs only the interface's fields: status, request and user", async (t) => {
  const { tukar, trader, requestId, db } = await submitted(t)
  const metadata = { request_id: requestId, user_id: trader.id }
  const answer = await reportPayx(tukar, 'withdrawal', { data: { metadata, status: 'SUCCEEDED' } })
  assert.deepEqual([answer.status, answer.text], [200, received])
  assert.equal(await statusOf(tukar, trader), 'SUCCESS')
  await auditsClean(db)
})

for (const status of ['FAILED', 'CANCELLED', 'COMPLIANCE_REJECTED', 'EXPIRED']) {
  test(`a payout that ends as ${status} gives the money back, once`, async (t) => {
    const { tukar, trader, requestId, db, deliver } = await submitted(t)
    await movePayout(tukar, requestId, status, 'INVALID_DESTINATION')
    for (let time = 0; time < 2; time += 1) {
      const answer = await deliver(status, { failure_code: 'INVALID_DESTINATION', told: time })
      assert.equal(answer.text, received)
    }
    await becomes(tukar, trader, 'FAILED')
    await deliver(status, { late: true })
    await idle(tukar)
    assert.deepEqual(await rupiahOf(tukar, trader), untouched)
    const days = await db.read.selectFrom('withdrawal_days').select('worth_idr').execute()
    assert.deepEqual(days, [{ worth_idr: '0' }], 'the day has room again')
    await auditsClean(db)
  })
}

test('a pending payout is acknowledged and changes nothing', async (t) => {
  const { tukar, trader, db, deliver } = await submitted(t)
  for (const status of ['ACCEPTED', 'REQUESTED', 'PENDING_COMPLIANCE_ASSESSMENT']) {
    assert.equal((await deliver(status)).text, received)
    assert.equal(await statusOf(tukar, trader), 'SUBMITTED')
  }
  await deliver('SUCCEEDED')
  await deliver('REQUESTED', { late: true })
  assert.equal(await statusOf(tukar, trader), 'SUCCESS')
  assert.deepEqual(await rupiahOf(tukar, trader), sent)
  assert.deepEqual(await alertsOf(tukar), [])
  await auditsClean(db)
})

test('a payout that is returned after it succeeded is refunded once', async (t) => {
  const { tukar, trader, requestId, db, deliver } = await submitted(t)
  await movePayout(tukar, requestId, 'SUCCEEDED')
  await becomes(tukar, trader, 'SUCCESS')
  await movePayout(tukar, requestId, 'REVERSED')
  for (let time = 0; time < 3; time += 1) await deliver('REVERSED', { told: time })
  await alerted(tukar, 'withdrawal-reversed')
  assert.deepEqual(await rupiahOf(tukar, trader), untouched)
  assert.equal(await statusOf(tukar, trader), 'SUCCESS')
  await deliver('SUCCEEDED', { again: true })
  await deliver('FAILED', { late: true })
  await idle(tukar)
  assert.deepEqual(await rupiahOf(tukar, trader), untouched)
  await auditsClean(db)
})

test('a payout that returns before its success is reported is refunded', async (t) => {
  const { tukar, trader, requestId, db, deliver } = await submitted(t)
  await movePayout(tukar, requestId, 'REVERSED')
  await becomes(tukar, trader, 'FAILED')
  assert.deepEqual(await rupiahOf(tukar, trader), untouched)
  await deliver('SUCCEEDED')
  assert.deepEqual(await rupiahOf(tukar, trader), untouched, 'told late, moves nothing')
  const [over] = await withdrawalsOf(tukar, trader)
  assert.deepEqual([over?.status, over?.incident], ['FAILED', null])
  const { rows } = await sql`select from users where suspended_at is not null`.execute(db.read)
  assert.equal(rows.length, 0, 'nobody was paid twice')
  await auditsClean(db)
})

for (const [first, second, left] of [
  ['FAILED', 'SUCCEEDED', untouched],
  ['SUCCEEDED', 'FAILED', sent],
  ['SUCCEEDED', 'CANCELLED', sent],
] as const) {
  test(`${second} after ${first} contradicts it, moves nothing and is alerted`, async (t) => {
    const { tukar, trader, requestId, db } = await submitted(t)
    await movePayout(tukar, requestId, first)
    await becomes(tukar, trader, first === 'FAILED' ? 'FAILED' : 'SUCCESS')
    for (let time = 0; time < 2; time += 1) await movePayout(tukar, requestId, second)
    await alerted(tukar, 'withdrawal-contradicted')
    assert.deepEqual(await rupiahOf(tukar, trader), left)
    const [stopped] = await withdrawalsOf(tukar, trader)
    assert.notEqual(stopped?.incident, null)
    await auditsClean(db)
  })
}

test('another user, another amount or another payout has no effect, and is alerted', async (t) => {
  const { tukar, trader, requestId, db, deliver } = await submitted(t)
  const other = { request_id: requestId, user_id: String(trader.id + 1) }
  const changes = [
    { metadata: other },
    { metadata: { request_id: requestId } },
    { amount: 999_999 },
    { amount: '1000000.5' },
    { amount: 1_000_001 },
    { id: 'disb-of-somebody' },
  ]
  for (const status of ['SUCCEEDED', 'FAILED', 'REVERSED']) {
    for (const change of changes) {
      assert.equal((await deliver(status, change)).text, received)
      assert.deepEqual(await rupiahOf(tukar, trader), frozen)
    }
  }
  assert.deepEqual(new Set(await outcomes(tukar)), new Set(['mismatch']))
  await eventually('the alerts', async () => (await alertsOf(tukar)).length === 18)
  const [still] = await withdrawalsOf(tukar, trader)
  assert.deepEqual([still?.status, still?.incident], ['SUBMITTED', null])
  await deliver('SUCCEEDED')
  assert.deepEqual(await rupiahOf(tukar, trader), sent)
  await auditsClean(db)
})

test('a callback does not end a withdrawal that was never sent', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeCashWithdrawer(tukar, { bankOwner: 'Somebody Else' })
  const { request_id: requestId } = (await withdrawCash(tukar, trader)).body.data
  for (const status of ['SUCCEEDED', 'FAILED']) {
    const report = payoutReport(requestId, trader.id, status)
    assert.equal((await reportPayx(tukar, 'withdrawal', report)).text, received)
  }
  assert.equal(await statusOf(tukar, trader), 'PENDING_APPROVAL')
  assert.deepEqual(await rupiahOf(tukar, trader), frozen)
  const contradicted = async () =>
    (await alertsOf(tukar)).filter((kind) => kind === 'withdrawal-contradicted').length
  await eventually('the alerts', async () => (await contradicted()) === 2)
})

test('an unknown status is stored and alerted, and ends nothing', async (t) => {
  const { tukar, trader, deliver } = await submitted(t)
  for (const status of ['succeeded', 'SETTLED', 'Failed']) {
    assert.equal((await deliver(status)).text, received)
  }
  assert.equal(await statusOf(tukar, trader), 'SUBMITTED')
  assert.deepEqual(new Set(await outcomes(tukar)), new Set(['unknown-status']))
  const kind = 'provider-status-unknown'
  await alerted(tukar, kind, kind, kind)
})

test('an id that may still appear is acknowledged, alerted, and tried again', async (t) => {
  const { tukar, trader, requestId, db } = await submitted(t)
  const read = db.read
  const hidden = 'wd-00000000000000000000000000000001'
  const answer = await reportPayx(tukar, 'withdrawal', payoutReport(hidden, trader.id, 'SUCCEEDED'))
  assert.deepEqual([answer.status, answer.text], [200, received])
  await alerted(tukar, 'withdrawal-unknown')
  const [waiting] = await inboxOf(db)
  assert.equal(waiting?.state, 'pending')
  await sql`update holds set owner_id = ${hidden} where owner_id = ${requestId}`.execute(read)
  await sql`update withdrawals set request_id = ${hidden}`.execute(read)
  await makeEventsDue(db)
  await becomes(tukar, trader, 'SUCCESS')
  assert.deepEqual(await rupiahOf(tukar, trader), sent)
  assert.equal((await inboxOf(db))[0]?.state, 'done')
})

test('an id that never appears is parked in the end, and others are not held up', async (t) => {
  const { tukar, trader, db, deliver } = await submitted(t)
  const hidden = 'wd-00000000000000000000000000000001'
  await reportPayx(tukar, 'withdrawal', payoutReport(hidden, trader.id, 'SUCCEEDED'))
  await deliver('SUCCEEDED')
  assert.equal(await statusOf(tukar, trader), 'SUCCESS')
  const waiting = async () => (await inboxOf(db)).find(({ key }) => key.startsWith('wd-0'))
  assert.equal((await waiting())?.state, 'pending')
  await sql`update inbox set attempts = 299, next_at = now() where state = 'pending'`.execute(
    db.read,
  )
  await eventually('parked', async () => (await waiting())?.state === 'parked')
  await alerted(tukar, 'withdrawal-unknown', 'event-parked')
})

test('each payout without a rupiah withdrawal is acknowledged and alerted once', async (t) => {
  const { tukar, trader, db } = await submitted(t)
  await sql`
    insert into withdrawals (request_id, user_id, kind, asset_id, amount, fee, held, sent, network,
      address, worth_idr, status)
    values ('wd-coins-0001', ${trader.id}, 'COIN', 3, 100, 0, 100, 100, 'BTC', 'x', 1,
      'PROCESSING')`.execute(db.read)
  const report = payoutReport('wd-coins-0001', trader.id, 'SUCCEEDED')
  const bodies = [
    report,
    payoutReport('somebody-elses', trader.id, 'SUCCEEDED'),
    { ...report, data: { status: 'ACCEPTED', id: 'disb-1' } },
    { ...report, data: { status: 'SUCCEEDED', id: 'disb-1' } },
    { ...report, data: { status: 'SUCCEEDED', id: 'disb-2' } },
  ]
  for (const body of bodies) {
    assert.equal((await reportPayx(tukar, 'withdrawal', body)).text, received)
  }
  assert.deepEqual(new Set(await outcomes(tukar)), new Set(['unknown-withdrawal']))
  await alerted(tukar, ...Array<string>(4).fill('withdrawal-unknown'))
  assert.deepEqual(await rupiahOf(tukar, trader), frozen)
})

test('a callback that overtakes the response to our own call ends it all the same', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeCashWithdrawer(tukar)
  await pausePayouts(tukar)
  const { payx } = tukar.service.ctx
  const { payOut } = payx
  const reported = Promise.withResolvers<void>()
  t.mock.method(payx, 'payOut', (payout: Parameters<typeof payOut>[0]) =>
    reported.promise.then(() => payOut(payout)),
  )
  const answer = await withdrawCash(tukar, trader)
  const { request_id: requestId } = answer.body.data
  await eventually('our call', async () => (await withdrawalsOf(tukar, trader))[0]?.attempts === 1)
  await reportPayx(tukar, 'withdrawal', payoutReport(requestId, trader.id, 'SUCCEEDED'))
  assert.equal(await statusOf(tukar, trader), 'SUCCESS')
  reported.resolve()
  await eventually('the payout', async () => {
    const { body } = await tukar.control('GET', '/state')
    return body.payx.payouts.length === 1
  })
  assert.equal(await statusOf(tukar, trader), 'SUCCESS')
  assert.deepEqual(await rupiahOf(tukar, trader), sent)
  assert.deepEqual(await alertsOf(tukar), [])
  await auditsClean(tukar.service.ctx.db)
})

test("a body without a status is refused in payx's shape, and stored", async (t) => {
  const { tukar, db } = await submitted(t)
  for (const body of ['{}', '{"data":{}}', '{"data":[]}', 'no json']) {
    const answer = await reportPayx(tukar, 'withdrawal', body)
    assert.equal(answer.status, 400)
    assert.equal(answer.body.response_code, 400)
  }
  assert.ok((await inboxOf(db)).every(({ state }) => state === 'parked'))
})

test('deposits and payouts reported in any order, at once, have one effect each', async (t) => {
  const { tukar, trader, db, deliver } = await submitted(t)
  const user = trader.id
  const account = await makeAccount(db, { user })
  const code = await makeCode(db, { user })
  const callbacks = [
    () => deliver('ACCEPTED'),
    () => deliver('SUCCEEDED'),
    () => deliver('REQUESTED'),
    () => reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-1', 10_000)),
    () => reportPayx(tukar, 'deposit-paid-qris', scanned(code, 'qrpy_1')),
  ]
  const all = [...callbacks, ...callbacks.toReversed(), ...callbacks]
  const answers = await Promise.all(all.map((one) => one()))
  assert.ok(answers.every(({ text }) => text === received))
  const credited = 5_560n + 14_895n
  assert.deepEqual(await rupiahOf(tukar, trader), { ...sent, available: sent.available + credited })
  await auditsClean(db)
})
