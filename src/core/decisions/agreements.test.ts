import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../tests/database.ts'
import { storeOperator } from '../../../tests/make/stored-operators.ts'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Database } from '../database/database.ts'
import { confirm } from '../operators/confirmations.sql.ts'
import { clearPassword } from '../operators/operators.sql.ts'
import { closeAgreements, findAgreed, type Statement, writeAgreement } from './agreements.sql.ts'

const stated = { kind: 'withdrawal', subject: 1, statement: 'approved', note: null } as const

/** Returns an operator's agreements after the others made the same statement. */
const agreed = (db: Database, operator: OperatorId, before: readonly OperatorId[]) =>
  db.inTransaction(async (tx) => {
    await closeAgreements(tx, stated)
    for (const other of before) await writeAgreement(tx, other, stated)
    return findAgreed(tx, operator, stated)
  })

test('two independent ones of three approvers are enough', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await storeOperator(db, 'ani')
  const budi = await storeOperator(db, 'budi')
  const made = await storeOperator(db, 'made', ani)
  await db.inTransaction((tx) => confirm(tx, made, budi))
  assert.deepEqual(await agreed(db, made, [ani]), { independent: false, own: true })
  assert.deepEqual(await agreed(db, made, [ani, budi]), { independent: true, own: true })
  assert.deepEqual(await agreed(db, budi, [ani, made]), { independent: true, own: false })
})

test('an unconfirmed operator does not count as approver', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await storeOperator(db, 'ani')
  const budi = await storeOperator(db, 'budi')
  const made = await storeOperator(db, 'made', ani)
  assert.deepEqual(await agreed(db, budi, [made]), { independent: false, own: false })
  await db.inTransaction((tx) => confirm(tx, made, budi))
  assert.deepEqual(await agreed(db, budi, [made]), { independent: true, own: false })
  await db.inTransaction((tx) => clearPassword(tx, made))
  assert.deepEqual(await agreed(db, budi, [made]), { independent: false, own: false })
})

test('only the same open statement about the same subject is an agreement', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await storeOperator(db, 'ani')
  const budi = await storeOperator(db, 'budi')
  const independent = (other: Partial<Statement>) =>
    db.inTransaction(async (tx) => {
      await writeAgreement(tx, ani, { ...stated, kind: 'resolution', statement: 'failed' })
      return (await findAgreed(tx, budi, { ...stated, statement: 'failed', ...other })).independent
    })
  assert.equal(await independent({ kind: 'resolution' }), true)
  assert.equal(await independent({ kind: 'resolution', statement: 'completed' }), false)
  assert.equal(await independent({ kind: 'resolution', subject: 2 }), false)
  assert.equal(await independent({}), false, 'of another kind')
  await db.inTransaction((tx) => closeAgreements(tx, { kind: 'resolution', subject: 1 }))
  const late = { kind: 'resolution', subject: 1, statement: 'failed' } as const
  const closed = await db.inTransaction((tx) => findAgreed(tx, budi, late))
  assert.equal(closed.independent, false)
})
