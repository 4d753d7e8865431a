import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { makeUser } from '../../../tests/make/ledger.ts'
import { allSent, mailsTo } from '../../../tests/make/mails.ts'
import { operatorAlert } from '../../../tests/make/notices.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { password } from '../../../tests/make/trader.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { jobLimits } from '../../core/outbox/job-limits.ts'
import { enqueueJob } from '../../core/outbox/queue.ts'

const addresses = (round: number): readonly string[] =>
  Array.from({ length: 4 }, (_, index) => `round-${round}-${index}@tukar.test`)

async function register(tukar: Tukar, email: string): Promise<void> {
  const body = { email, password, password_confirmation: password }
  const answer = await tukar.call('POST', '/api/auth/register', { body })
  assert.equal(answer.status, 200, answer.text)
}

const cutEveryConnection = ({ service }: Tukar) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and query like '%graphile_worker%'`.execute(service.ctx.db.read)

test('jobs go on after the database has cut their connections, again and again', async (t) => {
  const tukar = await startTukar(t)
  const recipients: string[] = []
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(addresses(round).map((email) => register(tukar, email)))
    recipients.push(...addresses(round))
    await cutEveryConnection(tukar)
  }
  await register(tukar, 'last@tukar.test')
  // A response lost with its connection leaves a job locked, which its node finds later.
  await eventually('every mail', () => mailedTo(tukar, [...recipients, 'last@tukar.test']))
})

async function mailedTo(tukar: Tukar, emails: readonly string[]): Promise<boolean> {
  for (const email of emails) if ((await mailsTo(tukar, email)).length === 0) return false
  return true
}

test('a node that stops among its jobs leaves all of them to others', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const [, leaving] = tukar.nodes
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(addresses(round).map((email) => register(tukar, email)))
  }
  await leaving?.stop()
  await allSent(tukar)
  const held = await sql`select 1 from graphile_worker._private_jobs`.execute(
    tukar.service.ctx.db.read,
  )
  assert.equal(held.rows.length, 0)
})

const alerts = (tukar: Tukar) =>
  tukar.service.ctx.db.read.selectFrom('operator_alerts').select('id').execute()

test('a code is mailed while no notice can be announced', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  await register(tukar, 'asks@tukar.test')
  await eventually('the link', () => mailedTo(tukar, ['asks@tukar.test']))
  const hindrance = new pg.Client({ connectionString: tukar.config.databaseUrl ?? '' })
  await hindrance.connect()
  t.after(() => hindrance.end())
  await hindrance.query('begin')
  await hindrance.query('lock table operator_alerts in exclusive mode')
  for (let at = 0; at < 200; at += 1) {
    await db.inTransaction((tx) => enqueueJob(tx, 'announce', [operatorAlert(`alert:${at}`)]))
  }
  const answer = await tukar.call('POST', '/api/email/otp-code', {
    body: { email: 'asks@tukar.test' },
  })
  assert.equal(answer.status, 200, answer.text)
  await eventually('the code', async () => (await mailsTo(tukar, 'asks@tukar.test')).length === 2)
  assert.equal((await alerts(tukar)).length, 0)
})

test('another node sends the pending mails of a dead node within seconds', async (t) => {
  setLimits(t, jobLimits, { abandonedMs: 250 })
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const user = await makeUser(db)
  await db.inTransaction(async (tx) => {
    enqueueAll(tx, [accountMail(tukar.service.ctx, 'reset-password', user)])
    await sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-of-the-dead'
      `.execute(tx)
  })
  const found = db.read.selectFrom('users').where('id', '=', user).select('email')
  const { email } = await found.executeTakeFirstOrThrow()
  await eventually('the mail', () => mailedTo(tukar, [email]))
})

test('notices of many jobs are announced in few transactions', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  await db.inTransaction((tx) => {
    for (let at = 0; at < 300; at += 1) enqueueJob(tx, 'announce', [operatorAlert(`alert:${at}`)])
  })
  await eventually('all alerts', async () => (await alerts(tukar)).length === 300)
  const { rows } = await sql<{ times: number }>`
    select count(distinct xmin::text)::int as times from operator_alerts`.execute(db.read)
  assert.ok((rows[0]?.times ?? 300) <= 10, `${rows[0]?.times} transactions`)
})
