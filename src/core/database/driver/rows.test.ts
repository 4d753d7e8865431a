import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { databaseLimits } from '../database-limits.ts'
import { rowsOf } from './rows.ts'

const everything = {
  id: 'bigint',
  count: 'integer',
  units: 'units0',
  body: 'text',
  done: 'boolean',
  at: 'timestamptz',
  day: 'date',
  key: 'uuid',
  bytes: 'bytea',
  data: 'jsonb',
} as const

const full = {
  id: 9_007_199_254_740_991,
  count: -1,
  units: 12_345_678_901_234_567_890_123_456_789_012_345_678n,
  body: `'"\\ \u00e9\u{1f600} \\u0000`,
  done: true,
  at: new Date('2026-02-28T01:02:03.004Z'),
  day: '2026-02-28',
  key: 'd9428888-122b-11e1-b85c-61cd3cbb3210',
  bytes: Buffer.from([0, 1, 255]),
  data: { deep: [1, null, 'x'] },
}

test('every kind of value arrives as it was', async (t) => {
  const { db } = await testDatabase(t)
  const rows = await db.read
    .selectFrom(rowsOf([full], everything))
    .selectAll()
    .execute()
  assert.deepEqual(rows, [{ ...full, units: full.units.toString() }])
})

test('null and missing values arrive as null', async (t) => {
  const { db } = await testDatabase(t)
  const empty = { id: null, body: null }
  const columns = { id: 'bigint', body: 'text' } as const
  const rows = await db.read
    .selectFrom(rowsOf([empty], columns))
    .selectAll()
    .execute()
  assert.deepEqual(rows, [empty])
})

test('no records are no rows', async (t) => {
  const { db } = await testDatabase(t)
  const none = rowsOf([], { id: 'bigint' })
  assert.deepEqual(await db.read.selectFrom(none).selectAll().execute(), [])
})

test('one statement inserts and updates from records', async (t) => {
  const { db } = await testDatabase(t)
  const fresh = rowsOf([{ key: 'a' }, { key: 'b' }], { key: 'text' }, 'fresh')
  await db.read
    .insertInto('counters')
    .columns(['key'])
    .expression((query) => query.selectFrom(fresh).select('fresh.key'))
    .execute()
  const raised = rowsOf([{ key: 'b', points: 7 }], { key: 'text', points: 'integer' }, 'raised')
  await sql`
    update counters c set points = raised.points from ${raised} where c.key = raised.key`.execute(
    db.read,
  )
  const counters = db.read.selectFrom('counters').select(['key', 'points']).orderBy('key')
  assert.deepEqual(await counters.execute(), [
    { key: 'a', points: 0 },
    { key: 'b', points: 7 },
  ])
})

test('a statement is the same text whatever the number of records', () => {
  const column = { id: 'bigint' } as const
  assert.deepEqual(
    rowsOf([{ id: 1 }], column).toOperationNode().alias,
    rowsOf([{ id: 1 }, { id: 2 }], column).toOperationNode().alias,
  )
})

test('referenced records are found by their key, without reading a table', async (t) => {
  const { db } = await testDatabase(t)
  await sql`insert into counters (key) select n::text from generate_series(1, 1000) n`.execute(
    db.read,
  )
  await sql`analyze counters`.execute(db.read)
  const raised = rowsOf([{ key: '7', points: 7 }], { key: 'text', points: 'integer' }, 'raised')
  const plan = await sql<Record<string, string>>`
    explain update counters c set points = raised.points from ${raised}
    where c.key = raised.key`.execute(db.read)
  const text = plan.rows.flatMap((row) => Object.values(row)).join('\n')
  assert.match(text, /Index Scan using counters_pkey/)
  assert.doesNotMatch(text, /Seq Scan/)
})

test('data that PostgreSQL cannot store is refused before the query', () => {
  const text = { body: 'text' } as const
  assert.throws(() => rowsOf([{ body: 'a\0b' }], text), /NUL/)
  assert.throws(() => rowsOf([{ body: '\\\0' }], text), /NUL/)
  assert.throws(() => rowsOf([{ data: { a: ['\0'] } }], { data: 'jsonb' }), /NUL/)
  assert.throws(() => rowsOf([{ count: Number.NaN }], { count: 'integer' }), /count is NaN/)
  const many = Array.from({ length: databaseLimits.setRows + 1 }, () => ({ id: 1 }))
  assert.throws(() => rowsOf(many, { id: 'bigint' }), /too many/)
})
