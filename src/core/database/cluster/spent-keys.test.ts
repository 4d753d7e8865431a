import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spentKeys } from './spent-keys.ts'

function start(bounds: Parameters<typeof spentKeys>[1]) {
  let nowMs = 1_000
  const spent = spentKeys({ monotonicMs: () => nowMs }, bounds)
  return {
    spent,
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

test('a spent key is known for a moment, with the time that is truly left', () => {
  const { spent, pass } = start({ keptMs: 5_000, keys: 10 })
  assert.equal(spent.leftMs('a'), null)
  spent.add('a', 300_000)
  pass(4_999)
  assert.equal(spent.leftMs('a'), 295_001)
  assert.equal(spent.leftMs('b'), null)
  pass(1)
  assert.equal(spent.leftMs('a'), null)
})

test('a used key is remembered up to the end of its window, or until it is released', () => {
  const { spent, pass } = start({ keptMs: 5_000, keys: 10 })
  spent.add('a', 1_000)
  spent.add('b', 9_000)
  pass(1_000)
  assert.equal(spent.leftMs('a'), null)
  assert.equal(spent.leftMs('b'), 8_000)
  spent.delete('b')
  assert.equal(spent.leftMs('b'), null)
})

test('the cache of keys is bounded: the oldest is fetched again', () => {
  const { spent } = start({ keptMs: 5_000, keys: 2 })
  for (const key of ['a', 'b', 'a', 'c']) spent.add(key, 9_000)
  assert.equal(spent.leftMs('b'), null)
  assert.equal(spent.leftMs('a'), 9_000)
  assert.equal(spent.leftMs('c'), 9_000)
})
