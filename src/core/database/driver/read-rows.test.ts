import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { testDatabase } from '../../../../tests/database.ts'
import { oneOfTexts, readRows } from './read-rows.ts'

test('rows have the values of each declared kind', async (t) => {
  const { db } = await testDatabase(t)
  const rows = await readRows(db.read, {
    id: 'bigint',
    n: 'smallint',
    share: 'float8',
    units: 'units',
    text: 'text',
    done: 'boolean',
    at: 'timestamptz',
    day: 'date',
    key: 'uuid',
    bytes: 'bytea',
    tags: 'text[]',
    ids: 'bigint[]',
    side: oneOfTexts('BUY', 'SELL'),
    data: z.object({ deep: z.number() }),
    missing: 'text?',
  })`
    select 9007199254740991 as id, 1::smallint as n, 0.5::float8 as share, 12::units0 as units,
      'a' as text, true as done, '2026-02-28T01:02:03Z'::timestamptz as at,
      '2026-02-28'::date as day, 'd9428888-122b-11e1-b85c-61cd3cbb3210'::uuid as key,
      '\\x01'::bytea as bytes, array['x'] as tags, array[7]::bigint[] as ids, 'BUY' as side,
      '{"deep": 1}'::jsonb as data, null::text as missing`
  assert.deepEqual(rows, [
    {
      id: 9_007_199_254_740_991,
      n: 1,
      share: 0.5,
      units: 12n,
      text: 'a',
      done: true,
      at: new Date('2026-02-28T01:02:03Z'),
      day: '2026-02-28',
      key: 'd9428888-122b-11e1-b85c-61cd3cbb3210',
      bytes: Buffer.from([1]),
      tags: ['x'],
      ids: [7],
      side: 'BUY',
      data: { deep: 1 },
      missing: null,
    },
  ])
})

test('a column that is missing or of another type is refused, also without rows', async (t) => {
  const { db } = await testDatabase(t)
  await assert.rejects(
    readRows(db.read, { id: 'bigint' })`select 1 as n where false`,
    /returns no column id/,
  )
  await assert.rejects(
    readRows(db.read, { id: 'bigint' })`select 'x' as id where false`,
    /column id is not bigint/,
  )
  await assert.rejects(
    readRows(db.read, { at: 'timestamptz' })`select now()::date as at`,
    /column at is not timestamptz/,
  )
})

test('null is refused in a column that is not declared with a question mark', async (t) => {
  const { db } = await testDatabase(t)
  const read = readRows(db.read, { id: 'bigint' })
  await assert.rejects(read`select null::bigint as id`, /column id is null/)
})

test('a text outside the declared ones is refused', async (t) => {
  const { db } = await testDatabase(t)
  const read = readRows(db.read, { side: oneOfTexts('BUY', 'SELL') })
  await assert.rejects(read`select 'HOLD' as side`, /a column holds HOLD/)
})
