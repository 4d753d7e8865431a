import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { makeUser } from '../../../tests/make/ledger.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../../../tests/make/payx.ts'
import type { Database } from '../../core/database/database.ts'
import { savePushToken } from '../../core/outbox/push-tokens.sql.ts'

const Jobs = z.array(
  z.object({
    attempts: z.int(),
    locked: z.boolean(),
    payload: z.array(z.object({ by: z.string() })),
  }),
)

async function jobsIn(db: Database) {
  const { rows } = await sql`
    select attempts, locked_by is not null as locked, payload
    from graphile_worker._private_jobs`.execute(db.read)
  return Jobs.parse(rows).map(({ payload, ...job }) => ({
    ...job,
    by: payload.map((one) => one.by),
  }))
}

test('of deliveries that a process makes itself, only those that failed are queued', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db, { user: await makeUser(db) })
  await db.inTransaction((tx) => savePushToken(tx, account.user, 'phone'))
  await tukar.control('POST', '/faults', { provider: 'push', fault: 'error-500', times: 1 })
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-1'))
  const left = await eventually('the failure', async () => {
    const jobs = await jobsIn(db)
    return jobs.every(({ locked }) => !locked) && jobs
  })
  assert.deepEqual(left, [{ attempts: 1, locked: false, by: ['push'] }])
  const { rows } = await sql`select status from reports where status <> 'PENDING'`.execute(db.read)
  assert.equal(rows.length, 1)
})
