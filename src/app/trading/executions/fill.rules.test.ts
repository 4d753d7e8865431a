import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { assetId, orderId, orderNo, pairId, userId } from '../../../base/values/ids.ts'
import { type Asset, money, perMillion } from '../../../base/values/money.ts'
import { type Account, house, isUserAccount } from '../../../core/ledger/accounts.ts'
import type { TaxRate } from '../../../core/reference/tax-rates.rules.ts'
import { type Order, paidAsset, receivedAsset } from '../order-model/order.rules.ts'
import {
  averagePrice,
  bookedOf,
  consumptionOf,
  dustOf,
  excess,
  type Fill,
  fillKey,
  flow,
  foreignCommission,
  ownCommission,
  stepBy,
  tradeKey,
  tradeSideOf,
  unitsOfParts,
  wholeOf,
} from './fill.rules.ts'

const idr: Asset = { id: assetId(1), symbol: 'IDR', scale: 2 }
const btc: Asset = { id: assetId(2), symbol: 'BTC', scale: 8 }
const eth: Asset = { id: assetId(4), symbol: 'ETH', scale: 18 }
const user = userId(7)

const pph: TaxRate = {
  kind: 'PPH',
  side: 'SELL',
  pairClass: 'rupiah',
  base: { numerator: 1n, denominator: 1n },
  rate: perMillion(2_100n),
  validFrom: '2025-08-01',
  rule: 'PMK 50/2025',
}

const orderTo = (side: 'BUY' | 'SELL', change: Partial<Order> = {}): Order => ({
  id: orderId(1),
  orderNo: orderNo('TK-1'),
  user,
  pair: { id: pairId(1), txPair: 'BTC_IDR', venueSymbol: 'BTCIDR', base: btc, quote: idr },
  side,
  type: 'LIMIT',
  volume: money(btc, 100_000_000n),
  price: money(idr, 160_000_000_000n),
  limit: money(idr, 160_000_000_000n),
  fee: perMillion(1_500n),
  held: side === 'BUY' ? 160_000_000_000n : 100_000_000n,
  freed: 0n,
  status: 'CREATE',
  venueOrderId: '1',
  executed: { volume: 0n, quote: 0n, commission: 0n, tax: 0n },
  finalVolume: null,
  reason: null,
  incident: null,
  cancelRequested: false,
  ownCancel: false,
  absentCounts: true,
  attempts: 0,
  createdAt: new Date(0),
  ...change,
})

const fillOf = (volume: bigint, quote: bigint, change: Partial<Fill> = {}): Fill => ({
  tradeId: '1',
  price: '1600000000',
  volume,
  quote,
  commission: 0n,
  commissionAsset: null,
  at: new Date('2026-11-21T00:00:00Z'),
  ...change,
})

const feeRate: TaxRate = {
  ...pph,
  kind: 'PPN',
  side: 'FEE',
  pairClass: 'any',
  rate: perMillion(120_000n),
  base: { numerator: 11n, denominator: 12n },
}

/** Applies fills in order; returns the order after them and what moved by account and asset. */
function take(start: Order, fills: readonly Fill[], rates: readonly TaxRate[] = []) {
  const sums = new Map<string, bigint>()
  const shift = (account: Account, asset: string, units: bigint) => {
    const name = `${isUserAccount(account) ? 'user.' : ''}${account.kind} ${asset}`
    sums.set(name, (sums.get(name) ?? 0n) + units)
  }
  let order = start
  for (const fill of fills) {
    const prices = {
      base: { numerator: 1_600_000_000n, denominator: 1n },
      quote: { numerator: 1n, denominator: 1n },
      source: 'trade',
      at: fill.at,
    }
    const step = stepBy(order, fill, { rates, prices, pairClass: 'rupiah', feeRate })
    const { parts, besides = [] } = consumptionOf(order, fill, step)
    for (const { to, units } of parts) {
      assert.ok(units >= 0n)
      shift({ kind: 'locked', user }, paidAsset(order).symbol, -units)
      shift(to, paidAsset(order).symbol, units)
    }
    for (const { from, to, amount } of besides) {
      assert.ok(amount.units > 0n)
      shift(from, amount.asset.symbol, -amount.units)
      shift(to, amount.asset.symbol, amount.units)
    }
    order = { ...order, executed: step.executed, freed: order.freed + step.freed }
  }
  return { order, sums, of: (name: string) => sums.get(name) ?? 0n }
}

