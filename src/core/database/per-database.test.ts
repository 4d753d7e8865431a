import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../tests/database.ts'
import type { Database } from './database.ts'
import { perDatabase } from './per-database.ts'

test('each database has its own instance, created for the first caller', async (t) => {
  const [{ db }, { db: other }] = [await testDatabase(t), await testDatabase(t)]
  const own = perDatabase(({ name }: { db: typeof db; name: string }) => ({ name }))
  const first = own({ db, name: 'first' })
  assert.deepEqual(first, { name: 'first' })
  assert.equal(own({ db, name: 'second' }), first)
  assert.deepEqual(own({ db: other, name: 'third' }), { name: 'third' })
})

test('reads from a replica share the instance of the primary', async (t) => {
  const [{ db }, { db: replica }] = [await testDatabase(t), await testDatabase(t)]
  const own = perDatabase((ctx: { db: Database }) => ({ read: ctx.db.read }))
  const made = own({ db: { ...replica, primary: db } })
  assert.equal(made.read, db.read)
  assert.equal(own({ db }), made)
})
