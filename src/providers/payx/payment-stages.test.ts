import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payoutStage, qrPaymentStage } from './payment-stages.ts'

test('each status of payx has one meaning, and only in its own spelling', () => {
  const statusesByStage = {
    pending: ['ACCEPTED', 'REQUESTED', 'PENDING_COMPLIANCE_ASSESSMENT', 'ROUTING', 'READY'],
    succeeded: ['SUCCEEDED'],
    failed: ['FAILED', 'CANCELLED', 'COMPLIANCE_REJECTED', 'EXPIRED', 'REJECTED'],
    reversed: ['REVERSED'],
  }
  for (const [stage, statuses] of Object.entries(statusesByStage)) {
    for (const status of statuses) assert.equal(payoutStage(status), stage)
  }
  for (const other of ['succeeded', 'Failed', 'COMPLETED', '', 'constructor', 'SUCCEEDED ']) {
    assert.equal(payoutStage(other), null)
  }
})

test('a payment is paid by the status of either version, and by no other', () => {
  for (const paid of ['COMPLETED', 'SUCCEEDED']) assert.equal(qrPaymentStage(paid), 'paid')
  for (const open of ['PENDING', 'PAID', 'FAILED']) assert.equal(qrPaymentStage(open), 'unpaid')
  for (const other of ['completed', '', 'REFUNDED']) assert.equal(qrPaymentStage(other), null)
})
