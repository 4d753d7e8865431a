import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownReasons } from './review-reason.rules.ts'

test('a user sees only the reasons of a review that are theirs to know, each once', () => {
  assert.deepEqual(
    shownReasons([
      'very large sum to this destination within 24 hours',
      'large amount',
      'large sum to new destinations within 24 hours',
      'new destination',
      'a recently changed authenticator',
      'a recently added bank account',
      'the bank account is in another name',
      'the verified name is not known',
    ]),
    ['large_amount', 'new_destination', 'recent_change', 'other_name', 'unknown_name'],
  )
  assert.deepEqual(shownReasons(['a new device', 'prices that disagree']), ['other'])
  assert.deepEqual(shownReasons([]), [])
})
