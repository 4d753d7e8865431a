import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { makeUser } from '../../../tests/make/ledger.ts'
import type { Database } from '../../core/database/database.ts'
import { expiryLimits } from '../../core/database/database-limits.ts'
import { deleteExpiredTokens } from '../access/sessions/tokens.sql.ts'
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
  await forgetExpired({ db })
  assert.deepEqual(await left(db, 'idempotency_keys'), { rows: 10 })
})

test('items that cannot be cleared do not affect the others', async (t) => {
  const { db } = await testDatabase(t)
  await addResets(db)
  await addKeys(db, 'old', 5, '25 hours')
  await sql`alter table access_tokens rename to elsewhere`.execute(db.read)
  await assert.rejects(forgetExpired({ db }), /access_tokens/)
  assert.deepEqual(await left(db, 'password_resets'), { rows: 0 })
  assert.deepEqual(await left(db, 'idempotency_keys'), { rows: 0 })
})

test('however often a session was refreshed, its tokens are deleted in steps', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const tokens = 2 * expiryLimits.items + 1
  await sql`
    with family as (
      insert into session_families (user_id, seed, expires_at)
      values (${user}, 'seed', now() - interval '2 days') returning id, expires_at
    )
    insert into refresh_tokens (digest, family_id, generation, expires_at)
    select sha256(n::text::bytea), id, n, expires_at
    from family, generate_series(1, ${tokens}::integer) as n`.execute(db.read)
  await sql`create table deletions as select 0::bigint as tokens`.execute(db.read)
  await sql`
    create function note_deletion() returns trigger language plpgsql as $$ begin
      insert into deletions select count(*) from gone;
      return null;
    end $$`.execute(db.read)
  await sql`
    create trigger note_deletion after delete on refresh_tokens referencing old table as gone
    for each statement execute function note_deletion()`.execute(db.read)
  await deleteExpiredTokens(db)
  const { rows } = await sql`
    select sum(tokens) as sum, max(tokens) as most from deletions`.execute(db.read)
  assert.deepEqual(rows, [{ sum: `${tokens}`, most: expiryLimits.items }])
  assert.deepEqual(await left(db, 'session_families'), { rows: 0 })
})
