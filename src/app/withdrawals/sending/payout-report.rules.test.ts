import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestId, userId } from '../../../base/values/ids.ts'
import { idr, whole, zero } from '../../../base/values/money.ts'
import type { Withdrawal } from '../model/withdrawal.rules.ts'
import { mismatchOf, type PayoutReport, withdrawalReportOf } from './payout-report.rules.ts'

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
  const others: readonly Partial<PayoutReport>[] = [
    { userId: '8' },
    { userId: null },
    { userId: '07' },
    { amount: '105000' },
    { amount: '100000.01' },
    { amount: '1e500' },
    { amount: '' },
    { providerId: 'disb-2' },
  ]
  for (const other of others) assert.notEqual(mismatchOf(withdrawal, { ...report, ...other }), null)
  assert.notEqual(mismatchOf({ ...withdrawal, attempts: 0 }, report), null)
})

test('the reason of a failed payout is stored as payx states it', () => {
  const failed = { ...report, status: 'FAILED', failureCode: 'INVALID_DESTINATION' }
  assert.equal(
    withdrawalReportOf(failed, withdrawal.requestId, 'failed').reason,
    'FAILED: INVALID_DESTINATION',
  )
  assert.equal(withdrawalReportOf(report, withdrawal.requestId, 'succeeded').reason, null)
  assert.equal(withdrawalReportOf(report, withdrawal.requestId, 'succeeded').sentText, '100000 IDR')
})
