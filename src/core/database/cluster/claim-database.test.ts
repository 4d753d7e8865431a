import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { idOf } from '../../../base/secrets/app-keys.ts'
import { systemRandom } from '../../../base/secrets/crypto.ts'
import type { Database } from '../database.ts'
import { claimDatabase, moveClaim } from './claim-database.ts'

const [one, two, three] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)]

const claim = (db: Database, ...appKeys: readonly [Buffer, ...Buffer[]]) =>
  claimDatabase(db, { appKeys }, systemRandom)

test('a node with another application key is refused', async (t) => {
  const { db } = await testDatabase(t)
  const [first, second] = await Promise.all([claim(db, one), claim(db, one)])
  assert.deepEqual(first, second, 'both have the same lookup key')
  await assert.rejects(claim(db, two), { message: new RegExp(`key ${idOf(one)}, which this node`) })
  assert.deepEqual(await claim(db, one), first, 'the refused node left nothing')
})

test('a node that lacks a key is refused, from the first start with the new one', async (t) => {
  const { db } = await testDatabase(t)
  const first = await claim(db, one)
  assert.deepEqual(await claim(db, one, two), first)
  await claim(db, one)
  assert.deepEqual(await claim(db, two, one), first)
  for (const [first, ...others] of [[one], [two], [one, three]] as const) {
    await assert.rejects(claim(db, first, ...others), /which this node lacks/)
  }
  await claim(db, one, two)
  await claim(db, three, two, one)
})

test('a logical restore is refused until it is taken over by a command', async (t) => {
  const { db } = await testDatabase(t)
  await claim(db, one)
  await sql`update deployment set system_identifier = 42`.execute(db.read)
  await assert.rejects(claim(db, one), /--after-restore/)
  await db.inTransaction(moveClaim)
  await claim(db, one)
})
