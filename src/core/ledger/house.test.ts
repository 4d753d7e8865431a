import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { eventually } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import {
  btc,
  credit,
  makeUser,
  makeUsers,
  move,
  post,
  posting,
  rollUpAll,
} from '../../../tests/make/ledger.ts'
import { idr } from '../../base/values/money.ts'
import type { Database } from '../database/database.ts'
import { available, house } from './accounts.ts'
import { countOwed, readHouseBalances, readOwed, rollUpHouse } from './house.ts'
import { postAll } from './post.ts'

const balances = (db: Database) => db.inTransaction(readHouseBalances)

async function rolledUp(db: Database): Promise<unknown> {
  return (await db.read.selectFrom('house_balances').selectAll().orderBy('kind').execute()).map(
    ({ kind, asset_id, units }) => [kind, asset_id, units],
  )
}

/** Computes the same sums from all moves. */
async function summed(db: Database): Promise<unknown> {
  const { rows } = await sql<{ kind: number; asset_id: number; units: string }>`
    select kind, asset_id, sum(units) as units from (
      select to_kind as kind, asset_id, units from moves
      union all select from_kind, asset_id, -units from moves
    ) as sides where kind > 2 group by kind, asset_id order by kind`.execute(db.read)
  return rows.map(({ kind, asset_id, units }) => [kind, asset_id, units])
}

test('the balance of a house account is the sum of its moves, rolled up or not', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  assert.deepEqual(await balances(db), [])
  await post(db, credit('one', user, 70n), posting('fee', move(available(user), house('fees'), 4n)))
  const worth = [
    { kind: 'payx', assetId: idr.id, units: -70n },
    { kind: 'fees', assetId: idr.id, units: 4n },
  ]
  assert.deepEqual(await balances(db), worth)
  await rollUpAll(db)
  assert.deepEqual(await rolledUp(db), await summed(db))
  assert.deepEqual(await balances(db), worth)
  await post(db, credit('two', user, 5n, btc))
  assert.deepEqual(await balances(db), [...worth, { kind: 'payx', assetId: btc.id, units: -5n }])
  await auditsClean(db)
})

test('moves rolled up while house balances are read count once', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await post(db, credit('one', user, 70n))
  const worth = [{ kind: 'payx', assetId: idr.id, units: -70n }]
  const rolling = Promise.withResolvers<void>()
  const held = db.inTransaction(async (tx) => {
    await sql`lock table house_balances in access exclusive mode`.execute(tx)
    rolling.resolve()
    await eventually('a reader that has seen the horizon and waits', async () => {
      const waiting = await sql`
        select from pg_locks where relation = 'house_balances'::regclass and not granted`.execute(
        db.read,
      )
      return waiting.rows.length > 0
    })
    await rollUpHouse({ inTransaction: async (work) => work(tx) })
  })
  await rolling.promise
  assert.deepEqual(await balances(db), worth)
  await held
})

test('rolling up again, or many times at once, changes nothing', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await post(db, credit('one', user, 70n))
  await Promise.all(Array.from({ length: 8 }, () => rollUpHouse(db)))
  await rollUpAll(db)
  assert.deepEqual(await rolledUp(db), [[5, 1, '-70']])
  await auditsClean(db)
})

test('moves of a transaction still under way are counted once, when it has ended', async (t) => {
  const { db } = await testDatabase(t)
  const [user, other] = await makeUsers(db, 2)
  assert.ok(user && other)
  await db.inTransaction(async (slow) => {
    await postAll(slow, [credit('slow', user, 70n)])
    await post(db, credit('quick', other, 7n))
    await rollUpHouse(db)
    assert.deepEqual(await balances(db), [{ kind: 'payx', assetId: 1, units: -7n }])
  })
  assert.deepEqual(await balances(db), [{ kind: 'payx', assetId: 1, units: -77n }])
  await rollUpAll(db)
  assert.deepEqual(await rolledUp(db), [[5, 1, '-77']])
  await auditsClean(db)
})

test('roll-ups while money moves lose nothing and count nothing twice', async (t) => {
  const { db } = await testDatabase(t)
  const users = await makeUsers(db, 4)
  let posting = true
  const rolling = Array.from({ length: 2 }, async () => {
    while (posting) await rollUpHouse(db)
  })
  const credits = users.map(async (user) => {
    for (let round = 0; round < 40; round += 1) {
      await post(db, credit(`${user}:${round}`, user, BigInt(round + 1)))
    }
  })
  await Promise.all(credits)
  posting = false
  await Promise.all(rolling)
  await rollUpAll(db)
  assert.deepEqual(await rolledUp(db), [[5, 1, String(-4 * 820)]])
  assert.deepEqual(await rolledUp(db), await summed(db))
  await auditsClean(db)
})

test('user balances are summed to the last roll-up, or counted to the last move', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await post(db, credit('one', user, 70n), posting('fee', move(available(user), house('fees'), 4n)))
  await rollUpAll(db)
  await post(db, credit('two', user, 5n), credit('coins', user, 9n, btc))
  assert.deepEqual(await db.inTransaction(readOwed), new Map([[idr.id, 66n]]))
  assert.equal(await db.inTransaction((tx) => countOwed(tx, idr)), 71n)
  assert.equal(await db.inTransaction((tx) => countOwed(tx, btc)), 9n)
  await auditsClean(db)
})
