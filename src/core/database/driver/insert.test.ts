import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { insertRows, sendRows } from './insert.ts'

const dueAt = new Date('2026-02-28T01:02:03.004Z')

const report = (key: string, data: unknown = {}) => ({ request_id: key, kind: 'A', payload: data })

test('records are inserted as they are; absent columns take their default', async (t) => {
  const { db } = await testDatabase(t)
  const caller = `'"\\ \u00e9`
  const claim = Buffer.alloc(16, 255)
  const key = {
    caller,
    endpoint: 'e',
    key: 'k',
    request_hash: Buffer.alloc(32),
    claim,
    created_at: dueAt,
  }
  const inserted = await insertRows(db.read, 'idempotency_keys', [key], {
    returning: ['caller', 'claim', 'created_at', 'status'],
  })
  assert.deepEqual(inserted, [{ caller, claim, created_at: dueAt, status: null }])
})

test('a column of texts takes a list, and one of JSON takes any value', async (t) => {
  const { db } = await testDatabase(t)
  const rows = await insertRows(db.read, 'reports', [report('a', { deep: [1, null, 'x'] })], {
    returning: ['payload'],
  })
  assert.deepEqual(rows, [{ payload: { deep: [1, null, 'x'] } }])
  const banks = db.read.selectFrom('banks').where('payx_va_code', 'is not', null)
  const { bank } = await banks.select('payx_va_code as bank').executeTakeFirstOrThrow()
  const steps = ['one, "two"', '{three}']
  const guide = { bank_code: bank ?? '', lang: 'id', channel: 'ATM', sort: 1, steps }
  const guides = await insertRows(db.read, 'payment_instructions', [guide], {
    unique: ['bank_code', 'lang', 'channel'],
    replace: {},
    returning: ['steps'],
  })
  assert.deepEqual(guides, [{ steps }])
})

test('a stored record is kept, or replaced except for computed fields', async (t) => {
  const { db } = await testDatabase(t)
  const counted = (key: string, points: number) => ({ key, points })
  const unique = ['key'] as const
  const returning = ['key', 'points', 'expire'] as const
  const first = await insertRows(db.read, 'counters', [counted('a', 1)], { unique, returning })
  assert.deepEqual(first, [{ key: 'a', points: 1, expire: null }])
  const skipped = await insertRows(db.read, 'counters', [counted('a', 2)], { unique, returning })
  assert.deepEqual(skipped, [])
  const both = [counted('b', 5), counted('a', 3)]
  const replaced = await insertRows(db.read, 'counters', both, {
    computed: { expire: sql`points * 10` },
    orderBy: unique,
    unique,
    replace: { points: sql`stored.points + excluded.points` },
    returning,
  })
  assert.deepEqual(replaced, [
    { key: 'a', points: 4, expire: 30 },
    { key: 'b', points: 5, expire: 50 },
  ])
})

test('sent rows are visible to the next statement; zero rows run no statement', async (t) => {
  const { db } = await testDatabase(t)
  const found = await db.inTransaction((tx) => {
    sendRows(tx, 'counters', [])
    sendRows(tx, 'counters', [{ key: 'a' }])
    return tx.selectFrom('counters').select('key').execute()
  })
  assert.deepEqual(found, [{ key: 'a' }])
  assert.deepEqual(await insertRows(db.read, 'counters', [], { returning: ['key'] }), [])
})

test('records of different columns, or of an unknown column, are refused', async (t) => {
  const { db } = await testDatabase(t)
  const mixed = [{ key: 'a' }, { key: 'b', points: 1 }]
  await assert.rejects(insertRows(db.read, 'counters', mixed), /differ in their columns/)
  const strange = { key: 'a', colour: 'red' }
  await assert.rejects(insertRows(db.read, 'counters', [strange]), /has no column colour/)
})
