import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { eventually } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import {
  credit,
  makeUser,
  makeUsers,
  post,
  rollUpAll,
  tamper,
  transfer,
} from '../../../tests/make/ledger.ts'
import { systemClock } from '../../base/clock.ts'
import { idr, money } from '../../base/values/money.ts'
import type { Database, Tx } from '../database/database.ts'
import { type AuditScope, auditLedger, type HoldOwner } from './audit.ts'
import { openHolds } from './hold.ts'
import { ledgerLimits } from './ledger-limits.ts'
import { postAll } from './post.ts'

const orders = (...openIds: readonly string[]): HoldOwner => ({
  kind: 'order',
  openIds: sql`select id from unnest(${openIds}::text[]) as o(id)`,
})

/** Returns the distinct short names of the broken invariants. */
async function broken(
  db: Database,
  scope: AuditScope = 'full',
  owners: readonly HoldOwner[] = [orders('A-1')],
): Promise<readonly string[]> {
  const breaches = await auditLedger({ db, clock: systemClock }, scope, owners)
  return [...new Set(breaches.map(({ invariant }) => invariant.slice(0, 2)))]
}

/** Makes a ledger of two users with money moved and held, and rolled-up house accounts. */
async function consistentLedger(db: Database) {
  const [user, other] = await makeUsers(db, 2)
  assert.ok(user && other)
  await post(db, credit('a', user, 1_000n), credit('b', other, 500n))
  await rollUpAll(db)
  await post(db, transfer('c', user, other, 100n))
  const hold = { owner: { kind: 'order', id: 'A-1' }, user, amount: money(idr, 300n) }
  await db.inTransaction((tx) => openHolds(tx, [hold]))
  assert.deepEqual(await broken(db), [])
  return { user, other }
}

test('an empty ledger and a busy one are consistent', async (t) => {
  const { db } = await testDatabase(t)
  await auditsClean(db)
  await consistentLedger(db)
  assert.deepEqual(await broken(db, 'recent'), [])
})

test('I1: a unit out of nowhere is found, in a balance or in a house account', async (t) => {
  const { db } = await testDatabase(t)
  const { user } = await consistentLedger(db)
  await tamper(db, `update balances set available = available + 1 where user_id = ${user}`)
  const breaches = await auditLedger({ db, clock: systemClock }, 'full', [orders('A-1')])
  assert.deepEqual(breaches[0], {
    invariant: 'I1 every asset sums to zero',
    details: { asset_id: 1, off_by: '1' },
  })
  await tamper(db, `update balances set available = available - 1 where user_id = ${user}`)
  assert.deepEqual(await broken(db), [])
  await tamper(db, 'update house_balances set units = units - 3')
  assert.deepEqual(await broken(db), ['I1'])
  assert.deepEqual(await broken(db, 'recent'), ['I1'])
})

test('I2: units moved between two owners behind the books are found', async (t) => {
  const { db } = await testDatabase(t)
  const { user, other } = await consistentLedger(db)
  await tamper(
    db,
    `update balances set available = available - 1 where user_id = ${user}`,
    `update balances set available = available + 1 where user_id = ${other}`,
  )
  assert.deepEqual(await broken(db), ['I2'])
})

test('I2: a move that was taken out of the books is found', async (t) => {
  const { db } = await testDatabase(t)
  await consistentLedger(db)
  await tamper(db, "delete from moves using postings p where p.id = posting_id and p.key = 'c'")
  assert.deepEqual(await broken(db), ['I2'])
})

test('I2: a balance without any moves is found', async (t) => {
  const { db } = await testDatabase(t)
  const { user } = await consistentLedger(db)
  const ghost = await makeUser(db)
  await tamper(
    db,
    `insert into balances (user_id, asset_id, available, locked) values (${ghost}, 1, 5, 0)`,
    `update balances set available = available - 5 where user_id = ${user}`,
  )
  assert.deepEqual(await broken(db), ['I2'])
})

test('I2: a recent audit sees the accounts moved since the last one', async (t) => {
  const { db } = await testDatabase(t)
  const { user, other } = await consistentLedger(db)
  const swap = [
    `update balances set available = available - 1 where user_id = ${user}`,
    `update balances set available = available + 1 where user_id = ${other}`,
  ]
  await post(db, transfer('after the audit', user, other, 10n))
  await tamper(db, ...swap)
  assert.deepEqual(await broken(db, 'recent'), ['I2'])
})

test('a recent audit starts at the end of the last one, with open transactions', async (t) => {
  const { db } = await testDatabase(t)
  const { user, other } = await consistentLedger(db)
  const [third, fourth] = await makeUsers(db, 2)
  assert.ok(third && fourth)
  await rollUpAll(db)
  await db.inTransaction(async (slow) => {
    // This assigns an id below the horizon of the audit that ends before this transaction.
    await sql`select pg_current_xact_id()`.execute(slow)
    assert.deepEqual(await broken(db, 'recent'), [])
    await sql`insert into balances (user_id, asset_id)
      values (${third}, 1), (${fourth}, 1)`.execute(slow)
  })
  const { rows } = await sql<{ covered: boolean }>`
    select bool_and(m.tx < a.upto_tx) as covered
    from moves m, (select upto_tx from audits order by id desc limit 1) a`.execute(db.read)
  assert.deepEqual(rows, [{ covered: true }])
  await post(db, transfer('later', user, other, 1n))
  assert.deepEqual(await broken(db, 'recent'), [])
})

