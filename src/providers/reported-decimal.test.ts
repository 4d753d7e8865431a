import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportedDecimal } from './reported-decimal.ts'

test('digits are read as they were written, an exponent to the last of them', () => {
  for (const [written, read] of [
    ['0.001000000000000000', '0.001000000000000000'],
    ['-1', '-1'],
    ['1e-7', '0.0000001'],
    ['1.234567890123456789E-10', '0.0000000001234567890123456789'],
    ['-12.5e+1', '-125'],
    ['12.5e0', '12.5'],
    ['0.05e1', '0.5'],
    ['123e-2', '1.23'],
    ['0e0', '0'],
    ['1.5e3', '1500'],
    ['1e21', '1000000000000000000000'],
    ['2E+4', '20000'],
    ['2E+004', '20000'],
    ['20000.00', '20000.00'],
  ] as const) {
    assert.equal(reportedDecimal.parse(written), read, written)
  }
})

test('a malformed or an enormous number is not read', () => {
  for (const written of ['', 'lots', '1e', 'e7', '1e-41', '1e40', '1e999', '0x1', ' 1', '1,5']) {
    assert.equal(reportedDecimal.safeParse(written).success, false, written)
  }
})
