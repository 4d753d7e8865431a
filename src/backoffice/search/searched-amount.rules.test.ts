import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetId } from '../../base/values/ids.ts'
import { formatMoney, idr } from '../../base/values/money.ts'
import { amountsIn } from './searched-amount.rules.ts'

const btc = { id: assetId(2), symbol: 'BTC', scale: 8 }

const read = (text: string) =>
  amountsIn(text, [idr, btc]).map((amount) => `${formatMoney(amount)} ${amount.asset.symbol}`)

test('an amount is read as Indonesians write it, and as others do', () => {
  assert.deepEqual(read('Rp 1.500.000'), ['1500000 IDR'])
  assert.deepEqual(read('Rp1.500.000,50'), ['1500000.5 IDR'])
  assert.deepEqual(read('IDR 1,500,000.50'), ['1500000.5 IDR'])
  assert.deepEqual(read('0,05 btc'), ['0.05 BTC'])
  assert.deepEqual(read('1.500 BTC'), ['1500 BTC', '1.5 BTC'])
  assert.deepEqual(read('250000'), ['250000 IDR', '250000 BTC'])
})

test('what is no amount of an asset is none', () => {
  for (const text of ['BTC', '0', '1.50.000', '0.001 IDR', '5 DOGE', 'TK-1', '1-2']) {
    assert.deepEqual(read(text), [], text)
  }
})
