import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CustodySide,
  custodySideOf,
  custodySides,
} from '../../providers/custody/custody-sides.ts'
import { type Direction, directionOf } from './custody-direction.rules.ts'

/** What a transfer from the side on the left to each side above means. */
const table: Readonly<Record<CustodySide, Partial<Record<CustodySide, Direction>>>> = {
  vault: {
    vault: 'within-vault',
    venue: 'to-venue',
    treasury: 'to-treasury',
    outside: 'sent-by-hand',
    unclear: 'unclear',
  },
  venue: {
    vault: 'from-venue',
    venue: 'elsewhere',
    treasury: 'elsewhere',
    outside: 'elsewhere',
    unclear: 'unclear',
  },
  treasury: {
    vault: 'from-treasury',
    venue: 'elsewhere',
    treasury: 'elsewhere',
    outside: 'elsewhere',
    unclear: 'unclear',
  },
  outside: {
    vault: 'deposit',
    venue: 'elsewhere',
    treasury: 'elsewhere',
    outside: 'elsewhere',
    unclear: 'unclear',
  },
  unclear: {
    vault: 'unclear-arrival',
    venue: 'unclear',
    treasury: 'unclear',
    outside: 'unclear',
    unclear: 'unclear',
  },
  unnamed: {},
}

test('each pair of a source and a destination of custody has one meaning for the books', () => {
  for (const [fromType, from] of Object.entries(custodySides)) {
    for (const [toType, to] of Object.entries(custodySides)) {
      assert.equal(directionOf({ from, to }), table[from][to], `${fromType} to ${toType}`)
    }
  }
})

test('only coins from outside can be a deposit; a type that custody adds later is not', () => {
  for (const [type, from] of Object.entries(custodySides)) {
    const isDeposit = directionOf({ from, to: 'vault' }) === 'deposit'
    assert.equal(isDeposit, from === 'outside', type)
  }
  const later = custodySideOf('ADDED_LATER')
  assert.equal(directionOf({ from: later, to: 'vault' }), 'unclear-arrival')
  assert.equal(directionOf({ from: 'vault', to: later }), 'unclear')
  assert.equal(directionOf({ from: custodySideOf(''), to: custodySideOf('') }), 'deposit')
})