const parts = 10n ** 8n
const fills = fc.array(
  fc.record({
    volume: fc.bigInt(1n, 1_000_000n),
    price: fc.bigInt(1n, 160_000_000_000n),
    commission: fc.bigInt(0n, 1_000n),
  }),
  { minLength: 1, maxLength: 40 },
)
const sides = fc.constantFrom('BUY' as const, 'SELL' as const)

const readFills = (side: 'BUY' | 'SELL', drawn: readonly Readonly<Record<string, bigint>>[]) =>
  drawn.map(({ volume = 0n, price = 0n, commission = 0n }) =>
    // The venue truncates the product to its own precision: hundred-millionths of a rupiah.
    fillOf(volume, (volume * price * parts) / (parts * 100n), {
      commission,
      commissionAsset: side === 'BUY' ? 'BTC' : 'IDR',
    }),
  )

test('fills neither create nor lose money, and never charge the user beyond the hold', () => {
  fc.assert(
    fc.property(sides, fills, (side, drawn) => {
      const order = orderTo(side)
      const { sums, of, order: after } = take(order, readFills(side, drawn), [pph])
      for (const symbol of ['BTC', 'IDR']) {
        const total = [...sums].reduce(
          (sum, [name, units]) => (name.endsWith(symbol) ? sum + units : sum),
          0n,
        )
        assert.equal(total, 0n)
      }
      const paid = -of(`user.locked ${paidAsset(order).symbol}`)
      assert.ok(paid <= order.held)
      const { fee, tax, credit, gross } = bookedOf(after, after.executed)
      const vat = side === 'BUY' ? 0n : of('vat IDR')
      const income = of(`fees ${receivedAsset(order).symbol}`)
      assert.equal(income + commissionOf(after) + vat, fee)
      const taken = side === 'BUY' ? 'taxCoins BTC' : 'tax IDR'
      assert.equal(of(taken), tax)
      assert.ok(credit + fee + tax <= gross && credit >= 0n)
    }),
    { numRuns: 300 },
  )
})

const commissionOf = (order: Order): bigint => bookedOf(order, order.executed).commission

test("the ledger's venue balance equals the venue's, except for counted dust", () => {
  fc.assert(
    fc.property(sides, fills, (side, drawn) => {
      const { of, order } = take(orderTo(side), readFills(side, drawn), [pph])
      const { volume, quote, commission } = order.executed
      const dust = (symbol: string) =>
        dustOf(order).reduce(
          (sum, { asset, parts: left }) => (asset.symbol === symbol ? sum + left : sum),
          0n,
        )
      // The venue account's gain in the venue's precision, less the venue's commission.
      const gained =
        order.side === 'BUY'
          ? { BTC: volume - commission, IDR: -quote }
          : { BTC: -volume, IDR: quote - commission }
      assert.equal(-of('venue BTC') + dust('BTC'), gained.BTC)
      assert.equal(-of('venue IDR') * 1_000_000n + dust('IDR'), gained.IDR)
    }),
    { numRuns: 300 },
  )
})

test('an order is rounded once: many fills of one unit cost no more than one fill', () => {
  const many = Array.from({ length: 1_000 }, () => fillOf(1n, 16n * parts))
  const one = [fillOf(1_000n, 16_000n * parts)]
  for (const side of ['BUY', 'SELL'] as const) {
    const inParts = take(orderTo(side), many, [pph])
    const atOnce = take(orderTo(side), one, [pph])
    assert.deepEqual(
      bookedOf(inParts.order, inParts.order.executed),
      bookedOf(atOnce.order, atOnce.order.executed),
    )
  }
})

test('a buyer is debited rounded up and credited rounded down, the rest is rounding', () => {
  // 0.01000001 rupiah for a volume whose fee is one unit and a half.
  const { of, order } = take(orderTo('BUY'), [fillOf(1_000n, 1_000_001n)])
  assert.equal(-of('user.locked IDR') - order.freed, 2n)
  assert.equal(of('venue IDR'), 1n)
  assert.equal(of('rounding IDR'), 1n)
  assert.equal(of('user.available BTC'), 998n)
  assert.equal(of('fees BTC'), 1n)
  assert.equal(of('rounding BTC'), 1n)
})

test('a seller is credited rounded down, after fee and tax, and the rest is rounding', () => {
  // Ten units and a part of proceeds, whose fee and tax are less than one unit together.
  const { of } = take(orderTo('SELL'), [fillOf(1_000n, 10_999_999n)], [pph])
  assert.equal(of('venue IDR'), -10n)
  assert.equal(of('user.available IDR'), 9n)
  assert.equal(of('fees IDR') + of('tax IDR'), 0n)
  assert.equal(of('rounding IDR'), 1n)
})

