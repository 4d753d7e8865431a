import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { eventually } from '../../../../tests/harness.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { operatorAlert } from '../../../../tests/make/notices.ts'
import { enqueueJob } from '../../../core/outbox/queue.ts'
import { startWorker } from '../worker.ts'

const neverMs = 3_600_000

test('jobs announced while a lane rests need no poll, and no session that listens', async (t) => {
  const { db, url } = await testDatabase(t)
  const ctx = httpContext(t, { databaseUrl: url })
  const worker = await startWorker(ctx, url, () => undefined, neverMs)
  t.after(() => worker.stop())
  // Each job arrives while the lane pauses after fetching the previous one.
  for (const key of ['first', 'second', 'third', 'fourth', 'fifth']) {
    await ctx.db.inTransaction((tx) => enqueueJob(tx, 'announce', [operatorAlert(key)]))
    await eventually(`the alert ${key}`, async () => {
      const { rows } = await sql`
        select from operator_alerts where dedupe_key = ${key}`.execute(db.read)
      return rows.length === 1
    })
  }
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`.execute(db.read)
  assert.equal(rows.length, 0)
})
