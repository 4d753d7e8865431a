import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { isRefusal } from '../../base/refusal.ts'
import { type OperatorId, operatorId } from '../../base/values/ids.ts'
import type { Database } from '../database/database.ts'
import { findApprovers, isIndependentOf } from './approvers.sql.ts'
import { confirm, confirmWaited } from './confirmations.sql.ts'
import { insertHandling } from './handlings.sql.ts'
import { operatorLimits } from './operator-limits.ts'
import {
  clearPassword,
  insertOperator,
  updateDisabled,
  updatePassword,
  updateRole,
} from './operators.sql.ts'

async function make(db: Database, name: string, by?: OperatorId): Promise<OperatorId> {
  const account = { email: `${name}@tukar.test`, role: 'admin', passwordHash: 'x' } as const
  const operator = { ...account, passwordInitial: false, confirmed: by === undefined }
  const id = operatorId((await db.inTransaction((tx) => insertOperator(tx, operator))) ?? 0)
  if (by !== undefined) await handle(db, id, by)
  return id
}

const handle = (db: Database, operator: OperatorId, by: OperatorId) =>
  db.inTransaction((tx) => insertHandling(tx, operator, { by, how: 'invited' }))

/** Makes all handlings this many hours older. */
const age = (db: Database, hours: number) =>
  sql`update operator_handlings set at = at - make_interval(hours => ${hours})`.execute(db.read)

const days = operatorLimits.credentialsDays * 24

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

/** Returns what the approving operator finds about earlier approvals. */
const approvers = (db: Database, operator: OperatorId, before: readonly OperatorId[]) =>
  db.inTransaction((tx) =>
    findApprovers(tx, operator, sql`select unnest(${before}::bigint[]) as operator_id`),
  )

const notConfirmed = (error: unknown) =>
  isRefusal(error) && error.key === 'api.operator_not_confirmed'

test('an operator is independent neither of themselves nor of whom they invited', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await make(db, 'ani')
  const budi = await make(db, 'budi')
  const made = await make(db, 'made', ani)
  assert.equal(await areTwo(db, ani, ani), false)
  assert.equal(await areTwo(db, ani, budi), true)
  assert.equal(await areTwo(db, ani, made), false)
  assert.equal(await areTwo(db, budi, made), true)
  await db.inTransaction((tx) => updatePassword(tx, made, 'y'))
  assert.equal(await areTwo(db, ani, made), false, 'the inviter could have changed it as well')
})

test('two operators of one inviter are dependent, and so is any pair along a chain', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await make(db, 'ani')
  const budi = await make(db, 'budi')
  const one = await make(db, 'one', ani)
  const other = await make(db, 'other', ani)
  const child = await make(db, 'child', one)
  const grandchild = await make(db, 'grandchild', child)
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
  const ani = await make(db, 'ani')
  const budi = await make(db, 'budi')
  const citra = await make(db, 'citra')
  await handle(db, ani, budi)
  await handle(db, budi, ani)
  assert.equal(await areTwo(db, ani, budi), false)
  assert.equal(await areTwo(db, ani, citra), true)
})

test('each handling counts for thirty days, and a later one hides no earlier one', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await make(db, 'ani')
  const budi = await make(db, 'budi')
  const made = await make(db, 'made', ani)
  await age(db, 48)
  await handle(db, made, budi)
  assert.equal(await areTwo(db, ani, made), false, 'a later reset hides no earlier handler')
  assert.equal(await areTwo(db, budi, made), false)
  await age(db, days - 24)
  assert.equal(await areTwo(db, ani, made), true)
  assert.equal(await areTwo(db, budi, made), false)
  await age(db, 24)
  assert.equal(await areTwo(db, budi, made), true)
})

test('of three approvers two independent ones are enough', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await make(db, 'ani')
  const budi = await make(db, 'budi')
  const made = await make(db, 'made', ani)
  await db.inTransaction((tx) => confirm(tx, made, budi))
  assert.deepEqual(await approvers(db, made, [ani]), { seconded: false, said: true })
  assert.deepEqual(await approvers(db, made, [ani, budi]), { seconded: true, said: true })
  assert.deepEqual(await approvers(db, budi, [ani, made]), { seconded: true, said: false })
})

test('an unconfirmed operator neither approves nor counts as approver', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await make(db, 'ani')
  const budi = await make(db, 'budi')
  const made = await make(db, 'made', ani)
  await assert.rejects(approvers(db, made, [budi]), notConfirmed)
  assert.deepEqual(await approvers(db, budi, [made]), { seconded: false, said: false })
  await db.inTransaction((tx) => confirm(tx, made, budi))
  assert.deepEqual(await approvers(db, budi, [made]), { seconded: true, said: false })
  await db.inTransaction((tx) => clearPassword(tx, made))
  assert.deepEqual(await approvers(db, budi, [made]), { seconded: false, said: false })
})

const waited = async (db: Database, hours = 24) =>
  (await db.inTransaction((tx) => confirmWaited(tx, hours))).map(({ id }) => id)

test('beside one admin an operator counts after the wait, and not before', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await make(db, 'ani')
  const made = await make(db, 'made', ani)
  const other = await make(db, 'other', ani)
  await age(db, 23)
  assert.deepEqual(await waited(db), [])
  await age(db, 1)
  assert.deepEqual((await waited(db)).toSorted(), [made, other].toSorted())
  assert.deepEqual(await waited(db), [])
})

test('an operator without a password does not wait, and a reset begins anew', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await make(db, 'ani')
  const made = await make(db, 'made', ani)
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
  const ani = await make(db, 'ani')
  const budi = await make(db, 'budi')
  const made = await make(db, 'made', ani)
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
  const ani = await make(db, 'ani')
  const budi = await make(db, 'budi')
  await make(db, 'made', ani)
  await age(db, 48)
  await db.inTransaction((tx) => updateRole(tx, budi, 'viewer'))
  assert.deepEqual(await waited(db), [])
})
