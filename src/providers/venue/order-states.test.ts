import assert from 'node:assert/strict'
import { test } from 'node:test'
import { venueStateOf } from './order-states.ts'

test('an order that ended unfilled has the reason for it, and no other order has one', () => {
  for (const status of ['CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH', 'REJECTED'] as const) {
    assert.deepEqual(venueStateOf(status), { status, stage: 'ended', endReason: status })
  }
  for (const [status, stage] of [
    ['FILLED', 'ended'],
    ['NEW', 'accepted'],
  ] as const) {
    assert.deepEqual(venueStateOf(status), { status, stage, endReason: null })
  }
  for (const status of ['PENDING_NEW', 'PARTIALLY_FILLED', 'PENDING_CANCEL'] as const) {
    assert.deepEqual(venueStateOf(status), { status, stage: 'open', endReason: null })
  }
})
