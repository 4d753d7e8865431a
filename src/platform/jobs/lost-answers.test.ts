import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { testDatabase } from '../../../tests/database.ts'
import { eventually } from '../../../tests/harness.ts'
import { httpContext } from '../../../tests/make/http-context.ts'
import { startLink } from '../../../tests/make/link-to-database.ts'
import { operatorAlert } from '../../../tests/make/notices.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import type { Database } from '../../core/database/database.ts'
import { databaseLimits } from '../../core/database/database-limits.ts'
import { jobLimits } from '../../core/outbox/job-limits.ts'
import { enqueueJob } from '../../core/outbox/queue.ts'
import { startWorker } from './worker.ts'

const enqueue = (db: Database, key: string) =>
  db.inTransaction((tx) => enqueueJob(tx, 'announce', [operatorAlert(key)]))

const alerted = (db: Database, key: string) =>
  eventually(`the alert ${key}`, async () => {
    const rows = await db.read
      .selectFrom('operator_alerts')
      .where('dedupe_key', '=', key)
      .select('id')
      .execute()
    return rows.length === 1
  })

/** Matches only the prepared statement by which workers fetch jobs, by its name. */
const fetching = 'get_job'

test('jobs with a committed but unanswered fetch run on the same node', async (t) => {
  const { db, url } = await testDatabase(t)
  const link = await startLink(t, url)
  const ctx = httpContext(t, { databaseUrl: url })
  // The worker gives up a statement before its jobs count as lost.
  setLimits(t, databaseLimits, { answerMs: 1_000 })
  setLimits(t, jobLimits, { lostMs: 1_500, pollMs: 250 })
  const worker = await startWorker(ctx, link.url)
  t.after(() => worker.stop())
  await enqueue(db, 'before')
  await alerted(db, 'before')

  // Every lane fetches jobs, and each loses the response.
  link.loseAnswers(fetching, 4)
  await enqueue(db, 'lost')
  await eventually('a locked job', async () => {
    const found = await sql`
      select from graphile_worker.jobs where locked_at is not null`.execute(db.read)
    return found.rows.length === 1
  })
  await alerted(db, 'lost')
})

test('lanes whose first fetch loses its connection start again', async (t) => {
  setLimits(t, jobLimits, { pollMs: 250 })
  const { db, url } = await testDatabase(t)
  const link = await startLink(t, url)
  // The first fetch of each lane begins by recording its tasks.
  link.loseAnswers('_private_tasks as tasks', 4)
  const worker = await startWorker(httpContext(t, { databaseUrl: url }), link.url)
  t.after(() => worker.stop())
  await eventually('the first fetches', async () => link.lost() === 4)
  link.cut()
  await enqueue(db, 'later')
  await alerted(db, 'later')
})

test('workers that end while jobs wait finish the running ones', async (t) => {
  setLimits(t, jobLimits, { abandonedMs: 250, pollMs: 250 })
  const { db, url } = await testDatabase(t)
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(line) })
  const worker = await startWorker(httpContext(t, { databaseUrl: url, log }), url)
  const hindrance = new pg.Client({ connectionString: url })
  await hindrance.connect()
  t.after(() => hindrance.end())
  await hindrance.query('begin')
  await hindrance.query('lock table operator_alerts in exclusive mode')
  // More than the lane runs at once.
  await db.inTransaction((tx) => {
    for (let at = 0; at < 100; at += 1) enqueueJob(tx, 'announce', [operatorAlert(`alert:${at}`)])
  })
  await eventually('jobs that wait in the lane', async () => {
    const found = await sql`
      select from graphile_worker.jobs where locked_at is not null`.execute(db.read)
    return found.rows.length > 40
  })
  const stopped = worker.stop()
  await hindrance.query('rollback')
  await stopped
  assert.deepEqual(errors, [])

  const next = await startWorker(httpContext(t, { databaseUrl: url }), url)
  t.after(() => next.stop())
  await eventually('every alert', async () => {
    const { rows } = await sql`select from operator_alerts`.execute(db.read)
    return rows.length === 100
  })
})
