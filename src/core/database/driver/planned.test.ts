import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { silent } from '../../../../tests/server.ts'
import { systemClock } from '../../../base/clock.ts'
import { connectDatabase } from '../database.ts'
import { databaseLimits } from '../database-limits.ts'

const { afterTimes, withinMs } = databaseLimits.planned

const planned = `
  select statement, generic_plans + custom_plans as times from pg_prepared_statements
  where statement not like '%pg_prepared_statements%'`

test('a frequent statement is prepared once, and returns the same as before', async (t) => {
  const { db } = await testDatabase(t)
  const doubled = (key: number) =>
    sql<{ doubled: number }>`
      select 2 * ${key}::integer as doubled from (select 1) as of_enough_letters_to_be_kept`
  for (let key = 0; key < afterTimes + 3; key += 1) {
    assert.deepEqual((await doubled(key).execute(db.read)).rows, [{ doubled: 2 * key }])
  }
  const { rows } = await db.pool.query(planned)
  assert.deepEqual(
    rows.map(({ times }) => times),
    [4],
  )
})

test('statements with inlined values are never prepared', async (t) => {
  const { db } = await testDatabase(t)
  for (let key = 0; key < afterTimes + 3; key += 1) {
    const literal = sql.lit(key)
    const text = sql`select ${literal} as shown from (select 1) as of_enough_letters_to_be_kept`
    await text.execute(db.read)
  }
  assert.deepEqual((await db.pool.query(planned)).rows, [])
})

test('a table change under a prepared plan fails no transaction', async (t) => {
  const { db } = await testDatabase(t)
  await sql`create table drawers (id integer, thing text)`.execute(db.read)
  const all = sql`select * from drawers where id > ${0}::integer and thing is distinct from ${'x'}`
  for (let times = 0; times <= afterTimes; times += 1) await all.execute(db.read)
  await sql`alter table drawers add column more text`.execute(db.read)
  await sql`insert into drawers values (1, 'a', 'b')`.execute(db.read)
  const { rows } = await db.inTransaction((tx) => all.execute(tx))
  assert.deepEqual(rows, [{ id: 1, thing: 'a', more: 'b' }])
})

test('a statement that is used now and then is never prepared', async (t) => {
  const { url } = await testDatabase(t)
  let nowMs = 0
  const clock = { ...systemClock, monotonicMs: () => nowMs }
  const db = connectDatabase({ url, log: silent, clock })
  t.after(() => db.close())
  const text = sql`select 'rare' as word from (select 1) as of_enough_letters_to_be_kept`
  for (let times = 0; times < 3 * afterTimes; times += 1) {
    nowMs = (times * 2 * withinMs) / afterTimes
    await text.execute(db.read)
  }
  assert.deepEqual((await db.pool.query(planned)).rows, [])
})
