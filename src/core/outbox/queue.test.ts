import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import type { Database } from '../database/database.ts'
import { enqueueJob, signalOf } from './queue.ts'

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

test('a lane gets a signal of a job only after its commit, and no other lane does', async (t) => {
  const { db } = await testDatabase(t)
  const signals: string[] = []
  for (const lane of ['urgent', 'notices'] as const) {
    const note = () => signals.push(lane)
    db.signals.on(signalOf(lane), note)
    t.after(() => db.signals.off(signalOf(lane), note))
  }
  const failing = db.inTransaction((tx) => {
    enqueueJob(tx, 'announce', ['never'])
    throw new Error('something after it')
  })
  await assert.rejects(failing, /something after it/)
  await db.inTransaction((tx) => {
    enqueueJob(tx, 'announce', ['one'])
    assert.deepEqual(signals, [])
  })
  assert.deepEqual(signals, ['notices'])
  assert.equal((await jobsIn(db)).length, 1)
})
