import assert from 'node:assert/strict'
import { test } from 'node:test'
import { depositDigit } from './deposit-digit.rules.ts'

test('the digit is the number of the transfer, and begins again at 1 after the largest', () => {
  const cases: readonly (readonly [n: number, maxDigits: number, digit: number])[] = [
    [1, 3, 1],
    [998, 3, 998],
    [999, 3, 999],
    [1_000, 3, 1],
    [1_998, 3, 999],
    [1_999, 3, 1],
    [9, 1, 9],
    [10, 1, 1],
    [18, 1, 9],
    [19, 1, 1],
    [1_000_000_000, 9, 1],
  ]
  for (const [n, maxDigits, digit] of cases) assert.equal(depositDigit(n, maxDigits), digit)
})
