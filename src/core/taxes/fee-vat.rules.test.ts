import assert from 'node:assert/strict'
import { test } from 'node:test'
import { perMillion } from '../../base/values/money.ts'
import { vatIn } from './fee-vat.rules.ts'

const rate = { rate: perMillion(120_000n), base: { numerator: 11n, denominator: 12n } }

test('a fee includes 11 for each 100 of its price, rounded down', () => {
  assert.equal(vatIn(111n, rate), 11n)
  assert.equal(vatIn(4_440_00n, rate), 440_00n)
  assert.equal(vatIn(10n, rate), 0n)
  assert.equal(vatIn(0n, rate), 0n)
  assert.equal(vatIn(111n, null), 0n)
})
