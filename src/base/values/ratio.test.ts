import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetId } from './ids.ts'
import { type Asset, convert, perMillion, whole } from './money.ts'
import {
  formatRatio,
  inverse,
  isMore,
  isMultiple,
  parseRatio,
  percentOf,
  type Ratio,
  times,
} from './ratio.ts'

function ratio(text: string): Ratio {
  const read = parseRatio(text)
  assert.ok(read !== null, text)
  return read
}

const btc: Asset = { id: assetId(3), symbol: 'BTC', scale: 8 }
const usdt: Asset = { id: assetId(2), symbol: 'USDT', scale: 6 }

test('a price keeps every digit of its source', () => {
  const digits = '12345678901234567890.123456789012345678'
  assert.equal(formatRatio(ratio(digits), 18, 'down'), digits)
  assert.equal(formatRatio(ratio('16400.50'), 18, 'down'), '16400.5')
})

test('only a plain decimal above zero is a price', () => {
  const wrong = ['0', '0.00', '-1', '+1', '1e3', 'NaN', 'Infinity', '', ' 1', '01', '1,5', '0x1']
  for (const text of [...wrong, '1.', '.5', '１', `1.${'0'.repeat(18)}1`, '9'.repeat(21)]) {
    assert.equal(parseRatio(text), null, text)
  }
})

test('a price and its inverse cancel out exactly', () => {
  const third = ratio('3')
  const back = times(third, inverse(third))
  assert.equal(back.numerator, back.denominator)
  assert.equal(formatRatio(inverse(third), 6, 'down'), '0.333333')
  assert.equal(formatRatio(inverse(third), 6, 'up'), '0.333334')
})

test('a rate is shown in percent, without trailing zeros', () => {
  const shown = [7_000n, 10_000n, 1n, 0n].map((ppm) => percentOf(perMillion(ppm)))
  assert.deepEqual(shown, ['0.7', '1', '0.0001', '0'])
})

test('an amount is converted to another asset, rounded once and as named', () => {
  const at = ratio('16400')
  assert.equal(convert(whole(usdt, 2n), btc, at, 'down').units, 3_280_000_000_000n)
  const one = convert({ asset: btc, units: 1n }, usdt, ratio('99999.9'), 'down')
  assert.equal(one.units, 999n)
  assert.equal(convert({ asset: btc, units: 1n }, usdt, ratio('99999.9'), 'up').units, 1_000n)
})

test('ratios are compared exactly, and so is divisibility', () => {
  const of = (text: string): Ratio => parseRatio(text) ?? { numerator: 0n, denominator: 1n }
  assert.ok(isMore(of('0.1'), of('0.099999999999999999')))
  assert.ok(!isMore(of('0.1'), of('0.10')))
  assert.ok(isMultiple(of('0.3'), of('0.1')))
  assert.ok(isMultiple(of('2'), of('0.00001')))
  assert.ok(!isMultiple(of('0.000015'), of('0.00001')))
})
