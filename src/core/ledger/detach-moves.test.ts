import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { eventually } from '../../../tests/harness.ts'
import {
  agePostings,
  btc,
  closeNow,
  credit,
  makeUsers,
  owned,
  post,
  rollUpAll,
  tamper,
  toNextRange,
  transfer,
} from '../../../tests/make/ledger.ts'
import { systemClock } from '../../base/clock.ts'
import type { UserId } from '../../base/values/ids.ts'
import { idr, money } from '../../base/values/money.ts'
import type { Database } from '../database/database.ts'
import { listRanges } from '../database/partitions/ranges.ts'
import { auditLedger } from './audit.ts'
import { addCheckpoints } from './balances-at/add-checkpoints.ts'
import { detachOldMoves } from './detach-moves.ts'
import { openHolds, releaseHolds } from './hold.ts'
import { countOwed } from './house.ts'
import { moveRanges } from './moves.sql.ts'
import { PostingConflict } from './post.ts'
import { readStatement } from './statement.ts'

const keptDays = 400
const holder = { kind: 'order', id: 'A-1' }

async function audit(db: Database, ...openIds: readonly string[]): Promise<readonly string[]> {
  const ids = sql`select id from unnest(${openIds}::text[]) as o(id)`
  const owners = [{ kind: 'order', openIds: ids }]
  const breaches = await auditLedger({ db, clock: systemClock }, 'full', owners)
  return breaches.map(({ invariant }) => invariant.slice(0, 2))
}

/** Makes two users with old moves in the first partition, and new ones in the second. */
async function agedLedger(db: Database): Promise<readonly [UserId, UserId]> {
  const [user, other] = await makeUsers(db, 2)
  assert.ok(user && other)
  await post(db, credit('old', user, 1_000n), credit('old coins', other, 7n, btc))
  await post(db, transfer('old transfer', user, other, 100n))
  await agePostings(db, keptDays + 2)
  await toNextRange(db)
  await post(db, transfer('new', user, other, 10n))
  await rollUpAll(db)
  await closeNow(db)
  await addCheckpoints(db)
  assert.deepEqual(await audit(db), [])
  return [user, other]
}

const firstPartition = async (db: Database) => (await listRanges(db.read, moveRanges))[0]?.table

test('old moves are detached with all their rows, and the books stay audited', async (t) => {
  const { db } = await testDatabase(t)
  const [user, other] = await agedLedger(db)
  const owed = () => db.inTransaction((tx) => countOwed(tx, idr))
  const owedBefore = await owed()
  assert.equal(await detachOldMoves(db, keptDays), true)
  const { rows } = await sql`select count(*)::int as moves from detached.moves_0`.execute(db.read)
  assert.deepEqual(rows, [{ moves: 3 }])
  assert.deepEqual(await audit(db), [])
  assert.equal((await owned(db, user)).available, 890n)
  assert.equal(await owed(), owedBefore)
  const page = { limit: 10, offset: 0, oldestFirst: false }
  assert.equal((await readStatement(db, other, {}, page)).length, 1)
  await post(db, transfer('later', other, user, 5n))
  assert.deepEqual(await audit(db), [])
  assert.equal(await detachOldMoves(db, keptDays), false)
})

test('after a detachment, a unit out of nowhere is still found', async (t) => {
  const { db } = await testDatabase(t)
  const [user, other] = await agedLedger(db)
  assert.equal(await detachOldMoves(db, keptDays), true)
  await tamper(db, `update balances set available = available - 1 where user_id = ${user}`)
  await tamper(
    db,
    `update balances set available = available + 1 where user_id = ${other} and asset_id = 1`,
  )
  assert.deepEqual(await audit(db), ['I2', 'I2'])
})

test('a key is refused for ever, also after its moves were detached', async (t) => {
  const { db } = await testDatabase(t)
  const [user] = await agedLedger(db)
  assert.equal(await detachOldMoves(db, keptDays), true)
  await assert.rejects(post(db, credit('old', user, 1_000n)), PostingConflict)
  assert.equal((await owned(db, user)).available, 890n)
})

test('moves that are too young, or not closed by a full range, are not detached', async (t) => {
  const { db } = await testDatabase(t)
  await agedLedger(db)
  assert.equal(await detachOldMoves(db, keptDays + 2), false)
  assert.equal(await firstPartition(db), 'moves_0')
})

test('moves are not detached while a hold that may need them is open', async (t) => {
  const { db } = await testDatabase(t)
  const [user] = await makeUsers(db, 1)
  assert.ok(user)
  await post(db, credit('old', user, 1_000n))
  const hold = { owner: holder, user, amount: money(idr, 50n) }
  await db.inTransaction((tx) => openHolds(tx, [hold]))
  await agePostings(db, keptDays + 2)
  await tamper(db, `update holds set opened_at = opened_at - interval '${keptDays + 2} days'`)
  await toNextRange(db)
  await rollUpAll(db)
  await closeNow(db)
  await addCheckpoints(db)
  assert.deepEqual(await audit(db, 'A-1'), [])
  assert.equal(await detachOldMoves(db, keptDays), false)
  await db.inTransaction((tx) => releaseHolds(tx, [holder]))
  assert.equal(await detachOldMoves(db, keptDays), true)
  assert.deepEqual(await audit(db), [])
})

test('moves are not detached before they are rolled up and passed a full audit', async (t) => {
  const { db } = await testDatabase(t)
  const [user] = await agedLedger(db)
  const horizons = 'update house_horizon set tx = tx - 1000000'
  await tamper(db, horizons)
  assert.equal(await detachOldMoves(db, keptDays), false)
  await tamper(db, 'update house_horizon set tx = tx + 1000000')
  await tamper(db, `update balances set available = available + 1 where user_id = ${user}`)
  assert.notDeepEqual(await audit(db), [])
  assert.equal(await detachOldMoves(db, keptDays), false)
  await tamper(db, `update balances set available = available - 1 where user_id = ${user}`)
  assert.deepEqual(await audit(db), [])
  assert.equal(await detachOldMoves(db, keptDays), true)
})

test('postings go on while the sums of detached moves are stored', async (t) => {
  const { db } = await testDatabase(t)
  const [user, other] = await agedLedger(db)
  await sql`create function take_long() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(1); return null; end'`.execute(db.read)
  await sql`create trigger takes_long after insert on detached_sums
    for each statement execute function take_long()`.execute(db.read)
  t.after(() => sql`drop function take_long cascade`.execute(db.read))
  const isStoring = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where wait_event = 'advisory' and datname = current_database()`.execute(db.read)
    return rows.length > 0
  }
  const detached = await db.inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(tx)
    const storing = detachOldMoves(db, keptDays)
    await eventually('sums that are being stored', isStoring)
    await post(db, transfer('meanwhile', user, other, 1n))
    assert.equal(await isStoring(), true)
    return [storing]
  })
  assert.deepEqual(await Promise.all(detached), [true])
  await rollUpAll(db)
  assert.deepEqual(await audit(db), [])
})

test('two nodes that detach the same moves store their sums once', async (t) => {
  const { db } = await testDatabase(t)
  await agedLedger(db)
  const both = [detachOldMoves(db, keptDays), detachOldMoves(db, keptDays)]
  const outcomes = (await Promise.allSettled(both)).map((one) =>
    one.status === 'fulfilled' ? one.value : null,
  )
  assert.equal(outcomes.filter((one) => one === true).length, 1)
  assert.deepEqual(await audit(db), [])
})