test('a recent audit sees the last mover of an account, in any order of start', async (t) => {
  const { db } = await testDatabase(t)
  const { user } = await consistentLedger(db)
  const numbered = (tx: Tx) => sql`select pg_current_xact_id()`.execute(tx)
  await db.inTransaction(async (open) => {
    await db.inTransaction(async (first) => {
      await numbered(first)
      await numbered(open)
      await post(db, credit('began last, posted first', user, 1n))
      await postAll(first, [credit('began first, posted last', user, 2n)])
    })
    assert.deepEqual(await broken(db, 'recent'), [])
  })
  assert.deepEqual(await broken(db, 'recent'), [])
})

test('I3: a balance below zero, and one that is no number, are found', async (t) => {
  for (const value of ['-5', "'NaN'", "'Infinity'"]) {
    const { db } = await testDatabase(t)
    const { other } = await consistentLedger(db)
    await sql`alter table balances alter column available type numeric`.execute(db.read)
    await tamper(db, `update balances set available = ${value} where user_id = ${other}`)
    assert.ok((await broken(db)).includes('I3'), value)
  }
})

test('I3: frozen money below zero, and that is no number, are found', async (t) => {
  for (const value of ['-5', "'NaN'", "'Infinity'"]) {
    const { db } = await testDatabase(t)
    const { other } = await consistentLedger(db)
    await sql`alter table balances alter column locked type numeric`.execute(db.read)
    await tamper(db, `update balances set locked = ${value} where user_id = ${other}`)
    assert.ok((await broken(db)).includes('I3'), value)
  }
})

test('I3: owing more of an asset than its cap is found', async (t) => {
  const { db } = await testDatabase(t)
  await consistentLedger(db)
  await sql`update assets set supply_cap = 1500 where id = 1`.execute(db.read)
  assert.deepEqual(await broken(db), [])
  await sql`update assets set supply_cap = 1499 where id = 1`.execute(db.read)
  assert.deepEqual(await broken(db), ['I3'])
  assert.deepEqual(await broken(db, 'recent'), ['I3'])
})

test('I4: frozen money without its hold, and a hold without its money, are found', async (t) => {
  const { db } = await testDatabase(t)
  await consistentLedger(db)
  await tamper(db, 'update holds set consumed = consumed + 1')
  assert.deepEqual(await broken(db), ['I4'])
  await tamper(db, 'update holds set consumed = 0, initial = initial + 1')
  assert.deepEqual(await broken(db), ['I4'])
  await tamper(db, 'update holds set initial = 300, released = 300, closed_at = now()')
  assert.deepEqual(await broken(db, 'recent', [orders()]), ['I4'])
  await tamper(db, 'delete from holds')
  assert.deepEqual(await broken(db, 'full', [orders()]), ['I4'])
})

test('I4: money frozen beyond its hold behind the books is found', async (t) => {
  const { db } = await testDatabase(t)
  const { user, other } = await consistentLedger(db)
  for (const owner of [user, other]) {
    await tamper(
      db,
      `update balances set available = available - 1, locked = locked + 1
       where user_id = ${owner}`,
    )
    assert.ok((await broken(db, 'recent')).includes('I4'))
    assert.deepEqual(await broken(db), ['I2', 'I4'])
    await tamper(
      db,
      `update balances set available = available + 1, locked = locked - 1
       where user_id = ${owner}`,
    )
  }
  assert.deepEqual(await broken(db), [])
})

test('I5: a hold with an ended or unknown owner is found', async (t) => {
  const { db } = await testDatabase(t)
  await consistentLedger(db)
  assert.deepEqual(await broken(db, 'full', [orders()]), ['I5'])
  assert.deepEqual(await broken(db, 'recent', []), ['I5'])
  assert.deepEqual(await broken(db, 'full', [orders('A-1')]), [])
})

test('I5: an open owner without frozen money, or with a closed hold, is found', async (t) => {
  const { db } = await testDatabase(t)
  await consistentLedger(db)
  assert.deepEqual(await broken(db, 'full', [orders('A-1', 'A-2')]), ['I5'])
  await tamper(
    db,
    'update holds set released = initial, closed_at = now()',
    'update balances set locked = 0, available = available + locked',
  )
  assert.ok((await broken(db)).includes('I5'))
})

test('I6: a move without its posting is found', async (t) => {
  const { db } = await testDatabase(t)
  await consistentLedger(db)
  await tamper(db, "delete from postings where key = 'c'")
  // An audit leaves postings to the next one while a transaction as old as theirs is open, also in
  // another database of the server.
  const found = await eventually('a breach', async () => {
    const breaches = await broken(db)
    return breaches.length > 0 && breaches
  })
  assert.deepEqual(found, ['I6'])
})

test('a full audit sums its chunks without a common snapshot, while money moves', async (t) => {
  const { db } = await testDatabase(t)
  const { user, other } = await consistentLedger(db)
  const { auditChunkPostings } = ledgerLimits
  await sql`select setval('postings_id_seq', ${3 * auditChunkPostings})`.execute(db.read)
  const moving = async () => {
    for (let at = 0; at < 20; at += 1) await post(db, transfer(`while ${at}`, user, other, 1n))
  }
  const [, ...found] = await Promise.all([moving(), broken(db), broken(db)])
  assert.deepEqual(found, [[], []])
  await tamper(db, "delete from moves using postings p where p.id = posting_id and p.key = 'c'")
  assert.deepEqual(await broken(db), ['I2'])
})

test('each audit is recorded with its findings, and corrects nothing', async (t) => {
  const { db } = await testDatabase(t)
  const { user } = await consistentLedger(db)
  await tamper(db, `update balances set available = available + 1 where user_id = ${user}`)
  const first = await auditLedger({ db, clock: systemClock }, 'full', [orders('A-1')])
  const second = await auditLedger({ db, clock: systemClock }, 'full', [orders('A-1')])
  assert.deepEqual(second, first)
  const row = await db.read
    .selectFrom('audits')
    .select(['scope', 'breaches'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.deepEqual(row, { scope: 'full', breaches: first })
})
