import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { silent } from '../../../tests/server.ts'
import type { Database } from '../../core/database/database.ts'
import { forgetExpired } from './forget-expired.ts'

const addKeys = (db: Database, name: string, count: number, age: string) =>
  sql`
    insert into idempotency_keys (caller, endpoint, key, request_hash, claim, created_at)
    select 'siti', 'POST /', ${name} || n, sha256('a'), substring(sha256('a') for 16),
      now() - ${age}::interval
    from generate_series(1, ${count}::int) n`.execute(db.read)

const addResets = (db: Database) =>
  sql`
    with owner as (
      insert into users (email, password_hash) values ('siti@tukar.test', 'none') returning id)
    insert into password_resets (user_id, digest, expires_at)
    select id, sha256('a'), now() - interval '1 minute' from owner`.execute(db.read)

const left = async (db: Database, table: string): Promise<unknown> =>
  (await sql`select count(*)::int as rows from ${sql.table(table)}`.execute(db.read)).rows[0]

test('one run deletes all expired rows, in any number, and nothing else', async (t) => {
  const { db } = await testDatabase(t)
  await addKeys(db, 'old', 2_500, '25 hours')
  await addKeys(db, 'young', 10, '23 hours')
  await forgetExpired({ db, log: silent })
  assert.deepEqual(await left(db, 'idempotency_keys'), { rows: 10 })
})

test('items that cannot be cleared do not affect the others', async (t) => {
  const { db } = await testDatabase(t)
  await addResets(db)
  await addKeys(db, 'old', 5, '25 hours')
  await sql`alter table access_tokens rename to elsewhere`.execute(db.read)
  await forgetExpired({ db, log: silent })
  assert.deepEqual(await left(db, 'password_resets'), { rows: 0 })
  assert.deepEqual(await left(db, 'idempotency_keys'), { rows: 0 })
})
