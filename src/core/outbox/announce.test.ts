import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { testDatabase } from '../../../tests/database.ts'
import { makeUser } from '../../../tests/make/ledger.ts'
import { noticesIn, queued } from '../../../tests/make/notices.ts'
import { sha256 } from '../../base/secrets/crypto.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Database } from '../database/database.ts'
import { announce } from './announce.ts'
import { enqueueAll } from './enqueue.ts'
import { jobLimits } from './job-limits.ts'
import { DevicePush, Notice, type UserNotice } from './notices.ts'
import { savePushToken } from './push-tokens.sql.ts'

const deposit = (
  user: UserId,
  key = 'deposit:1',
  report: UserNotice['report'] = 'A',
): UserNotice => ({
  to: 'user',
  kind: 'deposit-completed',
  key,
  user,
  report,
  data: {
    symbol: 'IDR',
    amount: '250000',
    fee: '4440',
    credited: '245560',
    reference: 'payx:1',
  },
})

const withdrawal = (user: UserId, key: string): UserNotice => ({
  ...deposit(user, key),
  kind: 'withdrawal-completed',
})

const announceAll = (db: Database, ...notices: readonly Notice[]) =>
  db.inTransaction((tx) => announce(tx, notices))

const Delivery = z.discriminatedUnion('by', [
  z.object({ by: z.literal('mail'), mail: z.unknown() }),
  z.object({ by: z.literal('push'), push: DevicePush }),
  z.object({ by: z.literal('report') }),
])

const delivered = async (db: Database) =>
  z.array(Delivery).parse((await queued(db, 'deliver')).flat())

/** The numbers of mails, pushes and reports. */
async function deliveries(db: Database) {
  const all = await delivered(db)
  return ['mail', 'push', 'report'].map((by) => all.filter((one) => one.by === by).length)
}

const mailsIn = async (db: Database) =>
  (await delivered(db)).flatMap((one) => (one.by === 'mail' ? [one.mail] : []))

async function makeOwner(db: Database): Promise<UserId> {
  const user = await makeUser(db)
  await db.inTransaction((tx) => savePushToken(tx, user, `phone of ${user}`))
  return user
}

test('a deposit becomes a message, a line for operators, and one of each delivery', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeOwner(db)
  await announceAll(db, deposit(user))
  const message = await db.read.selectFrom('user_messages').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual(
    [message.user_id, message.kind, message.title, message.read_at],
    [user, 'deposit-completed', 'Deposit received', null],
  )
  const alert = await db.read.selectFrom('operator_alerts').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([alert.severity, alert.subject], ['info', 'Deposit of IDR 250,000 credited'])
  const report = await db.read.selectFrom('reports').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([report.kind, report.status], ['A', 'PENDING'])
  assert.deepEqual(await deliveries(db), [1, 1, 1])
})

test('earlier announcements are neither recorded nor delivered again', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeOwner(db)
  const [one, two] = [deposit(user, 'deposit:1'), deposit(user, 'deposit:2')]
  await announceAll(db, one)
  await Promise.all([announceAll(db, one, two), announceAll(db, two, one)])
  assert.equal((await db.read.selectFrom('user_messages').selectAll().execute()).length, 2)
  assert.equal((await db.read.selectFrom('operator_alerts').selectAll().execute()).length, 2)
  assert.equal((await db.read.selectFrom('reports').selectAll().execute()).length, 2)
  assert.deepEqual(await deliveries(db), [2, 2, 2])
})

test('a message is written in the language of its reader', async (t) => {
  const { db } = await testDatabase(t)
  const languages = ['en', 'id', 'id-ID', 'fr', '']
  for (const language of languages) {
    const user = await makeUser(db, language)
    await announceAll(db, deposit(user, `deposit:${language}`))
  }
  const rows = await db.read.selectFrom('user_messages').select('title').orderBy('id').execute()
  const english = 'Deposit received'
  const indonesian = 'Deposit diterima'
  assert.deepEqual(
    rows.map(({ title }) => title),
    [english, indonesian, indonesian, english, english],
  )
})

test('notices without a report are not reported to the regulator', async (t) => {
  const { db } = await testDatabase(t)
  await announceAll(db, deposit(await makeOwner(db), 'deposit:1', null))
  assert.deepEqual(await deliveries(db), [1, 1, 0])
})

test('several users each get their own pushes, in few jobs', async (t) => {
  const { db } = await testDatabase(t)
  const users = [await makeUser(db), await makeUser(db), await makeUser(db)]
  for (const [at, user] of users.slice(1).entries()) {
    for (const token of [`phone-${at}`, `tablet-${at}`]) {
      await db.inTransaction((tx) => savePushToken(tx, user, token))
    }
  }
  const notices = [...users, ...users].map(
    (user, at) =>
      ({ to: 'account', kind: 'identity-verified', key: `identity:${at}`, user }) as const,
  )
  await announceAll(db, ...notices)
  assert.equal((await queued(db, 'deliver')).length, 1)
  const sent = (await delivered(db)).flatMap((one) =>
    one.by === 'push' ? [`${one.push.notice.key} ${one.push.digest}`] : [],
  )
  const digest = (token: string) => sha256(token).toString('hex')
  const wanted = [1, 2, 4, 5].flatMap((at) =>
    ['phone', 'tablet'].map((name) => `identity:${at} ${digest(`${name}-${(at % 3) - 1}`)}`),
  )
  assert.deepEqual(sent.toSorted(), wanted.toSorted())
})

test('many deliveries are spread over jobs of a bounded size', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const notices = Array.from({ length: 60 }, (_, at) => withdrawal(user, `withdrawal:${at}`))
  await announceAll(db, ...notices)
  const sizes = (await queued(db, 'deliver')).map((job) => [job].flat().length)
  assert.deepEqual(sizes, [25, 25, 25, 25, 20])
})

