import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { handle, storeOperator } from '../../../tests/make/stored-operators.ts'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Database } from '../database/database.ts'
import { isIndependentOf } from './approvers.sql.ts'
import { attest, confirmWaited } from './confirmations.sql.ts'
import { operatorLimits } from './operator-limits.ts'
import { clearPassword, updateDisabled, updatePassword, updateRole } from './operators.sql.ts'

/** Makes all invitations and resets this many hours older. */
const age = (db: Database, hours: number) =>
  sql`update operator_handlings set at = at - make_interval(hours => ${hours})`.execute(db.read)

/** Whether two operators are independent; asserts that their order does not matter. */
async function areTwo(db: Database, one: OperatorId, other: OperatorId): Promise<boolean> {
  const two = async (first: OperatorId, second: OperatorId) => {
    const { rows } = await sql<{ two: boolean }>`
      select ${isIndependentOf(second)} as two from operators o where o.id = ${first}`.execute(
      db.read,
    )
    return rows[0]?.two
  }
  const answers = [await two(one, other), await two(other, one)]
  assert.equal(answers[0], answers[1])
  return answers[0] ?? false
}

test('an operator is not independent of themselves or of operators they invited', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await storeOperator(db, 'ani')
  const budi = await storeOperator(db, 'budi')
  const made = await storeOperator(db, 'made', ani)
  assert.equal(await areTwo(db, ani, ani), false)
  assert.equal(await areTwo(db, ani, budi), true)
  assert.equal(await areTwo(db, ani, made), false)
  assert.equal(await areTwo(db, budi, made), true)
  await db.inTransaction((tx) => updatePassword(tx, made, 'y'))
  assert.equal(await areTwo(db, ani, made), false, 'the inviter could have changed it as well')
})

test('two operators of one inviter are dependent, and so is any pair along a chain', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await storeOperator(db, 'ani')
  const budi = await storeOperator(db, 'budi')
  const one = await storeOperator(db, 'one', ani)
  const other = await storeOperator(db, 'other', ani)
  const child = await storeOperator(db, 'child', one)
  const grandchild = await storeOperator(db, 'grandchild', child)
  const family = [ani, one, other, child, grandchild]
  for (const first of family) {
    for (const second of family) assert.equal(await areTwo(db, first, second), false)
    assert.equal(await areTwo(db, first, budi), true)
  }
  await handle(db, budi, grandchild)
  for (const first of family) assert.equal(await areTwo(db, first, budi), false)
})

test('two operators who reset each other are dependent; the search ends', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await storeOperator(db, 'ani')
  const budi = await storeOperator(db, 'budi')
  const citra = await storeOperator(db, 'citra')
  await handle(db, ani, budi)
  await handle(db, budi, ani)
  assert.equal(await areTwo(db, ani, budi), false)
  assert.equal(await areTwo(db, ani, citra), true)
})

test('handlings count until an attestation, and again a quarter later', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await storeOperator(db, 'ani')
  const budi = await storeOperator(db, 'budi')
  const made = await storeOperator(db, 'made', ani)
  await age(db, 3 * 8_760)
  assert.equal(await areTwo(db, ani, made), false)
  await db.inTransaction((tx) => attest(tx, made, budi))
  assert.equal(await areTwo(db, ani, made), true)
  await sql`
    update operators set attested_at = now() - make_interval(days => ${operatorLimits.attestedDays})
    where id = ${made}`.execute(db.read)
  assert.equal(await areTwo(db, ani, made), false)
  await db.inTransaction((tx) => attest(tx, made, budi))
  await handle(db, made, budi)
  assert.equal(await areTwo(db, budi, made), false, 'a reset ends the attestation')
  assert.equal(await areTwo(db, ani, made), false, 'and earlier handlings count again')
})

test('an attested operator connects no others, and depends on those they invite', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await storeOperator(db, 'ani')
  const budi = await storeOperator(db, 'budi')
  const made = await storeOperator(db, 'made', ani)
  const child = await storeOperator(db, 'child', made)
  assert.equal(await areTwo(db, ani, child), false)
  await db.inTransaction((tx) => attest(tx, made, budi))
  assert.equal(await areTwo(db, ani, child), true)
  assert.equal(await areTwo(db, made, child), false)
})

const waited = async (db: Database, hours = 24) =>
  (await db.inTransaction((tx) => confirmWaited(tx, hours))).map(({ id }) => id)

test('with a single admin an operator counts after the wait, and not before', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await storeOperator(db, 'ani')
  const made = await storeOperator(db, 'made', ani)
  const other = await storeOperator(db, 'other', ani)
  await age(db, 23)
  assert.deepEqual(await waited(db), [])
  await age(db, 1)
  assert.deepEqual((await waited(db)).toSorted(), [made, other].toSorted())
  assert.deepEqual(await waited(db), [])
})

test('an operator without a password does not wait, and a reset starts over', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await storeOperator(db, 'ani')
  const made = await storeOperator(db, 'made', ani)
  await db.inTransaction((tx) => clearPassword(tx, made))
  await age(db, 24)
  assert.deepEqual(await waited(db), [])
  await db.inTransaction((tx) => updatePassword(tx, made, 'y'))
  await handle(db, made, ani)
  assert.deepEqual(await waited(db), [])
  await age(db, 24)
  assert.deepEqual(await waited(db), [made])
})

test('no wait replaces the confirmation by an independent admin', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await storeOperator(db, 'ani')
  const budi = await storeOperator(db, 'budi')
  const made = await storeOperator(db, 'made', ani)
  await age(db, 48)
  assert.deepEqual(await waited(db), [])
  await db.inTransaction((tx) => updateDisabled(tx, budi, true))
  assert.deepEqual(await waited(db), [], 'nor does shutting out that admin')
  const before = sql`update operators set admin_until = now() - interval '24 hours'
                     where id = ${budi}`
  await before.execute(db.read)
  assert.deepEqual(await waited(db), [made])
})

test('an admin who recently lost the role delays approvals like a disabled one', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await storeOperator(db, 'ani')
  const budi = await storeOperator(db, 'budi')
  await storeOperator(db, 'made', ani)
  await age(db, 48)
  await db.inTransaction((tx) => updateRole(tx, budi, 'viewer'))
  assert.deepEqual(await waited(db), [])
})
