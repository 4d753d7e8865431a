import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccountObject, Prices } from './venue-objects.ts'

test('an account is read though the venue lists each of thousands of assets', () => {
  const balances = Array.from({ length: 2_500 }, (_, at) => {
    return { asset: `A${at}`, free: '0.00000000', locked: '0.00000000' }
  })
  assert.equal(AccountObject.parse({ balances }).length, 2_500)
})

test('prices are read though one symbol was never traded, which the venue shows as zero', () => {
  const prices = Prices.parse([
    { symbol: 'BTCIDR', price: '1640000000.00' },
    { symbol: 'NEWIDR', price: '0.00000000' },
  ])
  assert.deepEqual([...prices], [['BTCIDR', '1640000000.00']])
})
