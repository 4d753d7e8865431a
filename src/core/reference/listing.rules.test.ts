import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedIn, isListed, listingStates, plannedIn, plannedText } from './listing.rules.ts'

const yes = true
const no = false

for (const [state, buy, sell, deposit, withdraw] of [
  ['announced', no, no, yes, 'freely'],
  ['trading', yes, yes, yes, 'freely'],
  ['sell-only', no, yes, yes, 'freely'],
  ['withdraw-only', no, no, no, 'freely'],
  ['delisted', no, no, no, 'approved'],
] as const) {
  test(`what is allowed while something is ${state}`, () => {
    assert.deepEqual(allowedIn(state), { buy, sell, deposit, withdraw })
  })
}

test('every state lets a coin leave', () => {
  assert.equal(listingStates.length, 5)
  for (const state of listingStates) assert.match(allowedIn(state).withdraw, /^(freely|approved)$/)
})

test('a pair that is delisted or switched off is not listed', () => {
  assert.equal(isListed({ active: true, state: 'withdraw-only' }), true)
  assert.equal(isListed({ active: true, state: 'delisted' }), false)
  assert.equal(isListed({ active: false, state: 'trading' }), false)
})

test('a planned state is read as it was written, and nothing else is', () => {
  const planned = { state: 'sell-only', from: new Date('2027-01-01T00:00:00Z') } as const
  assert.equal(plannedText(planned), 'sell-only from 2027-01-01T00:00:00.000Z')
  assert.deepEqual(plannedIn(plannedText(planned)), planned)
  for (const text of ['gone from 2027-01-01T00:00:00Z', 'sell-only', 'sell-only from soon', '']) {
    assert.equal(plannedIn(text), null, text)
  }
})
