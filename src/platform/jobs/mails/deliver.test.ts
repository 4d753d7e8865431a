import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { hurryJobs } from '../../../../tests/make/due-jobs.ts'
import { makeUser, owned } from '../../../../tests/make/ledger.ts'
import { allSent, mailsTo } from '../../../../tests/make/mails.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../../../../tests/make/payx.ts'
import type { UserId } from '../../../base/values/ids.ts'
import type { Database } from '../../../core/database/database.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { UserNotice } from '../../../core/outbox/notices.ts'
import { savePushToken } from '../../../core/outbox/push-tokens.sql.ts'

/** Makes a user of this language, with an account and these push tokens. */
async function makeOwner(db: Database, language: string, ...tokens: readonly string[]) {
  const user = await makeUser(db, language)
  for (const token of tokens) {
    await sql`insert into push_tokens (token, user_id) values (${token}, ${user})`.execute(db.read)
  }
  return makeAccount(db, { user })
}

async function emailOf(db: Database, user: UserId): Promise<string> {
  const found = db.read.selectFrom('users').where('id', '=', user).select('email')
  return (await found.executeTakeFirstOrThrow()).email
}

type Push = Readonly<{ to: string; subject: string; text: string }>

const pushes = async (tukar: Tukar): Promise<readonly Push[]> =>
  (await tukar.control('GET', '/messages?channel=push')).body

type Report = Readonly<{ request_id: string; kind: string }>

const reports = async (tukar: Tukar): Promise<readonly Report[]> =>
  (await tukar.control('GET', '/state')).body.reports

test('a deposit is announced by message, mail, push, alert and report, each once', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeOwner(db, 'en', 'phone', 'dead-phone', 'tablet')
  const body = paidInto(account, 'payment-1')
  for (let delivery = 0; delivery < 3; delivery += 1) await reportPayx(tukar, 'deposit-paid', body)
  const email = await emailOf(db, account.user)
  await eventually('the mail', async () => (await mailsTo(tukar, email)).length > 0)
  await allSent(tukar)
  const [mail, ...more] = await mailsTo(tukar, email)
  assert.equal(mail?.subject, 'Deposit received')
  assert.match(mail?.text ?? '', /Your deposit of IDR 250,000 has arrived/)
  assert.match(mail?.text ?? '', /The fee is IDR 4,440; IDR 245,560 was added/)
  assert.deepEqual(more, [])
  const pushed = (await pushes(tukar)).map(({ to, subject }) => `${to}: ${subject}`)
  assert.deepEqual(pushed.toSorted(), ['phone: Deposit received', 'tablet: Deposit received'])
  const [report, ...others] = await reports(tukar)
  assert.equal(report?.kind, 'A')
  assert.deepEqual(others, [])
  const messages = await db.read.selectFrom('user_messages').select('kind').execute()
  assert.deepEqual(messages, [{ kind: 'deposit-completed' }])
  const alerts = await db.read.selectFrom('operator_alerts').select('kind').execute()
  assert.deepEqual(alerts, [{ kind: 'deposit-completed' }])
  await auditsClean(db)
})

test('a push token that its service reports as dead is deleted, and no other', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeOwner(db, 'en', 'dead-phone', 'phone')
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-1'))
  await eventually('the push', async () => (await pushes(tukar)).length > 0)
  await allSent(tukar)
  const left = await db.read.selectFrom('push_tokens').select('token').orderBy('token').execute()
  assert.deepEqual(
    left.map(({ token }) => token),
    ['phone'],
  )
})

/** Sets the faults of the push service for the next messages, one each. */
async function strikePushes(tukar: Tukar, ...faults: readonly ('error-500' | 'latency')[]) {
  for (const fault of faults) {
    const strike = { provider: 'push', path: '/v1', fault, times: 1, delayMs: 1 }
    await tukar.control('POST', '/faults', strike)
  }
}

const pushedTo = async (tukar: Tukar) => (await pushes(tukar)).map(({ to }) => to).toSorted()

