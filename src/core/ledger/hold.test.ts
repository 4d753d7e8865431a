import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { books, credit, makeUser, move, owned, post, posting } from '../../../tests/make/ledger.ts'
import type { UserId } from '../../base/values/ids.ts'
import { idr, money } from '../../base/values/money.ts'
import type { Database } from '../database/database.ts'
import { available, house, locked } from './accounts.ts'
import type { HoldOwner } from './audit.ts'
import type { ConsumeHold, HoldPurpose } from './hold.rules.ts'
import {
  consumeHolds,
  lockBalances,
  type OpenHold,
  openHolds,
  openHoldsFrom,
  releaseHolds,
  settleHolds,
} from './hold.ts'
import { PostingConflict } from './post.ts'

const order: HoldPurpose = { kind: 'order', id: 'A-1' }
const other: HoldPurpose = { kind: 'order', id: 'A-2' }

/** Without an orders table, an order counts as open while its hold is open. */
const orders: HoldOwner = {
  kind: 'order',
  openIds: sql`select owner_id as id from holds where owner_kind = 'order' and closed_at is null`,
}

const open = (db: Database, ...holds: readonly OpenHold[]) =>
  db.inTransaction((tx) => openHolds(tx, holds))
const consume = (db: Database, ...parts: readonly ConsumeHold[]) =>
  db.inTransaction((tx) => consumeHolds(tx, parts))
const release = (db: Database, ...owners: readonly HoldPurpose[]) =>
  db.inTransaction((tx) => releaseHolds(tx, owners))

const freeze = (owner: HoldPurpose, user: UserId, units: bigint): OpenHold => ({
  owner,
  user,
  amount: money(idr, units),
})

const fill = (key: string, owner: HoldPurpose, units: bigint): ConsumeHold => ({
  owner,
  key,
  action: 'TRADE',
  parts: [{ to: house('venue'), units }],
})

async function funded(db: Database, units = 1_000n): Promise<UserId> {
  const user = await makeUser(db)
  await post(db, credit(`funds:${user}`, user, units))
  return user
}

async function holdOf(db: Database, { kind, id }: HoldPurpose) {
  const row = await db.read
    .selectFrom('holds')
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', id)
    .select(['initial', 'consumed', 'released', 'closed_at'])
    .executeTakeFirstOrThrow()
  const { initial, consumed, released, closed_at } = row
  return [initial, consumed, released, closed_at !== null]
}

test('a hold freezes money, is consumed in parts, and releases the rest once', async (t) => {
  const { db } = await testDatabase(t)
  const user = await funded(db)
  assert.deepEqual(await open(db, freeze(order, user, 600n)), ['posted'])
  assert.deepEqual(await owned(db, user), { available: 400n, locked: 600n })
  const parts = [
    { to: house('venue'), units: 90n },
    { to: house('fees'), units: 10n },
  ]
  assert.deepEqual(await consume(db, { ...fill('fill:1', order, 0n), parts }), ['consumed'])
  assert.deepEqual(await holdOf(db, order), ['600', '100', '0', false])
  assert.deepEqual(await release(db, order), ['released'])
  assert.deepEqual(await holdOf(db, order), ['600', '100', '500', true])
  assert.deepEqual(await owned(db, user), { available: 900n, locked: 0n })
  const before = await books(db)
  assert.deepEqual(await release(db, order, order), ['nothing-left', 'nothing-left'])
  assert.deepEqual(await books(db), before)
  await auditsClean(db, [orders])
})

