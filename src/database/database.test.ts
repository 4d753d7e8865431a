import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../tests/database.ts'

test('a statement is answered', async (t) => {
  const { db } = await testDatabase(t)
  const { rows } = await sql`select 1::int8 as one`.execute(db.read)
  assert.deepEqual(rows, [{ one: 1 }])
})
