import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { silent } from '../../../../tests/server.ts'
import { connectDatabase, isTransient } from '../database.ts'
import { batchLimits, databaseLimits } from '../database-limits.ts'
import { batchedInTransaction, batchReads } from './batched.ts'

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

/** Adds to rows with ids from 0 to 9, of which the test locks some. */
async function startAdding(t: TestContext) {
  setLimits(t, databaseLimits, { retryPauseMs: 2 })
  const { url, db } = await testDatabase(t)
  await sql`create table sums (id integer primary key, n integer)`.execute(db.read)
  await sql`insert into sums select i, 0 from generate_series(0, 9) as i`.execute(db.read)
  const hurried = connectDatabase({ url, log: silent, settings: { lock_timeout: 20 } })
  t.after(() => hurried.close())
  let runs = 0
  const add = batchedInTransaction(async (tx, ids: readonly number[]) => {
    runs += 1
    const added = await sql<{ id: number }>`
      update sums set n = n + 1 where id = any(${ids}::integer[]) returning id`.execute(tx)
    const done = new Set(added.rows.map(({ id }) => id))
    return ids.map((id) => done.has(id))
  })
  const ids = Array.from({ length: 10 }, (_, id) => id)
  const all = () => Promise.allSettled(ids.map((id) => add({ db: hurried }, id)))
  return { db, all, runs: () => runs }
}

test('a member whose row stays locked fails alone, and is not counted twice', async (t) => {
  const { db, all } = await startAdding(t)
  const outcomes = await db.inTransaction(async (tx) => {
    await sql`select from sums where id in (3, 5) for update`.execute(tx)
    return all()
  })
  for (const [id, outcome] of outcomes.entries()) {
    if (id === 3 || id === 5)
      assert.ok(outcome.status === 'rejected' && isTransient(outcome.reason))
    else assert.deepEqual(outcome, { status: 'fulfilled', value: true })
  }
  const { rows } = await sql<{ id: number }>`
    select id from sums where n <> case when id in (3, 5) then 0 else 1 end`.execute(db.read)
  assert.deepEqual(rows, [])
})

test('a group whose members all wait for one lock tries few of them alone', async (t) => {
  const { db, all, runs } = await startAdding(t)
  const outcomes = await db.inTransaction(async (tx) => {
    await sql`lock table sums`.execute(tx)
    return all()
  })
  assert.ok(outcomes.every(({ status }) => status === 'rejected'))
  const { transactionTries } = databaseLimits
  assert.equal(runs(), transactionTries * (1 + batchLimits.failedAlone))
})
