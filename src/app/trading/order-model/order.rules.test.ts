import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetId, pairId } from '../../../base/values/ids.ts'
import { type Asset, idr, money } from '../../../base/values/money.ts'
import { endOf, paidAsset, receivedAsset } from './order.rules.ts'

const btc: Asset = { id: assetId(3), symbol: 'BTC', scale: 8 }
const pair = { id: pairId(1), txPair: 'BTC_IDR', venueSymbol: 'BTCIDR', base: btc, quote: idr }

test('a buy is paid with the quote asset and brings the base asset, a sale the reverse', () => {
  assert.deepEqual(
    [paidAsset({ side: 'BUY', pair }), receivedAsset({ side: 'BUY', pair })],
    [idr, btc],
  )
  assert.deepEqual(
    [paidAsset({ side: 'SELL', pair }), receivedAsset({ side: 'SELL', pair })],
    [btc, idr],
  )
})

test('an order that ends is done if all of it was executed, else it is canceled', () => {
  const ended = (volume: bigint) =>
    endOf({ volume: money(btc, 10n), executed: { volume, quote: 0n, commission: 0n, tax: 0n } })
  assert.deepEqual([0n, 9n, 10n].map(ended), ['CANCEL', 'CANCEL', 'DONE'])
})