test('a better price than the limit releases money at once, never more than was saved', () => {
  const limit = orderTo('BUY')
  const { order, of } = take(limit, [fillOf(50_000_000n, 750_000_000n * parts)])
  // Half a bitcoin at 1.5 instead of 1.6 billion frees 50 million rupiah, less one unit.
  assert.equal(order.freed, 50_000_000_00n - 1n)
  assert.equal(of('user.available IDR'), order.freed)
})

test('the house pays the cost of a market order beyond its hold', () => {
  const market = orderTo('BUY', { type: 'MARKET', price: null, limit: null, held: 100_000n })
  const { of } = take(market, [
    fillOf(50_000_000n, 900n * parts),
    fillOf(50_000_000n, 300n * parts),
  ])
  assert.equal(of('user.locked IDR'), -100_000n)
  assert.equal(of('receivable IDR'), -20_000n)
  assert.equal(of('venue IDR'), 120_000n)
})

test('a sale is taxed by the rate of its day, a purchase is untaxed', () => {
  const sold = take(orderTo('SELL'), [fillOf(100_000_000n, 1_600_000_000n * parts)], [pph])
  assert.equal(sold.of('tax IDR'), 3_360_000_00n)
  const { credit } = bookedOf(sold.order, sold.order.executed)
  assert.equal(credit, 160_000_000_000n - 240_000_000n - 336_000_000n)
  const bought = take(orderTo('BUY'), [fillOf(100_000_000n, 1_600_000_000n * parts)])
  assert.equal(bought.of('tax BTC'), 0n)
  assert.equal(bought.of('user.available BTC'), 99_850_000n)
})

test('the average price is the cost divided by the executed volume', () => {
  const { order } = take(orderTo('BUY'), [
    fillOf(50_000_000n, 750_000_000n * parts),
    fillOf(50_000_000n, 800_000_000n * parts),
  ])
  assert.equal(averagePrice(order), 155_000_000_000n)
  assert.equal(averagePrice(orderTo('BUY')), null)
})

describe('a side of a trade', () => {
  test('has a key that names its pair, its id at the venue and its side', () => {
    for (const side of ['BUY', 'SELL'] as const) {
      const one = { pairId: pairId(12), tradeId: '4:7', side }
      assert.equal(tradeKey(one), `12:4:7:${side}`)
      assert.deepEqual(tradeSideOf(tradeKey(one)), one)
    }
    assert.equal(fillKey(orderTo('SELL'), { tradeId: '5' }), '1:5:SELL')
  })

  test('names a commission in another asset than the one received', () => {
    const taken = (commissionAsset: string | null, commission = 7n) => {
      const fill = fillOf(1n, 1n, { commission, commissionAsset })
      return [ownCommission(orderTo('BUY'), fill), foreignCommission(orderTo('BUY'), fill)]
    }
    assert.deepEqual(taken('BTC'), [7n, []])
    assert.deepEqual(taken('BNB'), [0n, [{ key: '1:1:BUY', symbol: 'BNB', parts: 7n }]])
    assert.deepEqual(taken('BNB', 0n), [0n, []])
    assert.deepEqual(taken(null), [0n, []])
  })
})

describe("the venue's parts", () => {
  test('are units of an asset, rounded if it has fewer decimals', () => {
    assert.equal(unitsOfParts(eth, 3n, 'down'), 30_000_000_000n)
    assert.equal(unitsOfParts(btc, 3n, 'up'), 3n)
    assert.equal(unitsOfParts(idr, 1_999_999n, 'down'), 1n)
    assert.equal(unitsOfParts(idr, 1_000_001n, 'up'), 2n)
  })

  test('that are less than a unit are dust, of the quote asset and of the commission', () => {
    const dust = (side: 'BUY' | 'SELL', quote: bigint, commission: bigint, base = btc) =>
      dustOf({ side, pair: { base, quote: idr }, executed: { quote, commission } })
    assert.deepEqual(dust('BUY', 1_234_567n, 5n), [{ asset: idr, parts: -234_567n }])
    assert.deepEqual(dust('SELL', 1_234_567n, 2_000_003n), [
      { asset: idr, parts: 234_567n },
      { asset: idr, parts: -3n },
    ])
    assert.deepEqual(dust('BUY', 2_000_000n, 3n, eth), [])
  })

  test('of dust are whole units and a rest', () => {
    assert.deepEqual(wholeOf({ asset: idr, parts: 2_500_000n }), {
      ...{ asset: idr, units: 2n, parts: 2_000_000n },
    })
    assert.deepEqual(wholeOf({ asset: idr, parts: -2_500_000n }), {
      ...{ asset: idr, units: -2n, parts: -2_000_000n },
    })
    assert.deepEqual(wholeOf({ asset: eth, parts: 7n }), { asset: eth, units: 7n, parts: 7n })
  })
})

