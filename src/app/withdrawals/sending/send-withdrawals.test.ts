import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, type Tukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { sendCustody, transactionOf } from '../../../../tests/make/custody.ts'
import { allSent, mailsTo } from '../../../../tests/make/mails.ts'
import { alertsOf } from '../../../../tests/make/notices.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import {
  attempted,
  becomes,
  bitcoinOf,
  later,
  moveAtCustody,
  oneBtc,
  pauseCustody,
  pauseOver,
  requestCoins,
  sentToCustody,
  startWithdrawer,
  withdrawalsOf,
} from '../../../../tests/make/withdrawal.ts'
import { stopAfterLoss } from '../../../platform/jobs/stop-after-loss.ts'
import { outboundLimits } from '../../../providers/outbound-limits.ts'
import { approveWithdrawals, rejectWithdrawals } from '../decisions/decide-withdrawals.ts'
import { settleDueWithdrawals } from './send-withdrawals.ts'

const all = 10n * oneBtc
const requestedUnits = 500_000n

const worthOfDay = async ({ service }: Tukar) => {
  const { rows } = await sql<{ worth: string }>`
    select worth_idr as worth from withdrawal_days`.execute(service.ctx.db.read)
  return rows.map(({ worth }) => worth)
}

const failure = { provider: 'custody', fault: 'error-500', path: '/v1/transactions', times: 1 }

/** Requests a withdrawal whose first sending fails, so that custody does not have it. */
async function startUnreceived(t: TestContext) {
  const started = await startWithdrawer(t)
  const { tukar, trader } = started
  await pauseCustody(tukar)
  await tukar.control('POST', '/faults', { ...failure, method: 'POST' })
  await requestCoins(tukar, trader)
  await attempted(tukar, trader, 1)
  return started
}

for (const fault of ['drop-response', 'error-500'] as const) {
  test(`a lost response (${fault}) releases nothing and sends nothing twice`, async (t) => {
    const { tukar, trader, db } = await startWithdrawer(t)
    await pauseCustody(tukar)
    await tukar.control('POST', '/faults', { provider: 'custody', fault, method: 'POST', times: 1 })
    const requestId = await requestCoins(tukar, trader)
    await attempted(tukar, trader, 1)
    assert.deepEqual(await bitcoinOf(tukar, trader), {
      available: all - requestedUnits,
      locked: requestedUnits,
    })
    await pauseOver(tukar)
    await becomes(tukar, trader, 'SUBMITTED')
    const sent = await sentToCustody(tukar)
    assert.deepEqual(
      sent.map(({ externalTxId }) => externalTxId),
      [requestId],
    )
    await moveAtCustody(tukar, requestId, 'COMPLETED')
    await becomes(tukar, trader, 'SUCCESS')
    assert.deepEqual(await bitcoinOf(tukar, trader), {
      available: all - requestedUnits,
      locked: 0n,
    })
    await auditsClean(db)
  })
}

test('after a loss, a withdrawal known here as never sent is not sent again', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await pauseCustody(tukar)
  const fault = { provider: 'custody', path: '/v1/transactions', method: 'POST' }
  await tukar.control('POST', '/faults', { provider: 'custody', fault: 'lose-callbacks' })
  await tukar.control('POST', '/faults', { ...fault, fault: 'drop-response', times: 1 })
  await requestCoins(tukar, trader)
  await attempted(tukar, trader, 1)
  await tukar.control('POST', '/faults', { ...fault, fault: 'error-500', times: 3 })
  // Simulates a restore to the time before it was sent.
  await sql`update withdrawals set attempts = 0`.execute(db.read)
  await tukar.service.ctx.db.inTransaction((tx) =>
    stopAfterLoss(tx, { run: { timeline: 2, startedMs: 0 }, missing: [], since: null }),
  )
  await pauseOver(tukar)
  await becomes(tukar, trader, 'SUBMITTED')
  const faults: { fault: string; times?: number }[] = (await tukar.control('GET', '/faults')).body
  assert.equal(faults.find((one) => one.fault === 'error-500')?.times, 3)
  assert.equal((await sentToCustody(tukar)).length, 1)
  await auditsClean(db)
})

