import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { eventually } from '../../../../tests/harness.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { operatorAlert } from '../../../../tests/make/notices.ts'
import { jobLimits } from '../../../core/outbox/job-limits.ts'
import { enqueueJob } from '../../../core/outbox/queue.ts'
import { startWorker } from '../worker.ts'

const neverMs = 3_600_000

test('jobs that are announced while a lane rests need no poll', async (t) => {
  const { db, url } = await testDatabase(t)
  const ctx = httpContext(t, { databaseUrl: url })
  const worker = await startWorker(ctx, url, () => undefined, neverMs)
  t.after(() => worker.stop())
  await eventually('the lanes to listen', async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and state = 'idle' and query like 'LISTEN "jobs:insert"%'
      `.execute(db.read)
    return rows.length === Object.keys(jobLimits.lanes).length
  })
  // Each job arrives while the lane pauses after fetching the previous one.
  for (const key of ['first', 'second', 'third', 'fourth', 'fifth']) {
    await ctx.db.inTransaction((tx) => enqueueJob(tx, 'announce', [operatorAlert(key)]))
    await eventually(`the alert ${key}`, async () => {
      const { rows } = await sql`
        select from operator_alerts where dedupe_key = ${key}`.execute(db.read)
      return rows.length === 1
    })
  }
})
