import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { owned } from '../../../tests/make/ledger.ts'
import {
  leaderOf,
  makeAccount,
  paidInto,
  received,
  reportPayx,
  requestedAccount,
} from '../../../tests/make/payx.ts'
import type { Database } from '../../core/database/database.ts'

const reportOf = (externalId: string, status: string, id = 'payx-1') => ({
  id,
  external_id: externalId,
  owner_id: 'merchant',
  bank_code: 'BCA',
  merchant_code: '10766',
  account_number: '1076600001',
  name: 'OWNER',
  status,
  updated: '2026-01-01T00:00:00.000Z',
})

const statusesOf = async (db: Database) =>
  (
    await db.read
      .selectFrom('virtual_accounts')
      .select(['status', 'account_number'])
      .orderBy('id')
      .execute()
  ).map((row) => `${row.status} ${row.account_number}`)

test('an account with a lost response is known from the callback, and payable', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const { user, externalId } = await requestedAccount(db)
  const answer = await reportPayx(tukar, 'created-va', reportOf(externalId, 'ACTIVE'))
  assert.deepEqual([answer.status, answer.text], [200, received])
  assert.deepEqual(await statusesOf(db), ['ACTIVE 1076600001'])
  const account = { accountNumber: '1076600001', bankCode: 'BCA' }
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-1'))
  assert.equal((await owned(db, user)).available, 245_560_00n)
  await auditsClean(db)
})

test('the status of an account only moves forward, however often it is reported', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const { externalId } = await requestedAccount(db)
  const statuses = ['PENDING', 'ACTIVE', 'PENDING', 'ACTIVE', 'INACTIVE', 'ACTIVE', 'PENDING']
  const seen: string[] = []
  for (const status of statuses) {
    const answer = await reportPayx(tukar, 'created-va', reportOf(externalId, status))
    assert.equal(answer.text, received)
    seen.push(...(await statusesOf(db)))
  }
  const stood = ['PENDING', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE', 'INACTIVE', 'INACTIVE']
  assert.deepEqual(
    seen,
    stood.map((status) => `${status} 1076600001`),
  )
})

test('the id alone identifies an account and its status', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const { externalId } = await requestedAccount(db)
  await reportPayx(tukar, 'created-va', reportOf(externalId, 'PENDING'))
  const answer = await reportPayx(tukar, 'created-va', { id: 'payx-1', status: 'ACTIVE' })
  assert.deepEqual([answer.status, answer.text], [200, received])
  await reportPayx(tukar, 'created-va', { id: 'payx-2', status: 'INACTIVE' })
  assert.deepEqual(await statusesOf(db), ['ACTIVE 1076600001'])
})

test('an account that is closed at payx is still credited when it was paid', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const { user, externalId } = await requestedAccount(db)
  await reportPayx(tukar, 'created-va', reportOf(externalId, 'INACTIVE'))
  const account = { accountNumber: '1076600001', bankCode: 'BCA' }
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-1'))
  assert.equal((await owned(db, user)).available, 245_560_00n)
  await auditsClean(db)
})

test('an unknown account or status is acknowledged and changes nothing', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const { externalId } = await requestedAccount(db)
  const before = await statusesOf(db)
  for (const body of [
    reportOf('va-of-nobody', 'ACTIVE'),
    reportOf(externalId, 'SLEEPING', 'payx-2'),
  ]) {
    const answer = await reportPayx(tukar, 'created-va', body)
    assert.deepEqual([answer.status, answer.text], [200, received])
  }
  assert.deepEqual(await statusesOf(db), before)
  const outcomes = (await inboxOf(db)).map(({ outcome }) => outcome)
  assert.deepEqual(outcomes, ['unknown', 'unknown-status'])
})

test('a second account of one request never replaces the first', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const { externalId } = await requestedAccount(db)
  await reportPayx(tukar, 'created-va', reportOf(externalId, 'PENDING'))
  const second = { ...reportOf(externalId, 'ACTIVE', 'payx-2'), account_number: '1076600002' }
  assert.equal((await reportPayx(tukar, 'created-va', second)).text, received)
  assert.deepEqual(await statusesOf(db), ['PENDING 1076600001'])
})

test('a number of another account is set aside, not reassigned', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const first = await makeAccount(db, { accountNumber: '1076600001' })
  const { externalId } = await requestedAccount(db)
  const answer = await reportPayx(tukar, 'created-va', reportOf(externalId, 'ACTIVE'))
  assert.equal(answer.text, received)
  assert.deepEqual(
    (await inboxOf(db)).map(({ state }) => state),
    ['pending'],
  )
  await reportPayx(tukar, 'deposit-paid', paidInto(first, 'payment-1'))
  assert.equal((await owned(db, first.user)).available, 245_560_00n)
  await auditsClean(db)
})