test('custody that does not respond in time is queried before any resend', async (t) => {
  setLimits(t, outboundLimits, { timeoutMs: 1_000 })
  const { tukar, trader, db } = await startWithdrawer(t)
  await pauseCustody(tukar)
  const fault = { provider: 'custody', fault: 'timeout', path: '/v1/transactions' }
  await tukar.control('POST', '/faults', { ...fault, method: 'POST', times: 1 })
  await requestCoins(tukar, trader)
  const first = await eventually('the first attempt to be over', async () => {
    const [one] = await withdrawalsOf(tukar, trader)
    return one?.attempts === 1 && (one.dueInMs ?? 0) < 5_000 && one
  })
  assert.equal(first.status, 'PROCESSING')
  assert.deepEqual(await bitcoinOf(tukar, trader), {
    available: all - requestedUnits,
    locked: requestedUnits,
  })
  await pauseOver(tukar)
  await becomes(tukar, trader, 'SUBMITTED')
  assert.equal((await sentToCustody(tukar)).length, 1)
  await auditsClean(db)
})

test('nothing is sent again until custody reports whether it has the withdrawal', async (t) => {
  const { tukar, trader, db } = await startUnreceived(t)
  await tukar.control('POST', '/faults', { ...failure, method: 'GET' })
  await pauseOver(tukar)
  await attempted(tukar, trader, 2)
  assert.deepEqual(await sentToCustody(tukar), [])
  assert.deepEqual(await bitcoinOf(tukar, trader), {
    available: all - requestedUnits,
    locked: requestedUnits,
  })
  await pauseOver(tukar)
  await becomes(tukar, trader, 'SUBMITTED')
  assert.equal((await sentToCustody(tukar)).length, 1)
  await auditsClean(db)
})

test('nothing leaves a suspended account until it is restored', async (t) => {
  const { tukar, trader, db } = await startUnreceived(t)
  await sql`update users set suspended_at = now()`.execute(db.read)
  await pauseOver(tukar)
  await attempted(tukar, trader, 2)
  assert.deepEqual(await sentToCustody(tukar), [])
  assert.deepEqual(await bitcoinOf(tukar, trader), {
    available: all - requestedUnits,
    locked: requestedUnits,
  })
  await sql`update users set suspended_at = null`.execute(db.read)
  await pauseOver(tukar)
  await becomes(tukar, trader, 'SUBMITTED')
  assert.equal((await sentToCustody(tukar)).length, 1)
  await auditsClean(db)
})

test('an end may come before the response to our own call', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  const fault = { provider: 'custody', fault: 'drop-response', method: 'POST', times: 1 }
  await tukar.control('POST', '/faults', fault)
  await requestCoins(tukar, trader)
  const ended = await becomes(tukar, trader, 'SUCCESS')
  assert.equal(ended.incident, null)
  assert.deepEqual(await bitcoinOf(tukar, trader), { available: all - requestedUnits, locked: 0n })
  assert.equal((await sentToCustody(tukar)).length, 1)
  await auditsClean(db)
})

for (const status of ['FAILED', 'CANCELLED', 'BLOCKED', 'REJECTED', 'TIMEOUT']) {
  test(`a withdrawal that ends ${status} refunds the money and the day's limit`, async (t) => {
    const { tukar, trader, db } = await startWithdrawer(t)
    await pauseCustody(tukar)
    const requestId = await requestCoins(tukar, trader)
    await becomes(tukar, trader, 'SUBMITTED')
    assert.deepEqual(await worthOfDay(tukar), ['500000000'])
    await moveAtCustody(tukar, requestId, status)
    await becomes(tukar, trader, 'FAILED')
    assert.deepEqual(await bitcoinOf(tukar, trader), { available: all, locked: 0n })
    assert.deepEqual(await worthOfDay(tukar), ['0'])
    await moveAtCustody(tukar, requestId, status)
    await auditsClean(db)
  })
}

test('a failed withdrawal is refunded to the day of its request', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await pauseCustody(tukar)
  const requestId = await requestCoins(tukar, trader)
  await becomes(tukar, trader, 'SUBMITTED')
  await sql`update withdrawals set created_at = created_at - interval '1 day'`.execute(db.read)
  await sql`
    insert into withdrawal_days
    select user_id, day - 1, worth_idr + 100 from withdrawal_days`.execute(db.read)
  await moveAtCustody(tukar, requestId, 'FAILED')
  await becomes(tukar, trader, 'FAILED')
  assert.deepEqual((await worthOfDay(tukar)).toSorted(), ['100', '500000000'])
})

