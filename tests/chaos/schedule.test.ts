import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawSchedule } from './schedule.ts'

test('the same seed and count draw the same schedule, another seed another one', () => {
  assert.deepEqual(drawSchedule(7, 500), drawSchedule(7, 500))
  assert.notDeepEqual(drawSchedule(7, 500).operations, drawSchedule(8, 500).operations)
})

test('a newcomer signs up first, and once', () => {
  const { cast, operations } = drawSchedule(7, 2_000)
  for (let user = 0; user < cast.funded + cast.newcomers; user += 1) {
    const acts = operations.filter((one) => one.user === user).map(({ act }) => act.kind)
    assert.ok(acts.length > 0)
    assert.equal(acts.lastIndexOf('sign-up'), user < cast.funded ? -1 : 0)
  }
})

test('a schedule of 2,000 operations has every kind of act and of fault', () => {
  const { operations, faults } = drawSchedule(7, 2_000)
  assert.equal(operations.length, 2_000)
  assert.equal(new Set(operations.map(({ act }) => act.kind)).size, 27)
  assert.ok(faults.length > 50)
  assert.deepEqual(
    faults.map(({ before }) => before),
    faults.map(({ before }) => before).toSorted((a, b) => a - b),
  )
})
