import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assetId, pairId } from '../../../base/values/ids.ts'
import { type Asset, idr, perMillion } from '../../../base/values/money.ts'
import type { TradedPair } from '../order-model/order.rules.ts'
import { feeValue, rupiahPrices, taxedValue, taxOn } from './rupiah-worth.rules.ts'

const btc: Asset = { id: assetId(3), symbol: 'BTC', scale: 8 }
const eth: Asset = { id: assetId(4), symbol: 'ETH', scale: 18 }
const [tradedAt, baseAt, quoteAt] = [new Date(1), new Date(2), new Date(3)]

const ratio = (numerator: bigint, denominator = 1n) => ({ numerator, denominator })
const ofBase = { price: ratio(100n), source: 'eth', at: baseAt }
const ofQuote = { price: ratio(2_000n), source: 'btc', at: quoteAt }
const trade = { price: '0.05', at: tradedAt }

const swap = (side: 'BUY' | 'SELL', base: typeof ofBase | null, quote: typeof ofQuote | null) =>
  rupiahPrices({ side }, trade, { pairClass: 'coin', rupiah: { base, quote } })

describe('the rupiah prices of a trade', () => {
  test('are its own if it was paid in rupiah', () => {
    const market = { pairClass: 'rupiah', rupiah: { base: ofBase, quote: ofQuote } } as const
    assert.deepEqual(rupiahPrices({ side: 'SELL' }, { price: '1.5', at: tradedAt }, market), {
      base: ratio(15n, 10n),
      quote: ratio(1n),
      source: 'trade',
      at: tradedAt,
    })
  })

  test("are the platform's of both assets of a swap; the coin handed over names the source", () => {
    const both = { base: ofBase.price, quote: ofQuote.price }
    assert.deepEqual(swap('SELL', ofBase, ofQuote), { ...both, source: 'eth', at: baseAt })
    assert.deepEqual(swap('BUY', ofBase, ofQuote), { ...both, source: 'btc', at: quoteAt })
  })

  test('follow the fiat currency of a pair, whoever sells', () => {
    const market = { pairClass: 'fiat', rupiah: { base: ofBase, quote: ofQuote } } as const
    assert.equal(rupiahPrices({ side: 'SELL' }, trade, market)?.source, 'btc')
  })

  test('of an asset without one are those of the other by the price of the trade', () => {
    for (const side of ['BUY', 'SELL'] as const) {
      const byQuote = { base: ratio(10_000n, 100n), quote: ofQuote.price, source: 'btc' }
      assert.deepEqual(swap(side, null, ofQuote), { ...byQuote, at: quoteAt })
      const byBase = { base: ofBase.price, quote: ratio(10_000n, 5n), source: 'eth' }
      assert.deepEqual(swap(side, ofBase, null), { ...byBase, at: baseAt })
    }
  })

  test('are unknown if neither asset has one, or the trade has no price', () => {
    assert.equal(swap('BUY', null, null), null)
    const market = { pairClass: 'coin', rupiah: { base: ofBase, quote: ofQuote } } as const
    assert.equal(rupiahPrices({ side: 'BUY' }, { price: '0', at: tradedAt }, market), null)
  })
})

const pairOf = (quote: Asset): TradedPair => ({
  id: pairId(1),
  txPair: `ETH_${quote.symbol}`,
  venueSymbol: `ETH${quote.symbol}`,
  base: eth,
  quote,
})
const prices = { base: ratio(100n), quote: ratio(2_000n), source: 'x', at: tradedAt }
/** A whole ether for a twentieth of a bitcoin, or for 100 rupiah. */
const [volume, coins, rupiah] = [10n ** 18n, 5_000_000n, 100_00n]

test('the value of a trade for money is that money, of a swap the coin handed over', () => {
  const inRupiah = { ...prices, quote: ratio(1n) }
  for (const side of ['BUY', 'SELL'] as const) {
    const paid = { volume, amount: rupiah + 1n }
    const order = { side, pair: pairOf(idr) }
    assert.equal(taxedValue(order, paid, inRupiah, { pairClass: 'rupiah' }), 100_01n)
    assert.equal(taxedValue(order, paid, inRupiah, { pairClass: 'fiat' }), 100_01n)
  }
  const swapped = { volume: volume * 2n, amount: coins }
  const worthOf = (side: 'BUY' | 'SELL') =>
    taxedValue({ side, pair: pairOf(btc) }, swapped, prices, { pairClass: 'coin' })
  assert.equal(worthOf('SELL'), 200_00n)
  assert.equal(worthOf('BUY'), 100_00n)
  const fraction = { volume, amount: 499_999n }
  const ofBuy = { side: 'BUY', pair: pairOf(btc) } as const
  assert.equal(taxedValue(ofBuy, fraction, prices, { pairClass: 'coin' }), 9_99n)
})

test('a fee is valued by the asset that the trade brought', () => {
  assert.equal(feeValue({ side: 'BUY', pair: pairOf(btc) }, volume / 10n, prices), 10_00n)
  assert.equal(feeValue({ side: 'SELL', pair: pairOf(btc) }, coins / 5n, prices), 20_00n)
})

test('a tax is of its part of the value, rounded down', () => {
  const whole = { rate: perMillion(2_100n), base: ratio(1n) }
  assert.equal(taxOn(1_000_000n, whole), 2_100n)
  assert.equal(taxOn(999_999n, whole), 2_099n)
  const part = { rate: perMillion(120_000n), base: ratio(11n, 12n) }
  assert.equal(taxOn(1_200n, part), 132n)
})
