import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jakartaDay, systemClock } from './clock.ts'

describe('the Jakarta day', () => {
  test('change at 17:00 UTC, to the millisecond', () => {
    assert.equal(jakartaDay(new Date('2026-03-09T16:59:59.999Z')), '2026-03-09')
    assert.equal(jakartaDay(new Date('2026-03-09T17:00:00.000Z')), '2026-03-10')
  })

  test('change months, years and leap days with it', () => {
    assert.equal(jakartaDay(new Date('2026-12-31T16:59:59.999Z')), '2026-12-31')
    assert.equal(jakartaDay(new Date('2026-12-31T17:00:00.000Z')), '2027-01-01')
    assert.equal(jakartaDay(new Date('2028-02-28T17:00:00.000Z')), '2028-02-29')
  })
})

describe('the clock', () => {
  test('sleeps at least as long as requested', async () => {
    const started = systemClock.monotonicMs()
    await systemClock.sleep(20)
    // Timers count whole milliseconds, so one may fire a fraction early.
    assert.ok(systemClock.monotonicMs() - started >= 19)
  })

  test('wakes when its signal aborts, and does not sleep when it already has', async () => {
    const stop = new AbortController()
    const sleeping = systemClock.sleep(3_600_000, stop.signal)
    stop.abort()
    await sleeping
    await systemClock.sleep(3_600_000, stop.signal)
    assert.ok(stop.signal.aborted)
  })
})
