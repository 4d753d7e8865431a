import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { batchReads } from './batched.ts'

test('concurrent reads share one statement, and each gets its own result', async (t) => {
  const { db } = await testDatabase(t)
  const groups: (readonly number[])[] = []
  const doubled = batchReads<number, number>(async (read, keys) => {
    groups.push(keys)
    const found = await sql<{ twice: number }>`
      select 2 * key as twice from unnest(${keys}::integer[]) with ordinality as asked (key, n)
      order by n`.execute(read)
    return found.rows.map(({ twice }) => twice)
  })
  const items = Array.from({ length: 20 }, (_, n) => n)
  const answers = await Promise.all(items.map((n) => doubled(db, n)))
  assert.deepEqual(
    answers,
    items.map((n) => 2 * n),
  )
  assert.equal(groups.length, 1)
})

test('a read begins after its caller requested it, even if another is running', async (t) => {
  const { db } = await testDatabase(t)
  let state = 'old'
  const gate = Promise.withResolvers<void>()
  const seen = batchReads<string, string>(async (_read, keys) => {
    const now = state
    if (keys.includes('first')) await gate.promise
    return keys.map(() => now)
  })
  const first = seen(db, 'first')
  await new Promise((resolve) => setImmediate(resolve))
  state = 'new'
  const second = seen(db, 'second')
  gate.resolve()
  assert.deepEqual([await first, await second], ['old', 'new'])
})

test('a key that breaks its group fails alone', async (t) => {
  const { db } = await testDatabase(t)
  const partial = batchReads<string, string>(async (_read, keys) => {
    if (keys.includes('bad')) throw new Error('bad')
    return keys
  })
  const outcomes = await Promise.allSettled(['one', 'bad', 'two'].map((key) => partial(db, key)))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})