/** Waits until a delivery has failed and waits for its next attempt. */
const aDeliveryFailed = (db: Database) =>
  eventually('a failed delivery', async () => {
    const failed = await sql`select 1 from graphile_worker.jobs
      where attempts > 0 and locked_at is null`.execute(db.read)
    return failed.rows.length > 0
  })

test('the failing one of three devices is retried; the others are notified once', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const devices = ['laptop', 'phone', 'tablet']
  const account = await makeOwner(db, 'en', ...devices)
  // The first message arrives, but late; the second fails; the third arrives.
  await strikePushes(tukar, 'latency', 'error-500')
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-1'))
  await aDeliveryFailed(db)
  const pushed = await pushedTo(tukar)
  assert.equal(new Set(pushed).size, 2, 'a device that fails keeps nothing from those after it')
  assert.equal(pushed.length, 2)
  await strikePushes(tukar, 'error-500')
  await hurryJobs(db)
  await eventually('a second failure', async () => {
    const { body } = await tukar.control('GET', '/faults')
    return body.length === 0
  })
  await aDeliveryFailed(db)
  assert.deepEqual(await pushedTo(tukar), pushed)
  await hurryJobs(db)
  await allSent(tukar)
  assert.deepEqual(await pushedTo(tukar), devices)
})

test('a device that changed hands before a retry receives nothing', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeOwner(db, 'en', 'phone')
  await strikePushes(tukar, 'error-500')
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-1'))
  await aDeliveryFailed(db)
  const other = await makeUser(db)
  await db.inTransaction((tx) => savePushToken(tx, other, 'phone'))
  await hurryJobs(db)
  await allSent(tukar)
  assert.deepEqual(await pushedTo(tukar), [])
})

test('deposits of one user that came together are announced by one mail', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const { user } = await makeOwner(db, 'en')
  const deposit = (key: string, amount: string): UserNotice => ({
    to: 'user',
    kind: 'deposit-completed',
    key,
    user,
    report: null,
    data: { symbol: 'IDR', amount, fee: '0', credited: amount, reference: key },
  })
  await db.inTransaction((tx) =>
    enqueueAll(tx, [deposit('deposit:1', '10000'), deposit('deposit:2', '20000')]),
  )
  await allSent(tukar)
  const [mail, ...more] = await mailsTo(tukar, await emailOf(db, user))
  assert.equal(mail?.subject, 'Deposit received (2)')
  assert.match(mail?.text ?? '', /IDR 10,000 has arrived.*IDR 20,000 has arrived/s)
  assert.deepEqual(more, [])
})

test('mail and push are in the language of the account', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeOwner(db, 'id', 'telepon')
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-1'))
  const email = await emailOf(db, account.user)
  await eventually('the mail', async () => (await mailsTo(tukar, email)).length > 0)
  await eventually('the push', async () => (await pushes(tukar)).length > 0)
  const [mail] = await mailsTo(tukar, email)
  assert.equal(mail?.subject, 'Deposit diterima')
  assert.match(mail?.text ?? '', /Deposit Anda sebesar Rp 250\.000 telah masuk/)
  assert.equal((await pushes(tukar))[0]?.subject, 'Deposit diterima')
})

test('while mail, push and report fail the credit stays; each arrives later, once', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeOwner(db, 'en', 'phone')
  for (const provider of ['mail', 'push', 'reports']) {
    await tukar.control('POST', '/faults', { provider, fault: 'error-500', times: 1 })
  }
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-1'))
  assert.equal((await owned(db, account.user)).available, 245_560_00n)
  const email = await emailOf(db, account.user)
  await eventually('all three', async () => {
    await hurryJobs(db)
    const delivered = [await mailsTo(tukar, email), await pushes(tukar), await reports(tukar)]
    return delivered.every(({ length }) => length === 1)
  })
  await allSent(tukar)
  const delivered = [await mailsTo(tukar, email), await pushes(tukar), await reports(tukar)]
  assert.deepEqual(
    delivered.map(({ length }) => length),
    [1, 1, 1],
  )
  await auditsClean(db)
})
