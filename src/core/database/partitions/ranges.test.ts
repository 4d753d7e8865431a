import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { books, credit, makeUser, owned, post } from '../../../../tests/make/ledger.ts'
import { moveRanges } from '../../ledger/moves.sql.ts'
import type { Database } from '../database.ts'
import { extendRanges, listRanges } from './ranges.ts'

const size = moveRanges.idsPerRange

/** The bounds of the partitions, in whole ranges. */
const bounds = async (db: Database) =>
  (await listRanges(db.read, moveRanges)).map(({ from, to }) => [
    from / size,
    to === null ? null : to / size,
  ])

const lastPosting = (db: Database, id: number) =>
  sql`select setval('postings_id_seq', ${id})`.execute(db.read)

const countIn = async (db: Database, table: string) => {
  const { rows } = await sql<{ moves: number }>`
    select count(*)::int as moves from ${sql.table(table)}`.execute(db.read)
  return rows[0]?.moves
}

test('partitions are added while at least one whole range is unused, once', async (t) => {
  const { db } = await testDatabase(t)
  await extendRanges(db, moveRanges)
  const ahead = [
    [0, 1],
    [1, 2],
    [2, null],
  ]
  assert.deepEqual(await bounds(db), ahead)
  await Promise.all([extendRanges(db, moveRanges), extendRanges(db, moveRanges)])
  assert.deepEqual(await bounds(db), ahead)
  await lastPosting(db, size - 1)
  await extendRanges(db, moveRanges)
  assert.deepEqual(await bounds(db), ahead)
  await lastPosting(db, size)
  await Promise.all([extendRanges(db, moveRanges), extendRanges(db, moveRanges)])
  assert.deepEqual(await bounds(db), [...ahead.slice(0, 2), [2, 3], [3, null]])
})

test('no move is lost if its partition is missing: the tail becomes that partition', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await post(db, credit('in the first range', user, 1n))
  await lastPosting(db, 3 * size + 7)
  await post(db, credit('far above all ranges', user, 2n))
  const before = await books(db)
  assert.equal(await countIn(db, `moves_${size}`), 1)
  await extendRanges(db, moveRanges)
  assert.deepEqual(await bounds(db), [
    [0, 1],
    [1, 4],
    [4, 5],
    [5, null],
  ])
  assert.deepEqual(await books(db), before)
  await post(db, credit('after', user, 4n))
  assert.equal((await owned(db, user)).available, 7n)
  await auditsClean(db)
})

test('moves of a transaction that was open while its partition was added are kept', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await lastPosting(db, size - 1)
  const insert = post(db, credit('first of its range', user, 1n))
  await Promise.all([insert, extendRanges(db, moveRanges)])
  assert.equal((await owned(db, user)).available, 1n)
  await auditsClean(db)
})

test('no role can change moves in a partition, also in one that was added', async (t) => {
  const { db } = await testDatabase(t)
  await extendRanges(db, moveRanges)
  for (const { table } of await listRanges(db.read, moveRanges)) {
    for (const change of [`update ${table} set line = 1`, `delete from ${table}`]) {
      await assert.rejects(sql.raw(change).execute(db.read), /is append-only/, change)
    }
    await assert.rejects(sql.raw(`truncate ${table}`).execute(db.read), /is append-only/)
  }
})
