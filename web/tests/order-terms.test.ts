import assert from 'node:assert/strict'
import './client-source.ts'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { bookedOf } from '../../src/app/trading/executions/fill.rules.ts'
import {
  costAt,
  fitsFilters,
  ratioOf,
} from '../../src/app/trading/order-model/order-terms.rules.ts'
import { assetId, pairId } from '../../src/base/values/ids.ts'
import { formatMoney, idr, type Money, money, perMillion } from '../../src/base/values/money.ts'
import { percentOf } from '../../src/base/values/ratio.ts'
import type { Draft, Terms } from '../app/trade/order-terms.ts'

const { addDecimals, compareDecimals, multiplyDecimals, subtractDecimals } = await import(
  '@tukar/client'
)
const { brokenBy, brokenSpend, estimateOf, leastSpend, volumeFor, volumeOf } = await import(
  '../app/trade/order-terms.ts'
)

const btc = { id: assetId(3), symbol: 'BTC', scale: 8 }
const fees = { BUY: perMillion(1_000n), SELL: perMillion(1_500n) }
const taxes = { BUY: perMillion(0n), SELL: perMillion(2_100n) }

/** The pair as the service stores it. */
const stored = {
  id: pairId(1),
  txPair: 'BTC_IDR',
  venueSymbol: 'BTCIDR',
  base: btc,
  quote: idr,
  category: { id: 1, code: 'R', name: '', nameId: '', buyFee: fees.BUY, sellFee: fees.SELL },
  active: true,
  state: 'trading' as const,
  stateSince: new Date(0),
  open: { BUY: true, SELL: true },
  sort: 1,
  priceTick: money(idr, 100n),
  lotStep: money(btc, 1_000n),
  minQuantity: money(btc, 1_000n),
  maxQuantity: money(btc, 300_000_000n),
  maxMarketQuantity: money(btc, 50_000_000n),
  minNotional: money(idr, 2_000_000n),
  maxNotional: money(idr, 90_000_000_000n),
}

const terms: Terms = {
  // The same as the API shows it.
  pair: {
    ...{ txPair: 'BTC_IDR', symbol: 'BTCIDR', baseAsset: 'BTC', quoteAsset: 'IDR', category: 'R' },
    priceTick: formatMoney(stored.priceTick),
    volumeStep: formatMoney(stored.lotStep),
    minVolume: formatMoney(stored.minQuantity),
    maxVolume: formatMoney(stored.maxQuantity),
    maxMarketVolume: formatMoney(stored.maxMarketQuantity),
    minAmount: formatMoney(stored.minNotional),
    maxAmount: formatMoney(stored.maxNotional),
    buyFee: percentOf(fees.BUY),
    sellFee: percentOf(fees.SELL),
    openSides: ['BUY', 'SELL'],
    listing: { state: 'trading', since: '2026-01-01T00:00:00.000Z', next: null },
  },
  scales: { base: btc.scale, quote: idr.scale },
  available: { base: '1000000', quote: '1000000000000000' },
  market: { price: null, bid: null, ask: null, asks: [] },
  taxRates: { BUY: percentOf(taxes.BUY), SELL: percentOf(taxes.SELL) },
}

const side = fc.constantFrom('BUY' as const, 'SELL' as const)
const volumes = fc.oneof(
  fc.bigInt({ min: 1n, max: 400_000n }).map((steps) => money(btc, steps * 1_000n)),
  fc.bigInt({ min: 1n, max: 400_000_000n }).map((units) => money(btc, units)),
)
const prices = fc.bigInt({ min: 1n, max: 3_000_000_000_00n }).map((units) => money(idr, units))

const limitDraft = (of: Draft['side'], volume: Money, price: Money): Draft => ({
  side: of,
  type: 'LIMIT',
  volume: formatMoney(volume),
  price: formatMoney(price),
  spend: null,
})

/** In hundred-millionths of a rupiah, as the venue counts. */
const venueParts = (volume: Money, price: Money) => (volume.units * price.units) / 100n

