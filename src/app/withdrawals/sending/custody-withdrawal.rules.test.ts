import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactionOf } from '../../../../tests/make/custody.ts'
import { assetId, requestId } from '../../../base/values/ids.ts'
import { whole } from '../../../base/values/money.ts'
import { TransactionObject } from '../../../providers/custody/custody.ts'
import { sentTextOf } from '../model/withdrawal.rules.ts'
import { reportOfTransaction } from './custody-withdrawal.rules.ts'

const btc = { id: assetId(3), symbol: 'BTC', scale: 8 }
const kept = { custodyId: 'BTC', asset: btc, network: 'BTC', main: true } as const
const assets = new Map([
  ['BTC', { ...kept, tagged: false, depositActive: true, withdrawActive: true }],
])

const reportFor = (change: Parameters<typeof transactionOf>[0]) => {
  const object = { createdAt: '1', lastUpdated: '2', index: '0', assetId: 'BTC', ...change }
  return reportOfTransaction(
    requestId('wd-1'),
    TransactionObject.parse(transactionOf(object)),
    assets,
  )
}

test('any number of trailing zeros in an amount or a cost is insignificant', () => {
  for (const amount of ['1', '1.0', '1.00000000', '1.000000000000000000']) {
    assert.equal(
      reportFor({ amountInfo: { amount } }).sentText,
      sentTextOf(whole(btc, 1n), 'BTC'),
      amount,
    )
  }
  const feeInfo = { networkFee: '0.000100000000000000' }
  const { networkFee } = reportFor({ amountInfo: { amount: '1' }, feeInfo, feeCurrency: 'BTC' })
  assert.deepEqual(networkFee, { asset: btc, units: 10_000n })
})

test('an unknown amount decides nothing, and an invalid amount does', () => {
  for (const amount of ['-1', null]) {
    assert.equal(reportFor({ status: 'SUBMITTED', amountInfo: null, amount }).sentText, null)
  }
  const odd = reportFor({ amountInfo: { amount: '1.000000001' } }).sentText
  assert.notEqual(odd, sentTextOf(whole(btc, 1n), 'BTC'))
  assert.notEqual(odd, null)
  assert.notEqual(reportFor({ status: 'COMPLETED', amountInfo: null, amount: '-1' }).sentText, null)
})
