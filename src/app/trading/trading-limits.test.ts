import assert from 'node:assert/strict'
import { test } from 'node:test'
import { venueLimits } from '../../providers/venue/venue-limits.ts'
import { tradingLimits } from './trading-limits.ts'

/**
 * The venue accepts timestamps up to a second ahead; its engine drops a request after ten seconds.
 */
const [aheadMs, engineMs] = [1_000, 10_000]

test('an order is given up only when the venue can no longer execute it', () => {
  const { sendWithinMs, absentAfterMs, absentAfterCallMs } = tradingLimits
  const afterSendingMs = venueLimits.recvWindowMs + aheadMs + engineMs
  assert.ok(sendWithinMs + afterSendingMs < absentAfterMs)
  assert.ok(afterSendingMs < absentAfterCallMs)
})
