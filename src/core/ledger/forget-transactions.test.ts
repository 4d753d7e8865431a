import { test } from 'node:test'
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
