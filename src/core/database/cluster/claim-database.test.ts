import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { claimDatabase, moveClaim } from './claim-database.ts'

test('a node with another application key is refused', async (t) => {
  const { db } = await testDatabase(t)
  await Promise.all([claimDatabase(db, 'key one'), claimDatabase(db, 'key one')])
  await assert.rejects(claimDatabase(db, 'key two'), /made with another APP_KEY/)
  await claimDatabase(db, 'key one')
})

test('a logical restore is refused until it was taken over', async (t) => {
  const { db } = await testDatabase(t)
  await claimDatabase(db, 'key')
  await sql`update deployment set system_identifier = 42`.execute(db.read)
  await assert.rejects(claimDatabase(db, 'key'), /--after-restore/)
  await db.inTransaction(moveClaim)
  await claimDatabase(db, 'key')
})