test('parts are consumed before the rest is released, in one settlement', async (t) => {
  const { db } = await testDatabase(t)
  const user = await funded(db)
  await open(db, freeze(order, user, 600n), freeze(other, user, 100n))
  const settle = () =>
    db.inTransaction((tx) => settleHolds(tx, [fill('fill:1', order, 250n)], [order, other]))
  assert.deepEqual(await settle(), { consumed: ['consumed'], released: ['released', 'released'] })
  assert.deepEqual(await holdOf(db, order), ['600', '250', '350', true])
  assert.deepEqual(await holdOf(db, other), ['100', '0', '100', true])
  assert.deepEqual(await owned(db, user), { available: 750n, locked: 0n })
  const before = await books(db)
  assert.deepEqual(await settle(), {
    consumed: ['repeated'],
    released: ['nothing-left', 'nothing-left'],
  })
  assert.deepEqual(await books(db), before)
  await auditsClean(db, [orders])
})

test('holds of new owners are opened from their locked money, as far as it goes', async (t) => {
  const { db } = await testDatabase(t)
  const [user, nobody] = [await funded(db), await makeUser(db)]
  const open = (...holds: readonly OpenHold[]) =>
    db.inTransaction(async (tx) => {
      const rows = holds.map((hold) => ({ user: hold.user, assetId: hold.amount.asset.id }))
      return openHoldsFrom(tx, await lockBalances(tx, rows), holds)
    })
  assert.deepEqual(await open(freeze(order, user, 600n), freeze(other, user, 401n)), [
    'posted',
    'insufficient',
  ])
  assert.deepEqual(await open(freeze(other, nobody, 1n)), ['insufficient'])
  const before = await books(db)
  await assert.rejects(open(freeze(order, user, 1n)), /duplicate key/)
  assert.deepEqual(await books(db), before)
  await auditsClean(db, [orders])
})

test('an owner has one hold ever, and requesting it again changes nothing', async (t) => {
  const { db } = await testDatabase(t)
  const user = await funded(db)
  const hold = freeze(order, user, 600n)
  assert.deepEqual(await open(db, hold, hold), ['posted', 'repeated'])
  assert.deepEqual(await open(db, hold), ['repeated'])
  await assert.rejects(open(db, freeze(order, user, 1n)), PostingConflict)
  await release(db, order)
  assert.deepEqual(await open(db, hold), ['repeated'])
  assert.deepEqual(await owned(db, user), { available: 1_000n, locked: 0n })
  await auditsClean(db, [orders])
})

test('a hold above the available balance is not opened; others of its list are', async (t) => {
  const { db } = await testDatabase(t)
  const user = await funded(db)
  const holds = [freeze(order, user, 1_001n), freeze(other, user, 1_000n)]
  assert.deepEqual(await open(db, ...holds), ['insufficient', 'posted'])
  assert.deepEqual(await release(db, order), ['unknown-hold'])
  await auditsClean(db, [orders])
})

test('frozen money can not be spent twice', async (t) => {
  const { db } = await testDatabase(t)
  const user = await funded(db)
  await open(db, freeze(order, user, 600n))
  const spend = posting('spend', move(available(user), house('bank'), 401n))
  assert.deepEqual(await post(db, spend), ['insufficient'])
  await auditsClean(db, [orders])
})

test('a hold that is consumed whole closes, and there is nothing left to release', async (t) => {
  const { db } = await testDatabase(t)
  const user = await funded(db)
  await open(db, freeze(order, user, 600n))
  const fills = [fill('fill:1', order, 599n), fill('fill:2', order, 1n)]
  assert.deepEqual(await consume(db, ...fills), ['consumed', 'consumed'])
  assert.deepEqual(await holdOf(db, order), ['600', '600', '0', true])
  assert.deepEqual(await release(db, order), ['nothing-left'])
  await auditsClean(db, [orders])
})

test('the same consumption takes nothing the second time, even of a closed hold', async (t) => {
  const { db } = await testDatabase(t)
  const user = await funded(db)
  await open(db, freeze(order, user, 600n))
  const one = fill('fill:1', order, 600n)
  assert.deepEqual(await consume(db, one, one), ['consumed', 'repeated'])
  const before = await books(db)
  assert.deepEqual(await consume(db, one), ['repeated'])
  assert.deepEqual(await books(db), before)
  await assert.rejects(consume(db, fill('fill:1', order, 599n)), PostingConflict)
  assert.deepEqual(await books(db), before)
  await auditsClean(db, [orders])
})

