import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../tests/database.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import {
  btc,
  credit,
  makeUsers,
  move,
  owned,
  post,
  posting,
  transfer,
} from '../../../tests/make/ledger.ts'
import type { UserId } from '../../base/values/ids.ts'
import { idr, money } from '../../base/values/money.ts'
import type { Database } from '../database/database.ts'
import { available, house } from './accounts.ts'
import { openHolds, releaseHolds } from './hold.ts'
import { countStatement, readStatement, type StatementFilter } from './statement.ts'

const owner = { kind: 'order', id: 'A-1' }

/** Posts a deposit with its fee, a released hold, a transfer, and some coins. */
async function busyAccount(db: Database): Promise<UserId> {
  const [user, other] = await makeUsers(db, 2)
  assert.ok(user && other)
  await post(
    db,
    posting(
      'deposit',
      move(house('payx'), available(user), 100n),
      move(available(user), house('fees'), 4n),
    ),
    credit('stranger', other, 1_000n),
  )
  await db.inTransaction((tx) => openHolds(tx, [{ owner, user, amount: money(idr, 50n) }]))
  await post(db, { ...transfer('gift', user, other, 6n), action: 'ADJUSTMENT' })
  await post(db, credit('coins', user, 7n, btc))
  await db.inTransaction((tx) => releaseHolds(tx, [owner]))
  return user
}

const everything = { limit: 100, offset: 0, oldestFirst: true }

async function lines(db: Database, user: UserId, filter: StatementFilter = {}, page = everything) {
  const entries = await readStatement(db, user, filter, page)
  return entries.map(({ action, account, units, balanceAfter }) => [
    action,
    account,
    units,
    balanceAfter,
  ])
}

const story = [
  ['DEPOSIT', 'available', 100n, 100n],
  ['DEPOSIT', 'available', -4n, 96n],
  ['HOLD', 'available', -50n, 46n],
  ['HOLD', 'locked', 50n, 50n],
  ['ADJUSTMENT', 'available', -6n, 40n],
  ['DEPOSIT', 'available', 7n, 7n],
  ['RELEASE', 'available', 50n, 90n],
  ['RELEASE', 'locked', -50n, 0n],
]

test('a statement shows every move of its owner, with the balance after it', async (t) => {
  const { db } = await testDatabase(t)
  const user = await busyAccount(db)
  assert.deepEqual(await lines(db, user), story)
  assert.equal(await countStatement(db, user, {}), story.length)
  await auditsClean(db, [])
})

test('the newest entry comes first unless the oldest is requested', async (t) => {
  const { db } = await testDatabase(t)
  const user = await busyAccount(db)
  const newestFirst = await lines(db, user, {}, { ...everything, oldestFirst: false })
  assert.deepEqual(newestFirst, story.toReversed())
})

test('each balance is the previous one plus the entry, up to the current balance', async (t) => {
  const { db } = await testDatabase(t)
  const user = await busyAccount(db)
  const running = new Map<string, bigint>()
  for (const entry of await readStatement(db, user, {}, everything)) {
    const account = `${entry.assetId}:${entry.account}`
    const after = (running.get(account) ?? 0n) + entry.units
    assert.equal(entry.balanceAfter, after)
    running.set(account, after)
  }
  assert.equal(running.get('1:available'), (await owned(db, user)).available)
  assert.equal(running.get('1:locked'), (await owned(db, user)).locked)
  assert.equal(running.get('3:available'), (await owned(db, user, btc)).available)
})

test('a statement is filtered by asset, by action, and by both', async (t) => {
  const { db } = await testDatabase(t)
  const user = await busyAccount(db)
  const of = async (filter: StatementFilter) => [
    await lines(db, user, filter),
    await countStatement(db, user, filter),
  ]
  assert.deepEqual(await of({ assetId: btc.id }), [[story[5]], 1])
  assert.deepEqual(await of({ action: 'HOLD' }), [[story[2], story[3]], 2])
  assert.deepEqual(await of({ assetId: idr.id, action: 'DEPOSIT' }), [[story[0], story[1]], 2])
  assert.deepEqual(await of({ assetId: btc.id, action: 'HOLD' }), [[], 0])
})

test('the pages of a statement, put together, are the statement', async (t) => {
  const { db } = await testDatabase(t)
  const user = await busyAccount(db)
  for (const oldestFirst of [true, false]) {
    const pages = []
    for (let offset = 0; offset < 12; offset += 3) {
      pages.push(await lines(db, user, {}, { limit: 3, offset, oldestFirst }))
    }
    assert.deepEqual(pages.flat(), oldestFirst ? story : story.toReversed())
    assert.deepEqual(pages.at(-1), [])
  }
})
