import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { testDatabase } from '../../../../tests/database.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { makeUser, owned } from '../../../../tests/make/ledger.ts'
import { messagesIn } from '../../../../tests/make/notices.ts'
import { isRefusal } from '../../../base/refusal.ts'
import type { UserId } from '../../../base/values/ids.ts'
import { idr, whole } from '../../../base/values/money.ts'
import type { Database } from '../../../core/database/database.ts'
import { readHouseBalances } from '../../../core/ledger/house.ts'
import { type CashDecision, decideCashDeposit } from './decide-cash-deposit.ts'
import { insertClaim } from './manual-deposits.sql.ts'

async function makeClaimOf(db: Database, user: UserId, rupiah = 250_000n): Promise<number> {
  const claim = {
    ref: randomBytes(16).toString('hex'),
    user,
    amount: whole(idr, rupiah),
    proof: 'a-proof',
    digest: randomBytes(32),
    details: 'sealed',
  }
  return (await db.inTransaction((tx) => insertClaim(tx, claim))).id
}

const decide = (db: Database, id: number, decision: CashDecision) =>
  db.inTransaction((tx) => decideCashDeposit(tx, id, decision))

const refusedAs = (key: string) => (error: unknown) => isRefusal(error) && error.key === key

const statusOf = async (db: Database, id: number) =>
  db.read
    .selectFrom('cash_deposits')
    .where('id', '=', id)
    .select(['status', 'amount', 'reason', 'completed_at as completedAt'])
    .executeTakeFirstOrThrow()

const Facts = z.object({ credited: z.string(), fee: z.string() })

const inBank = async (db: Database) =>
  (await db.inTransaction(readHouseBalances)).find(({ kind }) => kind === 'bank')?.units ?? 0n

test('an approved transfer is credited from the bank, whole, and notifies its owner', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const id = await makeClaimOf(db, user)
  const decided = await decide(db, id, { kind: 'approve' })
  assert.equal(decided.status, 'COMPLETED')
  assert.equal((await owned(db, user)).available, 250_000_00n)
  assert.equal(await inBank(db), -250_000_00n)
  const row = await statusOf(db, id)
  assert.equal(row.status, 'COMPLETED')
  assert.ok(row.completedAt !== null)
  const messages = (await messagesIn(db)).map(({ kind, data }) => ({
    kind,
    data: Facts.parse(data),
  }))
  assert.deepEqual(messages, [
    { kind: 'deposit-completed', data: { credited: '250000', fee: '0' } },
  ])
  assert.deepEqual(await db.read.selectFrom('reports').select('id').execute(), [])
  await auditsClean(db)
})

test('the amount at the bank is credited if it differs from the claim', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const id = await makeClaimOf(db, user)
  const amount = whole(idr, 25_000n)
  await decide(db, id, { kind: 'approve', amount, reason: 'the statement says 25,000' })
  assert.equal((await owned(db, user)).available, 25_000_00n)
  const { amount: kept, reason } = await statusOf(db, id)
  assert.deepEqual([kept, reason], ['2500000', 'the statement says 25,000'])
  const odd = { ...amount, units: amount.units + 1n }
  const other = await makeClaimOf(db, user)
  await assert.rejects(decide(db, other, { kind: 'approve', amount: odd }), RangeError)
  await auditsClean(db)
})

test('a rejected transfer credits nothing, and notifies its owner', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const id = await makeClaimOf(db, user)
  await decide(db, id, { kind: 'reject', reason: 'nothing came' })
  assert.equal((await owned(db, user)).available, 0n)
  const { status, reason, completedAt } = await statusOf(db, id)
  assert.deepEqual([status, reason, completedAt], ['REJECTED', 'nothing came', null])
  assert.deepEqual(
    (await messagesIn(db)).map(({ kind }) => kind),
    ['deposit-rejected'],
  )
  await auditsClean(db)
})

test('one of many concurrent decisions counts, and a decision is final', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const id = await makeClaimOf(db, user)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, at) =>
      decide(db, id, at % 2 === 0 ? { kind: 'approve' } : { kind: 'reject', reason: 'no' }),
    ),
  )
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') assert.ok(refusedAs('api.already_decided')(outcome.reason))
  }
  const { status } = await statusOf(db, id)
  const credited = (await owned(db, user)).available
  assert.equal(credited, status === 'COMPLETED' ? 250_000_00n : 0n)
  for (const decision of [{ kind: 'approve' }, { kind: 'reject', reason: 'no' }] as const) {
    await assert.rejects(decide(db, id, decision), refusedAs('api.already_decided'))
  }
  assert.equal((await owned(db, user)).available, credited)
  await auditsClean(db)
})

test('only a claimed transfer can be decided', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const { rows } = await sql<{ id: number }>`
    insert into cash_deposits (user_id, provider, provider_ref, method, status, amount)
    values (${user}, 'payx', 'p-1', 'VA', 'PENDING', 100) returning id`.execute(db.read)
  for (const id of [rows[0]?.id ?? 0, 999_999]) {
    const decided = decide(db, id, { kind: 'approve' })
    await assert.rejects(decided, refusedAs('api.cash_deposit_not_found'))
  }
})

test('a credit above the supply cap is refused, and the claim stays open', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const id = await makeClaimOf(db, user)
  await sql`update assets set supply_cap = 1000 where id = 1`.execute(db.read)
  const decided = decide(db, id, { kind: 'approve' })
  await assert.rejects(decided, refusedAs('api.supply_cap_reached'))
  assert.equal((await statusOf(db, id)).status, 'PENDING')
  await auditsClean(db)
})
