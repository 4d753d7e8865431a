import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunks } from './chunks.ts'

test('slices hold every item once, in order, none longer than asked', () => {
  assert.deepEqual([...chunks([1, 2, 3, 4, 5], 2)], [[1, 2], [3, 4], [5]])
  assert.deepEqual(
    [...chunks([1, 2, 3, 4], 2)],
    [
      [1, 2],
      [3, 4],
    ],
  )
})

test('of nothing there is no slice', () => {
  assert.deepEqual([...chunks([], 3)], [])
})