test('a consumption above the rest of its hold takes nothing; the next continues', async (t) => {
  const { db } = await testDatabase(t)
  const user = await funded(db)
  await open(db, freeze(order, user, 600n))
  const fills = [fill('a', order, 500n), fill('b', order, 101n), fill('c', order, 100n)]
  assert.deepEqual(await consume(db, ...fills), ['consumed', 'exceeds', 'consumed'])
  assert.deepEqual(await owned(db, user), { available: 400n, locked: 0n })
  await auditsClean(db, [orders])
})

test('a hold never takes money frozen for another owner', async (t) => {
  const { db } = await testDatabase(t)
  const user = await funded(db)
  await open(db, freeze(order, user, 300n), freeze(other, user, 300n))
  assert.deepEqual(await consume(db, fill('a', order, 301n)), ['exceeds'])
  assert.deepEqual(await release(db, order), ['released'])
  assert.deepEqual(await owned(db, user), { available: 700n, locked: 300n })
  await auditsClean(db, [orders])
})

test('an owner without a hold is reported as such, and no money moves', async (t) => {
  const { db } = await testDatabase(t)
  const user = await funded(db)
  await open(db, freeze(order, user, 300n))
  const fills = [fill('a', other, 1n), fill('b', order, 1n)]
  assert.deepEqual(await consume(db, ...fills), ['unknown-hold', 'consumed'])
  assert.deepEqual(await release(db, other, order), ['unknown-hold', 'released'])
  await auditsClean(db, [orders])
})

test('both sides of a fill are posted together, or neither', async (t) => {
  const { db } = await testDatabase(t)
  const user = await funded(db)
  await open(db, freeze(order, user, 300n))
  const brings = [move(house('venue'), available(user), 7n)]
  await consume(db, { ...fill('a', order, 100n), besides: brings })
  assert.deepEqual(await owned(db, user), { available: 707n, locked: 200n })
  const before = await books(db)
  const poor = [move(available(user), house('bank'), 708n)]
  const broken = consume(db, { ...fill('b', order, 100n), besides: poor })
  await assert.rejects(broken, /not covered/)
  assert.deepEqual(await books(db), before)
  await auditsClean(db, [orders])
})

test('concurrent consumptions and releases always add up to the frozen amount', async (t) => {
  const { db } = await testDatabase(t)
  for (let round = 0; round < 15; round += 1) {
    const owner = { kind: 'order', id: `race-${round}` }
    const user = await funded(db)
    await open(db, freeze(owner, user, 600n))
    const [a, b, c, d] = await Promise.all([
      consume(db, fill(`${round}:1`, owner, 400n)),
      release(db, owner),
      consume(db, fill(`${round}:2`, owner, 400n)),
      release(db, owner),
    ])
    const [initial, consumed, released, closed] = await holdOf(db, owner)
    assert.equal(BigInt(String(consumed)) + BigInt(String(released)), BigInt(String(initial)))
    assert.equal(closed, true)
    const taken = [...a, ...c].filter((outcome) => outcome === 'consumed').length
    assert.ok(taken <= 1)
    assert.equal([...b, ...d].filter((outcome) => outcome === 'released').length, 1)
    assert.equal(consumed, String(400 * taken))
    assert.deepEqual(await owned(db, user), {
      available: 1_000n - 400n * BigInt(taken),
      locked: 0n,
    })
  }
  await auditsClean(db, [orders])
})

test('a hold that nothing covers makes its release fail whole', async (t) => {
  const { db } = await testDatabase(t)
  const user = await funded(db)
  await open(db, freeze(order, user, 600n))
  await post(db, posting('leak', move(locked(user), house('bank'), 1n)))
  const before = await books(db)
  await assert.rejects(release(db, order), /not covered/)
  assert.deepEqual(await books(db), before)
})