test('a report against an end moves no money and goes to an operator', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await pauseCustody(tukar)
  const completed = await requestCoins(tukar, trader)
  await becomes(tukar, trader, 'SUBMITTED')
  await moveAtCustody(tukar, completed, 'COMPLETED')
  await becomes(tukar, trader, 'SUCCESS')
  await later(tukar, trader)
  const failed = await requestCoins(tukar, trader, { amount: '0.004' })
  await eventually('the second to be sent', async () => (await sentToCustody(tukar)).length === 2)
  await moveAtCustody(tukar, failed, 'FAILED')
  const statuses = async () =>
    (await withdrawalsOf(tukar, trader)).map(({ status, incident }) => [status, incident])
  await eventually('both to end', async () => (await statuses())[1]?.[0] === 'FAILED')
  const before = await bitcoinOf(tukar, trader)
  for (const status of ['COMPLETED', 'COMPLETED']) await moveAtCustody(tukar, completed, status)
  for (const status of ['FAILED', 'FAILED']) await moveAtCustody(tukar, failed, status)
  await allSent(tukar)
  assert.equal(await alertsOf(tukar, 'withdrawal-contradicted'), 0)
  await moveAtCustody(tukar, completed, 'FAILED')
  await moveAtCustody(tukar, failed, 'COMPLETED')
  await eventually('both alerts', async () => {
    return (await alertsOf(tukar, 'withdrawal-contradicted')) === 2
  })
  assert.deepEqual(await statuses(), [
    ['SUCCESS', 'failed after it was completed'],
    ['FAILED', 'completed after it had failed unsent'],
  ])
  assert.deepEqual(await bitcoinOf(tukar, trader), before)
  await auditsClean(db)
})

test('a refund of a sent withdrawal suspends the account until an operator reviews', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await pauseCustody(tukar)
  const requestId = await requestCoins(tukar, trader)
  await becomes(tukar, trader, 'SUBMITTED')
  await moveAtCustody(tukar, requestId, 'FAILED')
  await becomes(tukar, trader, 'FAILED')
  const me = () => tukar.call('GET', '/api/users/me', { token: trader.token })
  assert.equal((await me()).status, 200)
  for (let times = 0; times < 2; times += 1) await moveAtCustody(tukar, requestId, 'COMPLETED')
  await eventually('the account to be suspended', async () => (await me()).status === 401)
  const { rows } = await sql<{ reason: string }>`
    select suspension_reason as reason from users where id = ${trader.id}`.execute(db.read)
  assert.deepEqual(rows, [{ reason: `${requestId}: completed after it had failed unsent` }])
  await allSent(tukar)
  const mails = await mailsTo(tukar, trader.email)
  assert.equal(mails.filter(({ subject }) => /suspended/.test(subject)).length, 1)
  await auditsClean(db)
})

test('an end with another amount moves no money and goes to an operator', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await pauseCustody(tukar)
  const requestId = await requestCoins(tukar, trader)
  await becomes(tukar, trader, 'SUBMITTED')
  const [sent] = await sentToCustody(tukar)
  const transaction = transactionOf({
    id: sent?.id,
    externalTxId: requestId,
    assetId: 'BTC',
    amountInfo: { amount: '0.48' },
  })
  assert.equal((await sendCustody(tukar, transaction)).status, 200)
  const [one] = await withdrawalsOf(tukar, trader)
  assert.equal(one?.status, 'SUBMITTED')
  assert.match(one.incident ?? '', /0\.48 BTC on BTC/)
  assert.equal(one.dueInMs, null)
  const other = { ...transaction, id: 'another', amountInfo: { amount: '0.0048' } }
  await sendCustody(tukar, other, { version: 1 })
  assert.equal((await withdrawalsOf(tukar, trader))[0]?.status, 'SUBMITTED')
  assert.deepEqual(await bitcoinOf(tukar, trader), {
    available: all - requestedUnits,
    locked: requestedUnits,
  })
  await allSent(tukar)
  assert.equal(await alertsOf(tukar, 'withdrawal-contradicted'), 1)
  await moveAtCustody(tukar, requestId, 'COMPLETED')
  await becomes(tukar, trader, 'SUCCESS')
  await auditsClean(db)
})

test('a withdrawal that custody took and forgot is sent again under the same id', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await pauseCustody(tukar)
  const requestId = await requestCoins(tukar, trader)
  await becomes(tukar, trader, 'SUBMITTED')
  await tukar.control('POST', '/reset')
  await pauseOver(tukar)
  await eventually('it to be sent again', async () => {
    return (await sentToCustody(tukar))[0]?.externalTxId === requestId
  })
  await auditsClean(db)
})