describe('an order form', () => {
  test('shows the sums that the service books', () => {
    fc.assert(
      fc.property(side, volumes, prices, (of, volume, price) => {
        const estimate = estimateOf(limitDraft(of, volume, price), terms)
        const cost = costAt(stored, volume, ratioOf(price))
        if (of === 'BUY') assert.equal(estimate?.total, formatMoney(cost))
        const received = of === 'BUY' ? btc : idr
        const gross = of === 'BUY' ? volume.units : (volume.units * price.units) / 100_000_000n
        const booked = bookedOf(
          { side: of, pair: { ...stored, base: btc }, fee: fees[of] },
          {
            volume: volume.units,
            quote: venueParts(volume, price),
            commission: 0n,
            tax: gross * taxes[of].ppm,
          },
        )
        assert.equal(estimate?.received, formatMoney(money(received, booked.credit)))
        assert.equal(estimate?.fee, formatMoney(money(received, booked.fee)))
        assert.equal(estimate?.tax, formatMoney(money(received, booked.tax)))
      }),
    )
  })

  test('sends exactly those orders that fit the bounds of the service', () => {
    fc.assert(
      fc.property(side, volumes, prices, (of, volume, price) => {
        const broken = brokenBy(limitDraft(of, volume, price), terms)
        const fits = fitsFilters(stored, { side: of, type: 'LIMIT', volume, price }, price)
        assert.equal(broken === null, fits, JSON.stringify(broken))
      }),
      { numRuns: 1_000 },
    )
  })

  test('of a market buy spends at most what is typed, at the offers of the moment', () => {
    const offer = fc.record({ price: prices, volume: volumes })
    const spends = fc.bigInt({ min: 1n, max: 10n ** 13n })
    fc.assert(
      fc.property(fc.array(offer, { maxLength: 5 }), spends, (offers, units) => {
        const asks = offers
          .toSorted((one, other) => Number(one.price.units - other.price.units))
          .map(({ price, volume }) => ({ price: formatMoney(price), volume: formatMoney(volume) }))
        const ask = asks[0]?.price ?? '1640000000'
        const spend = formatMoney(money(idr, units))
        const market = { price: ask, bid: null, ask, asks }
        const volume = volumeOf(spend, { ...terms, market })
        assert.ok(volume !== null)
        let left = volume
        let cost = '0'
        for (const one of [...asks, { price: asks.at(-1)?.price ?? ask, volume }]) {
          const taken = compareDecimals(left, one.volume) < 0 ? left : one.volume
          cost = addDecimals(cost, multiplyDecimals(taken, one.price))
          left = subtractDecimals(left, taken)
        }
        assert.ok(compareDecimals(cost, spend) <= 0, `${cost} > ${spend}`)
      }),
    )
  })

  test('knows the least amount of a market buy, in whole steps', () => {
    fc.assert(
      fc.property(prices, (price) => {
        const ask = formatMoney(price)
        const known = { ...terms, market: { price: ask, bid: null, ask, asks: [] } }
        const least = leastSpend(known) ?? assert.fail('no least amount')
        const draftOf = (spend: string): Draft => {
          return { side: 'BUY', type: 'MARKET', price: null, spend, volume: volumeOf(spend, known) }
        }
        const rule = (spend: string) => brokenSpend(draftOf(spend), known)?.rule
        assert.notEqual(rule(least), 'least')
        assert.equal(rule(subtractDecimals(least, '0.01')), 'least')
      }),
    )
  })

  test('never takes more than the balance when a share of it is chosen', () => {
    const some = fc.bigInt({ min: 0n, max: 10n ** 13n })
    const percents = fc.constantFrom('25', '50', '75', '100')
    fc.assert(
      fc.property(side, prices, some, percents, (of, price, units, percent) => {
        const available = {
          base: formatMoney(money(btc, units)),
          quote: formatMoney(money(idr, units)),
        }
        const draft = limitDraft(of, money(btc, 0n), price)
        const volume = volumeFor(draft, { ...terms, available }, percent)
        const broken = brokenBy({ ...draft, volume }, { ...terms, available })
        assert.notEqual(broken?.rule, 'tooLittle')
      }),
    )
  })
})
