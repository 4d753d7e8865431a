import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { credit, makeUsers, post, rollUpAll, tamper, transfer } from '../../../tests/make/ledger.ts'
import { forgetTransactions } from './forget-transactions.ts'

test('a ledger from a cluster with higher transaction numbers is consistent again', async (t) => {
  const { db } = await testDatabase(t)
  const [user, other] = await makeUsers(db, 2)
  if (user === undefined || other === undefined) throw new Error('two users were made')
  await post(db, credit('a', user, 1_000n), credit('b', other, 500n))
  await rollUpAll(db)
  await post(db, transfer('c', user, other, 100n))
  await tamper(
    db,
    'update moves set tx = tx + 1000000000',
    'update house_horizon set tx = tx + 1000000000',
  )
  await db.inTransaction((tx) => forgetTransactions(tx))
  await rollUpAll(db)
  await post(db, transfer('d', other, user, 50n))
  await auditsClean(db)
})

test('no roll-up after a restore has to sum all moves', async (t) => {
  const { db } = await testDatabase(t)
  const [user] = await makeUsers(db, 1)
  if (user === undefined) throw new Error('a user was made')
  await post(db, credit('a', user, 1_000n), credit('b', user, 500n))
  await rollUpAll(db)
  await db.inTransaction((tx) => forgetTransactions(tx))
  const { rows } = await sql`
    select (select jsonb_agg(units) from house_balances) as units,
      (select count(*)::int from moves, house_horizon h where moves.tx >= h.tx) as moves
    `.execute(db.read)
  assert.deepEqual(rows, [{ units: [-1_500], moves: 0 }])
})
