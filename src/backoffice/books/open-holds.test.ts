import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../tests/database.ts'
import { makeOldHolds } from '../../../tests/make/old-holds.ts'
import { countRowsRead } from '../../../tests/make/rows-read.ts'
import { listOpenHolds } from './open-holds.sql.ts'

test('the oldest open holds are listed without reading those that closed', async (t) => {
  const { db, url } = await testDatabase(t)
  await makeOldHolds(db, { closed: 20_000, open: 500 })
  const page = { limit: 20, cursor: null, sort: 'asc' } as const
  const rows = await countRowsRead(t, { url, table: 'holds' }, async (served) => {
    const found = await listOpenHolds(served, { olderThan: 900, user: null }, page)
    assert.deepEqual(
      found.map(({ owner }) => owner.id),
      Array.from({ length: 21 }, (_, at) => `open-${at + 1}`),
    )
  })
  assert.equal(rows, 500)
})
