import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import {
  type CashWithdrawer,
  makeCashWithdrawer,
  movePayout,
  pausePayouts,
  payoutsOf,
  rupiahOf,
  withdrawCash,
} from '../../../../tests/make/cash-withdrawal.ts'
import { alertsOf } from '../../../../tests/make/notices.ts'
import { becomes, pauseOver, withdrawalsOf } from '../../../../tests/make/withdrawal.ts'

async function start(t: TestContext, bank: object = {}) {
  const tukar = await startTukar(t, { jobs: ['settle withdrawals'] })
  const trader = await makeCashWithdrawer(tukar, bank)
  return { tukar, trader, db: tukar.service.ctx.db }
}

const untouched = { available: 100_000_000n, locked: 0n }
const frozen = { available: 98_995_000n, locked: 1_005_000n }
const sent = { available: 98_995_000n, locked: 0n }

const fault = (tukar: Tukar, name: string, times: number, more: object = {}) =>
  tukar.control('POST', '/faults', {
    provider: 'payx',
    fault: name,
    path: '/v2/payouts',
    times,
    ...more,
  })

/** Waits until payx was called this many times and the last call has ended. */
const attemptedAt = (tukar: Tukar, trader: CashWithdrawer, attempts: number) =>
  eventually(`attempt ${attempts}`, async () => {
    const [first] = await withdrawalsOf(tukar, trader)
    const soon = first?.dueInMs ?? null
    return first?.attempts === attempts && soon !== null && soon < 25_000 && first
  })

test('a payout with a lost response is found by our id, and never made twice', async (t) => {
  const { tukar, trader, db } = await start(t)
  await pausePayouts(tukar)
  await fault(tukar, 'drop-response', 1, { method: 'POST' })
  await withdrawCash(tukar, trader)
  await attemptedAt(tukar, trader, 1)
  assert.deepEqual(await rupiahOf(tukar, trader), frozen)
  await pauseOver(tukar)
  const { requestId, providerId } = await becomes(tukar, trader, 'SUBMITTED')
  const payouts = await payoutsOf(tukar)
  assert.deepEqual(
    payouts.map(({ id, reference_id }) => [id, reference_id]),
    [[providerId, requestId]],
  )
  await auditsClean(db)
})

test('while payx is unclear, the money stays frozen and the payout is polled', async (t) => {
  const { tukar, trader, db } = await start(t)
  await fault(tukar, 'error-500', 1)
  await withdrawCash(tukar, trader)
  await attemptedAt(tukar, trader, 1)
  for (const [attempts, name] of [
    [2, 'error-500'],
    [3, 'error-429'],
    [4, 'bad-json'],
  ] as const) {
    await fault(tukar, name, 1)
    await pauseOver(tukar)
    await attemptedAt(tukar, trader, attempts)
    assert.deepEqual(await rupiahOf(tukar, trader), frozen)
  }
  await pauseOver(tukar)
  await becomes(tukar, trader, 'SUCCESS')
  assert.equal((await payoutsOf(tukar)).length, 1)
  assert.deepEqual(await rupiahOf(tukar, trader), sent)
  await auditsClean(db)
})

test('a payout that payx refuses for good refunds the money, with its reason', async (t) => {
  const refusals: readonly (readonly [column: string, value: string, code: string])[] = [
    ['channel_code', 'ID_NOWHERE', 'CHANNEL_CODE_NOT_SUPPORTED'],
    ['account_number', '12-34', 'RECIPIENT_ACCOUNT_NUMBER_ERROR'],
    ['account_holder', '', 'API_VALIDATION_ERROR'],
  ]
  for (const [column, value, code] of refusals) {
    const { tukar, trader, db } = await start(t)
    await sql`
      create function spoil() returns trigger language plpgsql as $$
      begin new.${sql.ref(column)} = ${sql.lit(value)}; return new; end $$`.execute(db.read)
    await sql`create trigger spoil before insert on withdrawals
      for each row execute function spoil()`.execute(db.read)
    await withdrawCash(tukar, trader)
    await becomes(tukar, trader, 'FAILED')
    const { reason } = await db.read
      .selectFrom('withdrawals')
      .select('reason')
      .executeTakeFirstOrThrow()
    assert.ok(reason?.startsWith(code), reason ?? '')
    assert.deepEqual(await rupiahOf(tukar, trader), untouched)
    await auditsClean(db)
  }
})

