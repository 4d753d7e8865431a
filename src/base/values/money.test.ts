import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BigNumber } from 'bignumber.js'
import fc from 'fast-check'
import { assetId } from './ids.ts'
import {
  type Asset,
  add,
  compare,
  divide,
  formatMoney,
  isMultipleOf,
  isPositive,
  isWhole,
  larger,
  money,
  parseMoney,
  perMillion,
  portion,
  type Rounding,
  readReported,
  smaller,
  subtract,
  whole,
  zero,
} from './money.ts'

const Exact = BigNumber.clone({ EXPONENTIAL_AT: 1e9, DECIMAL_PLACES: 60 })

const idr: Asset = { id: assetId(1), symbol: 'IDR', scale: 2 }
const btc: Asset = { id: assetId(2), symbol: 'BTC', scale: 8 }
const eth: Asset = { id: assetId(3), symbol: 'ETH', scale: 18 }
const vote: Asset = { id: assetId(4), symbol: 'VOTE', scale: 0 }

const anyAsset = fc.constantFrom(idr, btc, eth, vote)
const anyUnits = fc.bigInt({ min: 0n, max: 10n ** 38n - 1n })

/** Parses an amount that must be valid, and returns its units. */
function unitsOf(asset: Asset, text: string): bigint {
  const parsed = parseMoney(asset, text)
  assert.ok(parsed.ok, `${text} was refused`)
  return parsed.money.units
}

function whyNot(asset: Asset, text: string): string {
  const parsed = parseMoney(asset, text)
  assert.ok(!parsed.ok, `${JSON.stringify(text)} was read as an amount`)
  return parsed.why
}

describe('reading and writing amounts', () => {
  test('a stored amount reads back the same, in every asset', () => {
    fc.assert(
      fc.property(anyAsset, anyUnits, (asset, units) => {
        const text = formatMoney(money(asset, units))
        fc.pre((text.split('.', 1)[0] ?? '').length <= 20)
        assert.equal(unitsOf(asset, text), units)
      }),
    )
  })

  test('an amount is written as exact decimal arithmetic writes it', () => {
    fc.assert(
      fc.property(anyAsset, anyUnits, fc.boolean(), (asset, units, negative) => {
        const signed = negative ? -units : units
        const exact = new Exact(signed.toString()).shiftedBy(-asset.scale)
        assert.equal(formatMoney(money(asset, signed)), exact.toFixed())
      }),
    )
  })

  test('trailing zeros after the point are insignificant and not written', () => {
    assert.equal(unitsOf(idr, '5.50'), 550n)
    assert.equal(formatMoney(money(idr, 550n)), '5.5')
    assert.equal(formatMoney(money(idr, 500n)), '5')
    assert.equal(formatMoney(money(vote, 500n)), '500')
    assert.equal(formatMoney(zero(eth)), '0')
    assert.equal(formatMoney(money(eth, 1n)), '0.000000000000000001')
  })

  test('digits that a float would lose stay', () => {
    assert.equal(unitsOf(eth, '0.1234567890123456789'.slice(0, 20)), 123456789012345678n)
    assert.equal(unitsOf(vote, '9007199254740993'), 9_007_199_254_740_993n)
    assert.equal(unitsOf(eth, '99999999999999999999.999999999999999999'), 10n ** 38n - 1n)
  })

  test('of a provider mean the same in every spelling, and are cut to the decimals', () => {
    for (const text of [
      '20000',
      '2E+4',
      '2e4',
      '20000.00',
      '20000.000000',
      ' 20000 ',
      '200000e-1',
    ]) {
      const amount = money(idr, 20_000_00n)
      assert.deepEqual(readReported(idr, text), { amount, isCut: false }, text)
    }
    const cut = { amount: money(idr, 123n), isCut: true }
    assert.deepEqual(readReported(idr, '1.239'), cut)
    assert.deepEqual(readReported(idr, '1239e-3'), cut)
    assert.deepEqual(readReported(idr, ' 1239e-3\n'), cut)
    for (const text of ['0', '0e5', '-1', '0.001', '1e99', '1e400', '1.5.5', '1,5', '', 'e5']) {
      assert.equal(readReported(idr, text), null, text)
    }
  })

  const hostile = [
    '1e-19',
    '1e3',
    '1E400',
    '-0',
    '-1',
    '−1',
    '+5',
    'NaN',
    'Infinity',
    '-Infinity',
    '0x10',
    '0b1',
    '１２',
    '٣',
    '1_000',
    '1,5',
    '1,000.00',
    '1 000',
    '1.000.000',
    '.5',
    '5.',
    '.',
    '',
    '00012',
    '00',
    '0012.5',
    ' 5 ',
    '5\n',
    '\t5',
    '5\u00a0',
    '5\u200b',
    '\u200b5',
    '\ufeff5',
    '5\0',
    '\0',
    '5n',
    'Rp5',
    '½',
    '[5]',
    'null',
  ]
  for (const text of hostile) {
    test(`${JSON.stringify(text)} is not an amount`, () => {
      for (const asset of [idr, eth, vote]) assert.equal(whyNot(asset, text), 'not-a-number')
    })
  }

  test("one decimal above the asset's is refused, not rounded", () => {
    for (const asset of [idr, btc, eth, vote]) {
      assert.equal(whyNot(asset, `1.${'0'.repeat(asset.scale + 1)}`), 'too-many-decimals')
      if (asset.scale > 0) assert.equal(unitsOf(asset, `0.${'0'.repeat(asset.scale)}`), 0n)
    }
  })

  test('20 integer digits are read and 21 are too large, with decimals or without', () => {
    assert.equal(unitsOf(idr, '9'.repeat(20)), (10n ** 20n - 1n) * 100n)
    assert.equal(whyNot(idr, '1'.padEnd(21, '0')), 'too-large')
    assert.equal(whyNot(idr, `${'9'.repeat(21)}.25`), 'too-large')
    assert.equal(whyNot(idr, `${'0'.repeat(21)}`), 'not-a-number')
    assert.equal(whyNot(idr, `${'9'.repeat(21)}.`), 'not-a-number')
  })

  test('a long hostile text is refused at once', () => {
    const before = process.threadCpuUsage()
    for (const text of ['1'.repeat(60_000), `${'1'.repeat(60_000)}x`, `1.${'1'.repeat(60_000)}x`]) {
      whyNot(idr, text)
    }
    assert.ok(process.threadCpuUsage(before).user < 1_000_000)
  })
})