test('a sent withdrawal is polled if custody reports nothing', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await pauseCustody(tukar)
  const requestId = await requestCoins(tukar, trader)
  const submitted = await becomes(tukar, trader, 'SUBMITTED')
  assert.ok((submitted.dueInMs ?? 0) > 50_000)
  await tukar.control('POST', '/faults', { provider: 'custody', fault: 'lose-callbacks' })
  await moveAtCustody(tukar, requestId, 'COMPLETED')
  await pauseOver(tukar)
  await becomes(tukar, trader, 'SUCCESS')
  await auditsClean(db)
})

test('attempts have growing delays, and operators are alerted to a slow one', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await tukar.control('POST', '/faults', { provider: 'custody', fault: 'error-500' })
  await requestCoins(tukar, trader)
  const pauseAfter = async (attempts: number) => {
    await sql`update withdrawals set attempts = ${attempts - 1}, next_at = now()`.execute(db.read)
    await settleDueWithdrawals(tukar.service.ctx)
    return eventually(`attempt ${attempts} to be over`, async () => {
      const [one] = await withdrawalsOf(tukar, trader)
      const seconds = Math.round((one?.dueInMs ?? 0) / 1_000)
      return one?.attempts === attempts && seconds !== 30 && seconds !== 29 && seconds
    })
  }
  await attempted(tukar, trader, 1)
  const pauses = [await pauseAfter(2), await pauseAfter(3), await pauseAfter(8)]
  assert.deepEqual(pauses, [4, 8, 256])
  assert.equal(await alertsOf(tukar, 'withdrawal-undecided'), 0)
  assert.equal(await pauseAfter(10), 600)
  await eventually('an alert', async () => (await alertsOf(tukar, 'withdrawal-undecided')) === 1)
  await sql`update withdrawals set attempts = 499, next_at = now()`.execute(db.read)
  await settleDueWithdrawals(tukar.service.ctx)
  await eventually('the last attempt', async () => {
    return (await withdrawalsOf(tukar, trader))[0]?.dueInMs === null
  })
  assert.deepEqual(await bitcoinOf(tukar, trader), {
    available: all - requestedUnits,
    locked: requestedUnits,
  })
  await auditsClean(db)
})

test('a withdrawal is sent after its approval, and refunded after its rejection', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  const much = { amount: '0.05', residentialAddress: 'Jalan Merdeka 1' }
  const approved = await requestCoins(tukar, trader, much)
  await later(tukar, trader)
  const rejected = await requestCoins(tukar, trader, much)
  await sql`update withdrawals set next_at = now()`.execute(db.read)
  await settleDueWithdrawals(tukar.service.ctx)
  await allSent(tukar)
  assert.deepEqual(await sentToCustody(tukar), [], 'nothing is sent that waits for approval')
  await sql`update withdrawals set next_at = null`.execute(db.read)
  const decided = await Promise.all([
    db.inTransaction((tx) => approveWithdrawals(tx, [approved])),
    db.inTransaction((tx) => rejectWithdrawals(tx, [{ requestId: approved, reason: 'no' }])),
    db.inTransaction((tx) => approveWithdrawals(tx, [approved])),
  ])
  assert.equal(
    decided.reduce((sum, { size }) => sum + size, 0),
    1,
    'one decision wins',
  )
  await db.inTransaction((tx) =>
    rejectWithdrawals(tx, [{ requestId: rejected, reason: 'no invoice' }]),
  )
  await eventually('both to end', async () =>
    (await withdrawalsOf(tukar, trader)).every(({ status }) =>
      ['SUCCESS', 'REJECTED'].includes(status),
    ),
  )
  assert.equal((await withdrawalsOf(tukar, trader))[1]?.status, 'REJECTED')
  assert.ok((await bitcoinOf(tukar, trader)).locked === 0n)
  await auditsClean(db)
})

test('a user is notified of each step: accepted, completed, failed', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  await requestCoins(tukar, trader)
  await becomes(tukar, trader, 'SUCCESS')
  await later(tukar, trader)
  await pauseCustody(tukar)
  const failed = await requestCoins(tukar, trader, { amount: '0.004' })
  await eventually('the second to be sent', async () => (await sentToCustody(tukar)).length === 2)
  await moveAtCustody(tukar, failed, 'FAILED')
  const subjects = await eventually('five mails', async () => {
    const mails = (await mailsTo(tukar, trader.email)).map(({ subject }) => subject)
    const subjects = mails.filter((subject) => subject.startsWith('Withdrawal'))
    return subjects.length >= 4 && subjects
  })
  assert.deepEqual(subjects.toSorted(), [
    'Withdrawal completed',
    'Withdrawal not sent',
    'Withdrawal requested',
    'Withdrawal requested',
  ])
})
