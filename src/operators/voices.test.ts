import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../tests/database.ts'
import { type OperatorId, operatorId } from '../base/ids.ts'
import { limits } from '../base/limits.ts'
import type { Database } from '../database/database.ts'
import { insertOperator, resetPassword, updatePassword } from './operators.sql.ts'
import { isAnotherVoice } from './voices.sql.ts'

const make = async (db: Database, name: string, by?: OperatorId): Promise<OperatorId> => {
  const account = { email: `${name}@tukar.test`, role: 'admin', passwordHash: 'x' } as const
  const made = by === undefined ? {} : { credentialsBy: by }
  const operator = { ...account, passwordInitial: false, ...made }
  return operatorId((await db.inTransaction((tx) => insertOperator(tx, operator))) ?? 0)
}

/** Whether two operators are two voices, whoever of them speaks first. */
async function areTwo(db: Database, one: OperatorId, other: OperatorId): Promise<boolean> {
  const two = async (first: OperatorId, second: OperatorId) => {
    const { rows } = await sql<{ two: boolean }>`
      select ${isAnotherVoice(second)} as two from operators o where o.id = ${first}`.execute(
      db.read,
    )
    return rows[0]?.two
  }
  const answers = [await two(one, other), await two(other, one)]
  assert.equal(answers[0], answers[1])
  return answers[0] ?? false
}

test('nobody is two voices, alone or with an operator they made', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await make(db, 'ani')
  const budi = await make(db, 'budi')
  const made = await make(db, 'made', ani)
  assert.equal(await areTwo(db, ani, ani), false)
  assert.equal(await areTwo(db, ani, budi), true)
  assert.equal(await areTwo(db, ani, made), false)
  assert.equal(await areTwo(db, budi, made), true)
  await db.inTransaction((tx) => updatePassword(tx, made, 'y'))
  assert.equal(await areTwo(db, ani, made), false, 'the maker could have changed it just so')
})

test('who last reset an operator is no other voice, until the days are over', async (t) => {
  const { db } = await testDatabase(t)
  const ani = await make(db, 'ani')
  const budi = await make(db, 'budi')
  const made = await make(db, 'made', ani)
  const passwordHash = 'y'
  await db.inTransaction((tx) => resetPassword(tx, made, { passwordHash, by: budi }))
  assert.equal(await areTwo(db, ani, made), true)
  assert.equal(await areTwo(db, budi, made), false)
  const age = (days: number) =>
    sql`update operators set credentials_at = now() - make_interval(days => ${days})
        where id = ${made}`.execute(db.read)
  await age(limits.operators.credentialsDays - 1)
  assert.equal(await areTwo(db, budi, made), false)
  await age(limits.operators.credentialsDays)
  assert.equal(await areTwo(db, budi, made), true)
})
