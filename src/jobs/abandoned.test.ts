import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type TestDatabase, testDatabase } from '../../tests/database.ts'
import { freeAbandonedJobs, markAlive, unmark } from './abandoned.sql.ts'

test('a job is freed when its worker is gone, and not before', async (t) => {
  const { db } = await testDatabase(t)
  await lockedJob(db, 'of the dead', '11 seconds')
  await lockedJob(db, 'of the living', '1 hour')
  await lockedJob(db, 'just taken', '1 second')
  const session = await sessionOf(t, db)
  await markAlive(session, 'of the living')

  await freeAbandonedJobs(db)
  assert.deepEqual(await holders(db), ['just taken', 'of the living'])

  await unmark(session)
  await freeAbandonedJobs(db)
  assert.deepEqual(await holders(db), ['just taken'])
})

test('a worker whose session ends is gone', async (t) => {
  const { db } = await testDatabase(t)
  await lockedJob(db, 'cut off', '1 minute')
  const session = await sessionOf(t, db)
  await markAlive(session, 'cut off')
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
            where application_name = 'tukar jobs cut off'`.execute(db.read)

  await freeAbandonedJobs(db)
  assert.deepEqual(await holders(db), [])
})

async function sessionOf(t: TestContext, db: TestDatabase['db']) {
  const session = await db.pool.connect()
  t.after(() => session.release(true))
  return session
}

/** A job as a worker of this name left it. */
async function lockedJob(db: TestDatabase['db'], worker: string, ago: string): Promise<void> {
  await sql`select graphile_worker.add_job('announce', job_key => ${worker})`.execute(db.read)
  await sql`
    update graphile_worker._private_jobs
    set locked_by = ${worker}, locked_at = now() - ${ago}::interval
    where key = ${worker}`.execute(db.read)
}

async function holders(db: TestDatabase['db']): Promise<readonly string[]> {
  const found = await sql<{ worker: string }>`
    select locked_by as worker from graphile_worker.jobs
    where locked_by is not null order by 1`.execute(db.read)
  return found.rows.map(({ worker }) => worker)
}
