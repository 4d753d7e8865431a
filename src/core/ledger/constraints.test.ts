import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { books, credit, makeUser, post } from '../../../tests/make/ledger.ts'

test('no role can change, delete or empty postings and moves', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await post(db, credit('kept', user, 5n))
  const before = await books(db)
  for (const table of ['postings', 'moves']) {
    for (const change of [
      `update ${table} set ${table === 'moves' ? 'units = units + 1' : "key = 'another'"}`,
      `delete from ${table}`,
      `delete from ${table} where false`,
      `truncate ${table} cascade`,
    ]) {
      await assert.rejects(sql.raw(change).execute(db.read), /is append-only/, change)
    }
  }
  assert.deepEqual(await books(db), before)
  await auditsClean(db)
})

test('the database itself refuses a balance below zero, too large, or no amount', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await post(db, credit('funds', user, 5n))
  const before = await books(db)
  for (const column of ['available', 'locked']) {
    for (const value of ['-1', 'NaN', 'Infinity', '-Infinity', '1e38', 'null']) {
      const literal = value === 'null' ? value : `'${value}'::numeric`
      const change = sql.raw(`update balances set ${column} = ${literal}`)
      await assert.rejects(change.execute(db.read), `${column} = ${value}`)
    }
  }
  assert.deepEqual(await books(db), before)
})

test('the database itself refuses an empty move, or one to its own source', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await post(db, credit('real', user, 5n))
  const before = await books(db)
  const write = (columns: Readonly<Record<string, string>>) => {
    const row = { ...validMove(user), ...columns }
    const names = Object.keys(row).join(', ')
    const values = Object.values(row).join(', ')
    return sql.raw(`insert into moves (${names}) values (${values})`).execute(db.read)
  }
  const invalid = [
    { units: '0' },
    { units: '-1' },
    { units: "'NaN'" },
    { units: "'Infinity'" },
    { units: '1e38' },
    { to_after: '-1' },
    { to_after: "'NaN'" },
    { to_after: 'null' },
    { to_user: 'null' },
    { from_user: String(user) },
    { from_after: '1' },
    { to_kind: '13' },
    { from_kind: '0' },
    { to_kind: '5', to_user: 'null', to_after: 'null' },
    { from_kind: '1', from_user: String(user), from_after: '1' },
    { line: '0' },
  ]
  for (const columns of invalid) await assert.rejects(write(columns), JSON.stringify(columns))
  assert.deepEqual(await books(db), before)
  // The unchanged row is accepted, so the changed column caused each rejection above.
  await write({})
})

/** Builds a second move of the first posting, as the ledger would write it. */
const validMove = (user: number): Readonly<Record<string, string>> => ({
  posting_id: '(select id from postings)',
  line: '1',
  asset_id: '1',
  from_kind: '5',
  from_user: 'null',
  from_after: 'null',
  to_kind: '1',
  to_user: String(user),
  to_after: '6',
  units: '1',
  tx: '1',
})

test('the database itself refuses a hold that gives out more than it froze', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await post(db, credit('funds', user, 5n))
  const hold = (columns: string, values: string) =>
    sql
      .raw(
        `insert into holds (user_id, asset_id, owner_kind, owner_id, initial${columns})
         values (${user}, 1, 'order', gen_random_uuid()::text, ${values})`,
      )
      .execute(db.read)
  await hold('', '10')
  await assert.rejects(hold('', '0'))
  await assert.rejects(hold('', '-1'))
  await assert.rejects(hold('', "'NaN'"))
  await assert.rejects(hold(', consumed, released', '10, 6, 5'))
  await assert.rejects(hold(', consumed', "10, 'NaN'"))
  await assert.rejects(hold(', consumed', '10, -1'))
  await assert.rejects(hold(', consumed', '10, 10'), /closed|check/)
  await assert.rejects(hold(', closed_at', '10, now()'))
})