test('a negative move goes the other way, and one of nothing is none', () => {
  const [a, b] = [house('venue'), house('fees')]
  assert.deepEqual(flow(a, b, idr, 5n), [{ from: a, to: b, amount: money(idr, 5n) }])
  assert.deepEqual(flow(a, b, idr, -5n), [{ from: b, to: a, amount: money(idr, 5n) }])
  assert.deepEqual(flow(a, b, idr, 0n), [])
})

const priced = {
  prices: {
    base: { numerator: 1_600_000_000n, denominator: 1n },
    quote: { numerator: 1n, denominator: 1n },
    source: 'trade',
    at: new Date(5),
  },
  pairClass: 'rupiah',
  feeRate,
} as const
const ppn: TaxRate = { ...pph, kind: 'PPN', rate: perMillion(1_100n) }

describe('the taxes of a fill', () => {
  test('are shared by kind, and the last kind takes what rounding leaves', () => {
    // Of 1,004.76 rupiah they are 2.109996 and 1.105236, together 3.21.
    const { taxes, worth } = stepBy(orderTo('SELL'), fillOf(1_000n, 100_476n * 1_000_000n), {
      ...priced,
      rates: [pph, ppn],
    })
    assert.deepEqual(
      taxes.map(({ rate, units, rupiah }) => [rate.kind, units, rupiah]),
      [
        ['PPH', 210n, 210n],
        ['PPN', 111n, 111n],
      ],
    )
    assert.deepEqual(worth, { value: 100_476n, source: 'trade', at: new Date(5) })
  })

  test('that are taken in coins are owed in rupiah, at the value of the trade', () => {
    const step = stepBy(orderTo('BUY'), fillOf(1_000_000n, 16_000_000n * parts), {
      ...priced,
      rates: [pph],
    })
    assert.deepEqual(
      step.taxes.map(({ units, rupiah }) => [units, rupiah]),
      [[2_100n, 33_600_00n]],
    )
    // The fee of 0.15 % is worth 24,000 rupiah, 11/111 of it VAT.
    assert.equal(step.vat, 2_378_37n)
  })
})

test('a second fill is valued, taxed and named by what it adds', () => {
  const fill = fillOf(1_000_000n, 16_000_000n * parts)
  for (const side of ['BUY', 'SELL'] as const) {
    const rates = { ...priced, rates: [pph] }
    const first = stepBy(orderTo(side), fill, rates)
    const order = orderTo(side, { executed: first.executed })
    const second = stepBy(order, fill, rates)
    const of = ({ taxes, worth, vat }: typeof first) => [taxes, worth, vat]
    assert.deepEqual(of(second), of(first))
    assert.deepEqual(consumptionOf(order, fill, second).trade?.amount, money(idr, 16_000_000_00n))
  }
})

test('the posting of a fill names its trade, and what the house pays beyond the hold', () => {
  const bought = orderTo('BUY', { type: 'MARKET', price: null, limit: null, held: 100n })
  const fill = fillOf(50_000_000n, 120n * 1_000_000n)
  const step = stepBy(bought, fill, { ...priced, rates: [] })
  assert.equal(excess(bought, step), 20n)
  const { key, action, owner, trade } = consumptionOf(bought, fill, step)
  assert.deepEqual([key, action], ['fill:1:1:BUY', 'TRADE'])
  assert.deepEqual(owner, { kind: 'order', id: 'TK-1' })
  assert.deepEqual(trade, { side: 'buy', amount: money(idr, 120n) })
  const sold = orderTo('SELL', { held: 10n })
  const sale = stepBy(sold, fill, { ...priced, rates: [] })
  assert.equal(excess(sold, sale), 0n)
  assert.deepEqual(consumptionOf(sold, fill, sale).trade, {
    side: 'sell',
    amount: money(idr, 120n),
  })
})
