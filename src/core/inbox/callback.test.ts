import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitOutcomes } from './callback.ts'

test('applied and pending events are separated in order, without loss', () => {
  const outcomes = ['credited', { later: 'no such order' }, 'known', { later: 'no such account' }]
  assert.deepEqual(splitOutcomes(['a', 'b', 'c', 'd', 'e'], outcomes), {
    applied: [
      { event: 'a', outcome: 'credited' },
      { event: 'c', outcome: 'known' },
      { event: 'e', outcome: 'applied' },
    ],
    postponed: [
      { event: 'b', later: 'no such order' },
      { event: 'd', later: 'no such account' },
    ],
  })
})
