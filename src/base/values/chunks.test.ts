import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunks } from './chunks.ts'

test('chunks hold every item once, in order, none longer than requested', () => {
  assert.deepEqual([...chunks([1, 2, 3, 4, 5], 2)], [[1, 2], [3, 4], [5]])
  assert.deepEqual(
    [...chunks([1, 2, 3, 4], 2)],
    [
      [1, 2],
      [3, 4],
    ],
  )
})

test('an empty list has no chunks', () => {
  assert.deepEqual([...chunks([], 3)], [])
})