describe('arithmetic', () => {
  test('sums and differences are exact and undo each other', () => {
    fc.assert(
      fc.property(anyAsset, anyUnits, anyUnits, (asset, a, b) => {
        const sum = add(money(asset, a), money(asset, b))
        assert.equal(sum.units, a + b)
        assert.deepEqual(subtract(sum, money(asset, b)), money(asset, a))
      }),
    )
  })

  test('comparing orders amounts as their units are ordered', () => {
    assert.equal(compare(money(idr, 1n), money(idr, 2n)), -1)
    assert.equal(compare(money(idr, 2n), money(idr, 2n)), 0)
    assert.equal(compare(money(idr, 3n), money(idr, 2n)), 1)
    assert.deepEqual(smaller(money(idr, 3n), money(idr, 2n)), money(idr, 2n))
    assert.ok(isPositive(money(idr, 1n)) && !isPositive(zero(idr)) && !isPositive(money(idr, -1n)))
    assert.ok(isMultipleOf(money(idr, 6n), money(idr, 3n)))
    assert.ok(!isMultipleOf(money(idr, 7n), money(idr, 3n)))
  })

  test('amounts of two assets never mix', () => {
    const [a, b] = [money(idr, 1n), money(btc, 1n)]
    for (const mix of [add, subtract, compare, smaller, larger, isMultipleOf]) {
      assert.throws(() => mix(a, b), { name: 'TypeError', message: /IDR and BTC do not mix/ })
    }
  })

  test('whole units are the scale times the amount', () => {
    assert.equal(whole(idr, 50_000n).units, 5_000_000n)
    assert.equal(whole(vote, 7n).units, 7n)
    assert.equal(formatMoney(whole(eth, 3n)), '3')
  })

  test('an amount is whole if it has no decimals', () => {
    assert.ok(isWhole(money(idr, 500n)) && isWhole(money(vote, 1n)))
    assert.ok(!isWhole(money(idr, 550n)) && !isWhole(money(idr, 555n)))
  })
})

const modes: Readonly<Record<Rounding, BigNumber.RoundingMode>> = {
  down: BigNumber.ROUND_DOWN,
  up: BigNumber.ROUND_UP,
  'half-up': BigNumber.ROUND_HALF_UP,
}
const anyRounding = fc.constantFrom<Rounding>('down', 'up', 'half-up')
const anyRate = fc.bigInt({ min: 0n, max: 2_000_000n })

describe('portions', () => {
  test('a rate takes the same as exact decimals, at every rounding and precision', () => {
    fc.assert(
      fc.property(
        anyAsset.chain((asset) => fc.tuple(fc.constant(asset), fc.nat({ max: asset.scale }))),
        anyUnits,
        anyRate,
        anyRounding,
        ([asset, decimals], units, ppm, rounding) => {
          const taken = portion(money(asset, units), perMillion(ppm), rounding, decimals)
          const exact = new Exact(units.toString())
            .shiftedBy(-asset.scale)
            .times(ppm.toString())
            .shiftedBy(-6)
            .decimalPlaces(decimals, modes[rounding])
          assert.equal(formatMoney(taken), exact.toFixed())
        },
      ),
      { numRuns: 500 },
    )
  })

  test('0.7 % is rounded half up to whole rupiah', () => {
    const fee = (rupiah: bigint) => portion(whole(idr, rupiah), perMillion(7_000n), 'half-up', 0)
    assert.deepEqual(fee(10_000n), whole(idr, 70n))
    assert.deepEqual(fee(500n), whole(idr, 4n))
    assert.deepEqual(fee(499n), whole(idr, 3n))
    assert.deepEqual(fee(71n), whole(idr, 0n))
  })

  test('rounding down and up differ by at most one unit, and half up is one of the two', () => {
    const natural = fc.bigInt({ min: 0n, max: 10n ** 60n })
    const positive = fc.bigInt({ min: 1n, max: 10n ** 30n })
    fc.assert(
      fc.property(natural, positive, (numerator, denominator) => {
        const down = divide(numerator, denominator, 'down')
        const up = divide(numerator, denominator, 'up')
        const half = divide(numerator, denominator, 'half-up')
        assert.ok(down * denominator <= numerator && numerator <= up * denominator)
        assert.equal(up - down, numerator % denominator === 0n ? 0n : 1n)
        assert.equal(half, (numerator - down * denominator) * 2n >= denominator ? up : down)
      }),
    )
  })

  test('a negative amount or a denominator that is not positive is never divided', () => {
    assert.throws(() => divide(-1n, 2n, 'down'), RangeError)
    const refused = new RangeError('divide() requires amounts of zero or more')
    assert.throws(() => divide(1n, 0n, 'down'), refused)
    assert.throws(() => divide(1n, -2n, 'up'), RangeError)
    assert.throws(() => portion(money(idr, -1n), perMillion(1n), 'down'), RangeError)
    assert.throws(() => portion(money(idr, 1n), perMillion(-1n), 'down'), RangeError)
  })
})
