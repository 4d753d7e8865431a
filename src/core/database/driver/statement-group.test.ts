import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import type { Database } from '../database.ts'
import { databaseLimits } from '../database-limits.ts'
import { codeOf } from './errors.ts'
import { send } from './transactions.ts'

/** Counts the Sync messages of new connections. */
function countSyncs({ pool }: Database): () => number {
  let syncs = 0
  pool.on('connect', ({ connection }) => {
    const sync = connection.sync.bind(connection)
    connection.sync = () => {
      syncs += 1
      sync()
    }
  })
  return () => syncs
}

const number = (text: string) => sql<{ n: number }>`select ${text}::integer as n`

test('statements of one tick end with one Sync, and the commit with another', async (t) => {
  const { db } = await testDatabase(t)
  const syncs = countSyncs(db)
  const found = await db.inTransaction(async (tx) => {
    send(tx, number('1'))
    const results = await Promise.all(['2', '3', '4'].map((text) => number(text).execute(tx)))
    return results.map(({ rows }) => rows[0]?.n)
  })
  assert.deepEqual(found, [2, 3, 4])
  assert.equal(syncs(), 2)
})

test('outside of a transaction each statement takes effect by itself', async (t) => {
  const { db } = await testDatabase(t)
  await sql`create table drawers (id integer)`.execute(db.read)
  const insert = (text: string) => sql`insert into drawers values (${text}::integer)`
  const ended = await db.read
    .connection()
    .execute((one) =>
      Promise.allSettled(['1', 'none', '2'].map((text) => insert(text).execute(one))),
    )
  assert.deepEqual(
    ended.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  const { rows } = await sql`select id from drawers order by id`.execute(db.read)
  assert.deepEqual(rows, [{ id: 1 }, { id: 2 }])
})

test('in a failed group, earlier statements succeed and later ones name the cause', async (t) => {
  const { db } = await testDatabase(t)
  let ended: readonly PromiseSettledResult<unknown>[] = []
  const work = db.inTransaction(async (tx) => {
    ended = await Promise.allSettled(['1', 'none', '2'].map((text) => number(text).execute(tx)))
  })
  await assert.rejects(work, /rolled back/)
  const [before, failed, after] = ended
  assert.equal(before?.status, 'fulfilled')
  assert.ok(failed?.status === 'rejected' && after?.status === 'rejected')
  assert.equal(codeOf(failed.reason), '22P02')
  assert.equal(codeOf(after.reason), '25P02')
  assert.equal(after.reason.cause, failed.reason)
})

test('a failed first use of a prepared statement harms no later one', async (t) => {
  const { db } = await testDatabase(t)
  const ratio = (by: number) =>
    sql<{ n: number }>`select 6 / ${by}::integer as n from (select 1) as of_enough_letters`
  const before = Array.from({ length: databaseLimits.planned.afterTimes - 1 }, () => 1)
  for (const by of before) await ratio(by).execute(db.read)
  await assert.rejects(ratio(0).execute(db.read), /division by zero/)
  for (const by of [1, 2, 0, 3]) {
    const divided = ratio(by).execute(db.read)
    if (by === 0) await assert.rejects(divided, /division by zero/)
    else assert.deepEqual((await divided).rows, [{ n: 6 / by }])
  }
})

test('a statement whose own commit fails is not reported as successful', async (t) => {
  const { db } = await testDatabase(t)
  await sql`create table halves (id integer unique deferrable initially deferred)`.execute(db.read)
  const twice = sql`insert into halves select 1 from generate_series(1, ${2}::integer)`
  await assert.rejects(twice.execute(db.read), /halves_id_key/)
})

test('statements under way on a lost connection fail as transient', async (t) => {
  const { db } = await testDatabase(t)
  const ended = db.inTransaction((tx) =>
    Promise.all([
      sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx),
      sql`select pg_sleep(1)`.execute(tx),
    ]),
  )
  await assert.rejects(ended, (error) => codeOf(error) === '57P01')
  assert.deepEqual((await number('5').execute(db.read)).rows, [{ n: 5 }])
})
