import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { testDatabase } from '../../../tests/database.ts'
import { eventually } from '../../../tests/harness.ts'
import type { Database } from '../database/database.ts'
import { enqueueJob } from './enqueue.ts'

/** Returns the queued jobs without the columns that differ between any two jobs. */
const jobsIn = async ({ read }: Database) =>
  (
    await sql<Record<string, unknown>>`
      select to_jsonb(j) - '{id,run_at,created_at,updated_at}'::text[] as job
      from graphile_worker._private_jobs j order by id`.execute(read)
  ).rows.map(({ job }) => job)

test('a job is written as the library itself would write it', async (t) => {
  const { db } = await testDatabase(t)
  await sql`
    select graphile_worker.add_job('announce', payload => '["one"]', priority => 5)`.execute(
    db.read,
  )
  await db.inTransaction((tx) => enqueueJob(tx, 'announce', ['one']))
  const [theirs, ours] = await jobsIn(db)
  assert.deepEqual(ours, theirs)
})

test('a job with a name new to the queue is written', async (t) => {
  const { db } = await testDatabase(t)
  await sql`delete from graphile_worker._private_tasks`.execute(db.read)
  await db.inTransaction((tx) => enqueueJob(tx, 'mail-alerts', ['one']))
  await db.inTransaction((tx) => enqueueJob(tx, 'mail-alerts', ['two']))
  assert.equal((await jobsIn(db)).length, 2)
})

test('lanes are notified of a job only after its commit', async (t) => {
  const { db, url } = await testDatabase(t)
  const listener = new pg.Client({ connectionString: url })
  await listener.connect()
  t.after(() => listener.end())
  let calls = 0
  listener.on('notification', () => {
    calls += 1
  })
  await listener.query('listen "jobs:insert"')
  const failing = db.inTransaction((tx) => {
    enqueueJob(tx, 'announce', ['never'])
    throw new Error('something after it')
  })
  await assert.rejects(failing, /something after it/)
  await db.inTransaction((tx) => enqueueJob(tx, 'announce', ['one']))
  await eventually('the notification', async () => calls > 0)
  assert.equal(calls, 1)
  assert.equal((await jobsIn(db)).length, 1)
})