test('an id that payx knows with another amount is left to an operator', async (t) => {
  const { tukar, trader, db } = await start(t)
  await pausePayouts(tukar)
  await fault(tukar, 'error-500', 1)
  await withdrawCash(tukar, trader)
  const { requestId } = await attemptedAt(tukar, trader, 1)
  const authorization = `Basic ${Buffer.from(`${tukar.config.payx.secretKey}:`).toString('base64')}`
  const other = await fetch(`${tukar.config.payx.baseUrl}/v2/payouts`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      'idempotency-key': requestId,
    },
    body: JSON.stringify({
      reference_id: requestId,
      channel_code: 'ID_BCA',
      channel_properties: { account_holder_name: 'X', account_number: '1' },
      amount: 2_000_000,
      currency: 'IDR',
    }),
  })
  assert.equal(other.status, 200)
  await pauseOver(tukar)
  const stopped = await eventually('an incident', async () => {
    const [first] = await withdrawalsOf(tukar, trader)
    return first?.incident !== null && first
  })
  assert.match(stopped?.incident ?? '', /2000000 IDR/)
  assert.deepEqual(await rupiahOf(tukar, trader), frozen)
  await eventually('the alert', async () => {
    const rows = await db.read.selectFrom('operator_alerts').select('kind').execute()
    return rows.some(({ kind }) => kind === 'withdrawal-contradicted')
  })
  await auditsClean(db)
})

test('the account numbers of payx for failures fail, and give the money back', async (t) => {
  for (const [account, code] of [
    ['123456', 'TEMPORARY_TRANSFER_ERROR'],
    ['999999', 'REJECTED_BY_CHANNEL'],
    ['121212', 'INVALID_DESTINATION'],
  ] as const) {
    const { tukar, trader, db } = await start(t, { account })
    await withdrawCash(tukar, trader)
    await becomes(tukar, trader, 'FAILED')
    const { reason } = await db.read
      .selectFrom('withdrawals')
      .select('reason')
      .executeTakeFirstOrThrow()
    assert.equal(reason, `FAILED: ${code}`)
    assert.deepEqual(await rupiahOf(tukar, trader), untouched)
    await auditsClean(db)
  }
})

test('without money at payx payouts fail and give it back, with one alert a day', async (t) => {
  const { tukar, trader } = await start(t)
  const other = await makeCashWithdrawer(tukar)
  await tukar.control('POST', '/payx/balance', { balance: 0 })
  for (const one of [trader, other]) {
    await withdrawCash(tukar, one)
    await becomes(tukar, one, 'FAILED')
    assert.deepEqual(await rupiahOf(tukar, one), untouched)
  }
  const alerts = async () => (await alertsOf(tukar, 'withdrawal-refused')) === 1
  await eventually('the alert', alerts)
})

test('a payout without a report of payx is polled, and ends by the response', async (t) => {
  const { tukar, trader, db } = await start(t)
  await pausePayouts(tukar)
  await withdrawCash(tukar, trader)
  const { requestId } = await becomes(tukar, trader, 'SUBMITTED')
  await fault(tukar, 'lose-callbacks', 1)
  await movePayout(tukar, requestId, 'SUCCEEDED')
  await pauseOver(tukar)
  await becomes(tukar, trader, 'SUCCESS')
  assert.deepEqual(await rupiahOf(tukar, trader), sent)
  await auditsClean(db)
})

test('an unknown status of payx ends nothing', async (t) => {
  const { tukar, trader } = await start(t)
  await pausePayouts(tukar)
  await withdrawCash(tukar, trader)
  const { requestId } = await becomes(tukar, trader, 'SUBMITTED')
  await fault(tukar, 'lose-callbacks', 1)
  await movePayout(tukar, requestId, 'SOMETHING_NEW')
  await pauseOver(tukar)
  await attemptedAt(tukar, trader, 2)
  assert.equal((await withdrawalsOf(tukar, trader))[0]?.status, 'SUBMITTED')
  assert.deepEqual(await rupiahOf(tukar, trader), frozen)
})
