import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventLimits } from './event-limits.ts'
import { isGivenUp, pauseAfterMs } from './retry-pause.rules.ts'

const random = (byte: number) => ({ bytes: (length: number) => Buffer.alloc(length, byte) })

test('pauses grow, and vary by a fifth', () => {
  const planned = Array.from({ length: 12 }, (_, at) => pauseAfterMs(at + 1, random(128)))
  assert.deepEqual(
    planned,
    planned.toSorted((a, b) => a - b),
  )
  assert.equal(pauseAfterMs(1, random(0)), 4_000)
  assert.equal(pauseAfterMs(1, random(255)), 6_000)
})

test('the pauses fill 72 hours with some dozens of attempts', () => {
  let seconds = 0
  let attempts = 0
  while (seconds < eventLimits.attemptedSeconds) {
    attempts += 1
    seconds += pauseAfterMs(attempts, random(128)) / 1_000
  }
  assert.ok(attempts > 15 && attempts < 40, `${attempts} attempts`)
})

test('an event is given up 72 hours after its first attempt', () => {
  const first = new Date('2026-05-01T00:00:00Z')
  assert.equal(isGivenUp(first, new Date('2026-05-03T23:59:59Z')), false)
  assert.equal(isGivenUp(first, new Date('2026-05-04T00:00:00Z')), true)
})
