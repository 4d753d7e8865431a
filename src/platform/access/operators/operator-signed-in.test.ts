import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../../tests/harness.ts'
import { makeFirstAdmin } from '../../../../tests/make/operator.ts'
import { mayActAs, roles } from '../../../core/operators/roles.ts'

test('every role reads, an admin does everything, support and finance are separate', () => {
  const allowed = roles.map((role) => roles.filter((needed) => mayActAs(role, needed)))
  assert.deepEqual(allowed, [
    ['viewer'],
    ['viewer', 'support'],
    ['viewer', 'finance'],
    ['viewer', 'support', 'finance', 'admin'],
  ])
})

test('the audit is append-only', async (t) => {
  const tukar = await startTukar(t)
  await makeFirstAdmin(tukar)
  const { read } = tukar.service.ctx.db
  const changes = [
    sql`update operator_audit set action = 'nothing'`,
    sql`delete from operator_audit`,
    sql`truncate operator_audit`,
  ]
  for (const change of changes) {
    await assert.rejects(change.execute(read), /operator_audit is append-only/)
  }
})
