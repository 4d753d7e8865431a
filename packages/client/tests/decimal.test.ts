import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  formatDecimal,
  isDecimal,
  isMultipleOf,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
} from '../src/decimal.ts'

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, places]) => ({ units, places, text: written(units, places) }))

function written(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const sign = units < 0n ? '-' : ''
  return places === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-places)}`
}

describe('decimals', () => {
  test('compare exactly, whatever their size and their zeros', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [one, other] = [
          a.units * 10n ** BigInt(18 - a.places),
          b.units * 10n ** BigInt(18 - b.places),
        ]
        const expected = one === other ? 0 : one < other ? -1 : 1
        assert.equal(compareDecimals(a.text, b.text), expected)
      }),
    )
    assert.equal(compareDecimals('0.1', '0.10'), 0)
    assert.equal(compareDecimals('-0', '0.000'), 0)
    assert.equal(compareDecimals('9007199254740993', '9007199254740992'), 1)
  })

  test('add, subtract and multiply exactly, whatever their size', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const places = Math.max(a.places, b.places)
        const [one, other] = [
          a.units * 10n ** BigInt(places - a.places),
          b.units * 10n ** BigInt(places - b.places),
        ]
        const same = (result: string, units: bigint, at: number) =>
          assert.equal(compareDecimals(result, written(units, at)), 0)
        same(addDecimals(a.text, b.text), one + other, places)
        same(subtractDecimals(a.text, b.text), one - other, places)
        same(multiplyDecimals(a.text, b.text), a.units * b.units, a.places + b.places)
      }),
    )
    assert.equal(addDecimals('0.1', '0.2'), '0.3')
    assert.equal(subtractDecimals('1', '1.00'), '0')
    assert.equal(multiplyDecimals('-0.5', '0.02'), '-0.01')
  })

  test('are rounded up as a cost, down as a credit, and divided without rounding up', () => {
    assert.equal(roundDecimal('1640000.5', 0, 'up'), '1640001')
    assert.equal(roundDecimal('1640000.5', 0, 'down'), '1640000')
    assert.equal(roundDecimal('-1.25', 1, 'up'), '-1.3')
    assert.equal(roundDecimal('0.000000001', 8, 'down'), '0')
    assert.equal(roundDecimal('1.5', 4, 'up'), '1.5')
    assert.equal(divideDecimals('1', '3', 4), '0.3333')
    assert.equal(divideDecimals('20000', '1640000000', 5), '0.00001')
    assert.throws(() => divideDecimals('1', '0', 2), RangeError)
  })

  test('are multiples of a step or not, without the errors of floats', () => {
    assert.equal(isMultipleOf('0.3', '0.1'), true)
    assert.equal(isMultipleOf('0.00015', '0.00001'), true)
    assert.equal(isMultipleOf('0.000015', '0.00001'), false)
    assert.equal(isMultipleOf('1640000000', '1'), true)
  })

  test('are written with the marks of the language, as Intl does', () => {
    for (const [language, locale] of [
      ['id', 'id-ID'],
      ['en', 'en-US'],
    ] as const) {
      for (const whole of [0n, 7n, 123n, 1_234n, 123_456n, 1_234_567n, -9_876_543_210n]) {
        const expected = new Intl.NumberFormat(locale).format(whole)
        assert.equal(formatDecimal(whole.toString(), language), expected)
      }
    }
    assert.equal(formatDecimal('1234567.891', 'id'), '1.234.567,891')
    assert.equal(formatDecimal('1234567.891', 'en'), '1,234,567.891')
  })

  test('show rupiah and coins with their symbols', () => {
    assert.equal(formatDecimal('1250000', 'id', { symbol: 'IDR' }), 'Rp\u00a01.250.000')
    assert.equal(formatDecimal('-1250000', 'en', { symbol: 'IDR' }), '-IDR\u00a01,250,000')
    assert.equal(formatDecimal('0.5', 'id', { symbol: 'BTC', minDecimals: 2 }), '0,50\u00a0BTC')
  })

  test('are cut off, never rounded up', () => {
    assert.equal(formatDecimal('0.99999', 'en', { maxDecimals: 2 }), '0.99')
    assert.equal(formatDecimal('-0.001', 'en', { maxDecimals: 2 }), '0')
    assert.equal(formatDecimal('1.999', 'en', { maxDecimals: 0 }), '1')
  })

  test('typed by a person become the text that the service expects', () => {
    const cases = [
      ['1.250.000', 'id', '1250000'],
      ['1250000,50', 'id', '1250000.5'],
      ['1,250,000.5', 'en', '1250000.5'],
      [' 007 ', 'en', '7'],
      ['0.00000001', 'en', '0.00000001'],
      ['1.25', 'id', null],
      ['12.34.567', 'id', null],
      ['1234.567', 'id', null],
      ['0.001', 'id', null],
      ['0,001', 'en', null],
      ['000.250.000', 'id', null],
      ['0,001', 'id', '0.001'],
      ['1e3', 'en', null],
      ['1.2.3', 'en', null],
      ['.5', 'en', null],
      ['', 'en', null],
    ] as const
    for (const [typed, language, expected] of cases) {
      assert.equal(parseDecimal(typed, language), expected, typed)
    }
  })

  test('survive being written and read again', () => {
    fc.assert(
      fc.property(decimal, fc.constantFrom('id', 'en'), ({ text }, language) => {
        const read = parseDecimal(formatDecimal(text, language), language)
        assert.ok(read !== null && isDecimal(read))
        assert.equal(compareDecimals(read, text), 0)
      }),
    )
  })

  test('anything else is refused rather than guessed', () => {
    for (const text of ['', '1,5', '1e3', 'NaN', '--1', '1.2.3', ' 1']) {
      assert.equal(isDecimal(text), false, text)
      assert.throws(() => compareDecimals(text, '1'), RangeError)
    }
  })
})
