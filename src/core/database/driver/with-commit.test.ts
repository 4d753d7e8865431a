import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { beforeCommit, type Database, send, type Tx } from '../database.ts'
import { withCommit } from './transactions.ts'

const note = (key: string) => sql`insert into settings (key, value) values (${key}, '1')`

/** Notes twice under one key, which the second time fails. */
const failingWith = (tx: Tx, further: () => void) => async () => {
  send(tx, sql`savepoint last`)
  further()
  send(tx, note('last'))
  send(tx, note('last'))
  return async () => {
    await sql`rollback to savepoint last`.execute(tx)
    send(tx, note('instead'))
  }
}

const notesOf = async (db: Database) => {
  const { rows } = await sql<{ key: string }>`
    select key from settings where key in ('first', 'last', 'late', 'instead')
    order by key`.execute(db.read)
  return rows.map(({ key }) => key)
}

/** A value of this kind makes the commit leave later than the statement. */
const aList = (tx: Tx) => send(tx, sql`select ${['a']}::text[]`)

for (const further of [() => undefined, aList]) {
  const how = further === aList ? 'just before the commit' : 'with the commit'
  test(`what fails ${how} is replaced, and all before it is committed`, async (t) => {
    const { db } = await testDatabase(t)
    await db.inTransaction((tx) => {
      withCommit(
        tx,
        failingWith(tx, () => further(tx)),
      )
      send(tx, note('first'))
      beforeCommit(tx, async () => send(tx, note('late')))
    })
    assert.deepEqual(await notesOf(db), ['first', 'instead', 'late'])
  })
}

test('a failure before that is not replaced, and rolls back all with its own error', async (t) => {
  const { db } = await testDatabase(t)
  const failing = db.inTransaction((tx) => {
    withCommit(
      tx,
      failingWith(tx, () => undefined),
    )
    send(tx, note('first'))
    send(tx, sql`select 1 / 0 where ${1}::int = 1`)
  })
  await assert.rejects(failing, { code: '22012' })
  assert.deepEqual(await notesOf(db), [])
})
