import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { books, makeUser, makeUsers, owned } from '../../../tests/make/ledger.ts'
import { alertsIn, noticesIn } from '../../../tests/make/notices.ts'
import type { UserId } from '../../base/values/ids.ts'
import { idr, money, whole } from '../../base/values/money.ts'
import type { Database } from '../../core/database/database.ts'
import { creditDeposits } from './credit-deposits.ts'
import type { Charged } from './paid-in.rules.ts'

const paid = (ref: string, user: UserId, units = 10_000_00n): Charged => ({
  provider: 'payx',
  ref,
  method: 'VA',
  owner: { user },
  amount: money(idr, units),
  bankCode: 'BCA',
  accountNumber: '001',
  fee: whole(idr, 4_440n),
})

const creditAll = (db: Database, ...payments: readonly Charged[]) =>
  db.inTransaction((tx) => creditDeposits(tx, payments))

test('a list of payments is credited as one, each with its own outcome', async (t) => {
  const { db } = await testDatabase(t)
  const [user, other] = await makeUsers(db, 2)
  assert.ok(user && other)
  await creditAll(db, paid('before', user))
  const outcomes = await creditAll(
    db,
    paid('before', user),
    paid('one', user),
    paid('two', other),
    paid('one', user),
    paid('one', user, 1n),
    paid('before', user, 2n),
    { ...paid('lost', user), owner: { suspense: 'unknown-account' } },
  )
  assert.deepEqual(outcomes, [
    'repeated',
    'credited',
    'credited',
    'repeated',
    'conflict',
    'conflict',
    'suspense',
  ])
  assert.equal((await owned(db, user)).available, 2n * 5_560_00n)
  assert.equal((await owned(db, other)).available, 5_560_00n)
  assert.deepEqual(await alertsIn(db), [
    ...['deposit-completed', 'deposit-completed', 'deposit-completed'],
    'deposit-in-suspense',
    ...['deposit-conflict', 'deposit-conflict'],
  ])
  await auditsClean(db)
})

test('each payment of a list pays a fee of its own', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await creditAll(
    db,
    paid('one', user),
    { ...paid('two', user), fee: whole(idr, 70n) },
    { ...paid('three', user), fee: whole(idr, 0n) },
  )
  assert.equal((await owned(db, user)).available, 5_560_00n + 9_930_00n + 10_000_00n)
  await auditsClean(db)
})

test('the same payment of two providers is two payments', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const both = [paid('same', user), { ...paid('same', user), provider: 'payd' as const }]
  assert.deepEqual(await creditAll(db, ...both), ['credited', 'credited'])
  await auditsClean(db)
})

test('lists of the same payments at once, in any order, credit each once', async (t) => {
  const { db } = await testDatabase(t)
  const users = await makeUsers(db, 3)
  const payments = users.flatMap((user) =>
    Array.from({ length: 10 }, (_, at) => paid(`${user}:${at}`, user)),
  )
  const lists = Array.from({ length: 6 }, (_, at) =>
    at % 2 === 0 ? payments : payments.toReversed(),
  )
  const outcomes = (await Promise.all(lists.map((list) => creditAll(db, ...list)))).flat()
  assert.equal(outcomes.filter((outcome) => outcome === 'credited').length, 30)
  assert.equal(outcomes.filter((outcome) => outcome === 'repeated').length, 150)
  for (const user of users) assert.equal((await owned(db, user)).available, 10n * 5_560_00n)
  assert.equal((await noticesIn(db)).length, 30)
  await auditsClean(db)
})

test('nothing is credited, recorded or sent if the transaction fails after it', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const before = await books(db)
  const failing = db.inTransaction(async (tx) => {
    await creditDeposits(tx, [paid('one', user)])
    throw new Error('something after it')
  })
  await assert.rejects(failing, /something after it/)
  assert.deepEqual(await books(db), before)
  assert.deepEqual(await noticesIn(db), [])
  assert.deepEqual(await creditAll(db), [])
  assert.deepEqual(await creditAll(db, paid('one', user)), ['credited'])
  await auditsClean(db)
})

test('lists applied at once near the supply cap never exceed it', async (t) => {
  const { db } = await testDatabase(t)
  const users = await makeUsers(db, 4)
  await sql`update assets set supply_cap = ${7n * 5_560_00n + 1n} where id = 1`.execute(db.read)
  const lists = users.map((user) =>
    creditAll(db, ...Array.from({ length: 3 }, (_, at) => paid(`${user}:${at}`, user))),
  )
  const outcomes = (await Promise.all(lists)).flat()
  assert.equal(outcomes.filter((outcome) => outcome === 'credited').length, 7)
  assert.equal(outcomes.filter((outcome) => outcome === 'suspense').length, 5)
  await auditsClean(db)
})
