import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestId, userId } from '../../../base/values/ids.ts'
import { idr, whole, zero } from '../../../base/values/money.ts'
import type { Withdrawal } from '../model/withdrawal.rules.ts'
import {
  mismatchOf,
  type PayoutReport,
  reportOfPayout,
  withdrawalReportOf,
} from './payout-report.rules.ts'

const withdrawal: Withdrawal = {
  id: 1,
  requestId: requestId('wd-request-1'),
  user: userId(7),
  amount: whole(idr, 100_000n),
  fee: whole(idr, 5_000n),
  held: whole(idr, 105_000n),
  sent: whole(idr, 100_000n),
  destination: {
    kind: 'CASH',
    bankAccountId: 1,
    channelCode: 'ID_BCA',
    bankName: 'BCA',
    accountNumber: '1',
    accountHolder: 'X',
  },
  worth: zero(idr),
  status: 'SUBMITTED',
  needed: 0,
  providerId: 'disb-1',
  reversed: false,
  incident: null,
  day: '2026-01-01',
  attempts: 1,
}

const report: PayoutReport = {
  requestId: requestId('wd-request-1'),
  userId: '7',
  providerId: 'disb-1',
  status: 'SUCCEEDED',
  stage: 'succeeded',
  amount: '100000',
  failureCode: null,
}

test('a report must match owner, amount and payout if it names them', () => {
  assert.equal(mismatchOf(withdrawal, report), null)
  assert.equal(mismatchOf(withdrawal, { ...report, amount: null, providerId: null }), null)
  assert.equal(mismatchOf(withdrawal, { ...report, amount: '100000.00' }), null)
  assert.equal(mismatchOf(withdrawal, { ...report, amount: '1E+5' }), null)
  assert.equal(mismatchOf({ ...withdrawal, providerId: null }, report), null)
  assert.equal(mismatchOf(withdrawal, { ...report, providerId: null }), null)
  const others: readonly (readonly [Partial<PayoutReport>, string])[] = [
    [{ userId: '8' }, 'it names another user'],
    [{ userId: null }, 'it names another user'],
    [{ userId: '07' }, 'it names another user'],
    [{ amount: '105000' }, 'it names another amount'],
    [{ amount: '100000.01' }, 'it names another amount'],
    [{ amount: '1e500' }, 'it names another amount'],
    [{ amount: '' }, 'it names another amount'],
    [{ providerId: 'disb-2' }, 'it names another payout'],
  ]
  for (const [other, why] of others) {
    assert.equal(mismatchOf(withdrawal, { ...report, ...other }), why)
  }
  assert.equal(mismatchOf({ ...withdrawal, attempts: 0 }, report), 'it was never sent')
})

test('a callback and an answer about the same payout are the same report', () => {
  const { requestId: id } = withdrawal
  const expected = withdrawalReportOf(report, id, 'succeeded')
  assert.deepEqual(expected, {
    kind: 'CASH',
    requestId: id,
    stage: 'succeeded',
    providerId: 'disb-1',
    providerStatus: 'SUCCEEDED',
    sentText: '100000 IDR',
    txHash: null,
    reason: null,
    networkFee: null,
  })
  const { status, failureCode, stage } = report
  const named = { id: 'disb-1', reference: id, requestId: id, userId: '7' }
  const payout = { ...named, status, failureCode, amount: whole(idr, 100_000n) }
  assert.deepEqual(reportOfPayout(id, { ...payout, stage }), expected)
  assert.equal(reportOfPayout(id, { ...payout, stage: null }), null, 'an unknown status')
})

test('the reason of a failed or returned payout is stored as payx states it', () => {
  const reasonOf = (stage: 'failed' | 'reversed' | 'pending', failureCode: string | null) =>
    withdrawalReportOf({ ...report, status: 'WORD', failureCode }, withdrawal.requestId, stage)
      .reason
  assert.equal(reasonOf('failed', 'INVALID_DESTINATION'), 'WORD: INVALID_DESTINATION')
  assert.equal(reasonOf('reversed', 'TEMPORARY'), 'WORD: TEMPORARY')
  assert.equal(reasonOf('failed', null), 'WORD')
  assert.equal(reasonOf('pending', 'TEMPORARY'), null)
})

test('digits that cannot be read are those of no withdrawal', () => {
  const textOf = (amount: string | null) =>
    withdrawalReportOf({ ...report, amount }, withdrawal.requestId, 'succeeded').sentText
  assert.deepEqual([textOf('1e500'), textOf('many'), textOf(null)], ['1e500', 'many', null])
})
