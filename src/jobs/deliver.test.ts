import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../tests/harness.ts'
import { auditsClean } from '../../tests/make/audit.ts'
import { makeUser, owned } from '../../tests/make/ledger.ts'
import { allSent, mailsTo } from '../../tests/make/mails.ts'
import { leaderOf, makeAccount, paidInto, tell } from '../../tests/make/payx.ts'
import type { UserId } from '../base/ids.ts'
import type { Database } from '../database/database.ts'

/** An owner with an account and these push tokens, who reads this language. */
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

test('a deposit is told by message, mail, push, alert and report, each once', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeOwner(db, 'en', 'phone', 'dead-phone', 'tablet')
  const body = paidInto(account, 'payment-1')
  for (let delivery = 0; delivery < 3; delivery += 1) await tell(tukar, 'deposit-paid', body)
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

test('a push token that its service calls dead is forgotten, and no other', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeOwner(db, 'en', 'dead-phone', 'phone')
  await tell(tukar, 'deposit-paid', paidInto(account, 'payment-1'))
  await eventually('the push', async () => (await pushes(tukar)).length > 0)
  await allSent(tukar)
  const left = await db.read.selectFrom('push_tokens').select('token').orderBy('token').execute()
  assert.deepEqual(
    left.map(({ token }) => token),
    ['phone'],
  )
})

test('mail and push are in the language of the account', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeOwner(db, 'id', 'telepon')
  await tell(tukar, 'deposit-paid', paidInto(account, 'payment-1'))
  const email = await emailOf(db, account.user)
  await eventually('the mail', async () => (await mailsTo(tukar, email)).length > 0)
  await eventually('the push', async () => (await pushes(tukar)).length > 0)
  const [mail] = await mailsTo(tukar, email)
  assert.equal(mail?.subject, 'Deposit diterima')
  assert.match(mail?.text ?? '', /Deposit Anda sebesar IDR 250\.000 telah masuk/)
  assert.equal((await pushes(tukar))[0]?.subject, 'Deposit diterima')
})

test('while mail, push and report fail the credit stands; each arrives later, once', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeOwner(db, 'en', 'phone')
  for (const provider of ['mail', 'push', 'reports']) {
    await tukar.control('POST', '/faults', { provider, fault: 'error-500', times: 1 })
  }
  await tell(tukar, 'deposit-paid', paidInto(account, 'payment-1'))
  assert.equal((await owned(db, account.user)).available, 245_560_00n)
  const email = await emailOf(db, account.user)
  await eventually(
    'all three',
    async () => {
      // A failed job waits some seconds before it is tried again.
      await sql`update graphile_worker._private_jobs set run_at = now()
        where locked_at is null`.execute(db.read)
      const told = [await mailsTo(tukar, email), await pushes(tukar), await reports(tukar)]
      return told.every(({ length }) => length === 1)
    },
    20_000,
  )
  await allSent(tukar)
  const told = [await mailsTo(tukar, email), await pushes(tukar), await reports(tukar)]
  assert.deepEqual(
    told.map(({ length }) => length),
    [1, 1, 1],
  )
  await auditsClean(db)
})