test('deposits of one user that come together make one mail; all else is separate', async (t) => {
  const { db } = await testDatabase(t)
  const [one, other] = [await makeUser(db), await makeUser(db)]
  await announceAll(
    db,
    deposit(one, 'deposit:1'),
    withdrawal(one, 'withdrawal:1'),
    deposit(other, 'deposit:2'),
    deposit(one, 'deposit:3'),
    withdrawal(one, 'withdrawal:2'),
  )
  const mails = z
    .array(z.object({ to: z.string(), notices: z.array(z.object({ key: z.string() })).optional() }))
    .parse(await mailsIn(db))
  assert.deepEqual(
    mails.map(({ to, notices = [] }) => [to, ...notices.map(({ key }) => key)]),
    [['user-merged', 'deposit:1', 'deposit:3'], ['user'], ['user'], ['user']],
  )
  const messages = await db.read.selectFrom('user_messages').select('id').execute()
  assert.equal(messages.length, 5)
})

test('more deposits than one mail lists make another', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await announceAll(db, ...Array.from({ length: 21 }, (_, at) => deposit(user, `deposit:${at}`)))
  const mails = z.array(z.object({ to: z.string() })).parse(await mailsIn(db))
  assert.deepEqual(
    mails.map(({ to }) => to),
    ['user-merged', 'user'],
  )
})

test('a notice that two jobs announce at once is recorded and delivered once', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeOwner(db)
  await announceAll(db, deposit(user, 'deposit:1'), deposit(user, 'deposit:1'))
  assert.deepEqual(await deliveries(db), [1, 1, 1])
})

const many = (user: UserId) =>
  Array.from({ length: jobLimits.recordedAtOnce + 1 }, (_, at) => deposit(user, `deposit:${at}`))

test('account mails are urgent; a few other notices are recorded with their facts', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeOwner(db)
  const mail = { to: 'mail', kind: 'reset-password', key: 'reset:1', user } as const
  await db.inTransaction((tx) => {
    enqueueAll(tx, [mail])
    enqueueAll(tx, [deposit(user, 'deposit:1')])
    enqueueAll(tx, [deposit(user, 'deposit:2')])
  })
  assert.deepEqual(await queued(db, 'send-urgent-mails'), [[mail]])
  assert.deepEqual(await queued(db, 'announce'), [])
  assert.equal((await db.read.selectFrom('user_messages').select('id').execute()).length, 2)
  assert.equal((await queued(db, 'deliver')).length, 1)
  assert.deepEqual(await deliveries(db), [1, 2, 2])
})

test('many notices of one transaction are announced by a job', async (t) => {
  const { db } = await testDatabase(t)
  const notices = many(await makeOwner(db))
  await db.inTransaction((tx) => enqueueAll(tx, notices))
  assert.deepEqual(await queued(db, 'announce'), [notices])
  assert.deepEqual(await deliveries(db), [0, 0, 0])
})

test('a notice that cannot be recorded waits for a job, and its fact stays', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeOwner(db)
  await sql`alter table user_messages add constraint refusing check (title = '')`.execute(db.read)
  await db.inTransaction(async (tx) => {
    await tx.updateTable('users').set({ language: 'id' }).where('id', '=', user).execute()
    enqueueAll(tx, [deposit(user)])
  })
  const found = await db.read
    .selectFrom('users')
    .select('language')
    .where('id', '=', user)
    .execute()
  assert.deepEqual(found, [{ language: 'id' }])
  assert.deepEqual(await queued(db, 'announce'), [[deposit(user)]])
  assert.deepEqual(await db.read.selectFrom('operator_alerts').select('id').execute(), [])
  await sql`alter table user_messages drop constraint refusing`.execute(db.read)
})

test('a notice recorded before is not delivered again, and its fact stays', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeOwner(db)
  await db.inTransaction((tx) => enqueueAll(tx, [deposit(user)]))
  const first = await deliveries(db)
  await db.inTransaction(async (tx) => {
    await tx.updateTable('users').set({ language: 'id' }).where('id', '=', user).execute()
    enqueueAll(tx, [deposit(user)])
  })
  const changed = db.read.selectFrom('users').where('language', '=', 'id').select('id')
  assert.deepEqual(await changed.execute(), [{ id: user }])
  assert.deepEqual(await deliveries(db), first)
  assert.deepEqual(await queued(db, 'announce'), [[deposit(user)]])
})

test('a failed transaction announces nothing, and no notices create no job', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  for (const notices of [[deposit(user)], many(user)]) {
    const failing = db.inTransaction(async (tx) => {
      enqueueAll(tx, notices)
      throw new Error('something after it')
    })
    await assert.rejects(failing, /something after it/)
  }
  await db.inTransaction((tx) => enqueueAll(tx, []))
  assert.deepEqual(await queued(db, 'announce'), [])
  assert.deepEqual(await noticesIn(db), [])
})

test('a notice may contain names as long as a provider allows, in any script', async (t) => {
  const { db } = await testDatabase(t)
  const long = '\u{1F4B0}'.repeat(100)
  const notice: Notice = {
    to: 'operator',
    kind: 'deposit-unreadable-amount',
    key: `unreadable-amount:payx:${long}:${long}`,
    severity: 'critical',
    subject: 'an amount',
    data: { payment: long, sent: long },
  }
  assert.deepEqual(Notice.parse(JSON.parse(JSON.stringify(notice))), notice)
  await announceAll(db, notice)
  const alert = await db.read.selectFrom('operator_alerts').selectAll().executeTakeFirstOrThrow()
  assert.equal(alert.dedupe_key, notice.key)
})
