import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type TestDatabase, testDatabase } from '../../../tests/database.ts'
import { eventually } from '../../../tests/harness.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { beat, hideName, showName } from '../database/cluster/presence.sql.ts'
import { jobLimits } from './job-limits.ts'
import { freeJobs } from './jobs.sql.ts'

const none = { names: [], held: [] }

test('a job is freed when its worker is gone, and not before', async (t) => {
  const { db } = await testDatabase(t)
  await lockedJob(db, 'of the dead', '3 seconds')
  await lockedJob(db, 'of the living', '1 hour')
  await lockedJob(db, 'just taken', '1 second')
  const session = await sessionOf(t, db)
  await showName(session, 'of the living')

  await freeJobs(db.read, none)
  assert.deepEqual(await holders(db), ['just taken', 'of the living'])

  await hideName(session, 'of the living')
  await freeJobs(db.read, none)
  assert.deepEqual(await holders(db), ['just taken'])
})

test('a worker with an ended session is gone', async (t) => {
  const { db } = await testDatabase(t)
  await lockedJob(db, 'cut off', '1 minute')
  const session = await sessionOf(t, db)
  await showName(session, 'cut off')
  const { rows } = await session.query('select pg_backend_pid() as pid')
  await sql`select pg_terminate_backend(${rows[0].pid}, 5000)`.execute(db.read)

  await freeJobs(db.read, none)
  assert.deepEqual(await holders(db), [])
})

test('a stalled worker counts as gone, though its session stays', async (t) => {
  setLimits(t, jobLimits, { silentMs: 1_000 })
  const { db } = await testDatabase(t)
  await lockedJob(db, 'frozen', '1 minute')
  await lockedJob(db, 'awake', '1 minute')
  const [frozen, awake] = [await sessionOf(t, db), await sessionOf(t, db)]
  await showName(frozen, 'frozen')
  await showName(awake, 'awake')

  await eventually('the silent one to count as gone', async () => {
    await beat(awake)
    await freeJobs(db.read, none)
    return (await holders(db)).length === 1
  })
  assert.deepEqual(await holders(db), ['awake'])
})

test('a job that its running worker does not have is freed, and no other', async (t) => {
  const { db } = await testDatabase(t)
  await lockedJob(db, 'living', '11 seconds')
  const lost = await lockedJob(db, 'living', '11 seconds')
  const held = await lockedJob(db, 'living', '11 seconds')
  await lockedJob(db, 'living', '9 seconds')
  await lockedJob(db, 'of another node', '11 seconds')
  for (const name of ['living', 'of another node']) await showName(await sessionOf(t, db), name)
  const before = await jobsOf(db, 'living')

  const { freed } = await freeJobs(db.read, { names: ['living'], held: [held] })
  assert.equal(freed.length, 2)
  assert.ok(freed.includes(lost))
  assert.deepEqual(
    await jobsOf(db, 'living'),
    before.filter((id) => !freed.includes(id)),
  )
  assert.deepEqual(await holders(db), ['living', 'living', 'of another node'])
})

async function sessionOf(t: TestContext, db: TestDatabase['db']) {
  const session = await db.pool.connect()
  t.after(() => session.release(true))
  return session
}

/** Inserts a job as locked by a worker of this name; returns its id. */
async function lockedJob(db: TestDatabase['db'], worker: string, ago: string): Promise<string> {
  const added = await sql<{ id: string }>`
    select id::text from graphile_worker.add_job('announce', payload => '[]')`.execute(db.read)
  const id = added.rows[0]?.id ?? ''
  await sql`
    update graphile_worker._private_jobs
    set locked_by = ${worker}, locked_at = now() - ${ago}::interval
    where id = ${id}`.execute(db.read)
  return id
}

async function jobsOf(db: TestDatabase['db'], worker: string): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id::text from graphile_worker.jobs where locked_by = ${worker} order by id`.execute(
    db.read,
  )
  return found.rows.map(({ id }) => id)
}

async function holders(db: TestDatabase['db']): Promise<readonly string[]> {
  const found = await sql<{ worker: string }>`
    select locked_by as worker from graphile_worker.jobs
    where locked_by is not null order by 1`.execute(db.read)
  return found.rows.map(({ worker }) => worker)
}
