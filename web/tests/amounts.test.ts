import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import './client-source.ts'

const { checkAmount, mostOf, sumsOf } = await import('../app/money/amounts.ts')

const coin = {
  symbol: 'ETH',
  scale: 18,
  minimum: '0.005',
  maximum: '1000',
  fee: '0.001',
  available: '1.000000000000000001',
  feeIncluded: true,
}
const rupiah = {
  symbol: 'IDR',
  scale: 0,
  minimum: '50000',
  maximum: '250000000',
  fee: '5000',
  available: '105000.75',
  feeIncluded: false,
}

describe('the sums of a withdrawal', () => {
  test('take the fee of coins from the amount, to the last decimal', () => {
    assert.deepEqual(sumsOf(coin, '1.000000000000000001'), {
      taken: '1.000000000000000001',
      received: '0.999000000000000001',
    })
    assert.equal(sumsOf(coin, '0.0005').received, '0')
  })

  test('add the fee of rupiah to the amount', () => {
    assert.deepEqual(sumsOf(rupiah, '100000'), { taken: '105000', received: '100000' })
  })

  test('offer no more than the balance pays for, and no more than the maximum', () => {
    assert.equal(mostOf(coin), '1.000000000000000001')
    assert.equal(mostOf(rupiah), '100000')
    assert.equal(mostOf({ ...rupiah, available: '4999' }), '0')
    assert.equal(mostOf({ ...rupiah, available: '900000000' }), '250000000')
  })
})

describe('a typed amount', () => {
  const wrongOf = (typed: string, terms = rupiah) => checkAmount(typed, 'id', terms).wrong

  test('is read in the notation of the language', () => {
    assert.deepEqual(checkAmount('1.250.000', 'id', rupiah), { amount: '1250000', wrong: null })
    assert.deepEqual(checkAmount('1.5', 'en', coin), { amount: '1.5', wrong: null })
    assert.equal(wrongOf('1,250,000'), 'number')
  })

  test('is refused for the first rule that it breaks', () => {
    assert.equal(wrongOf(''), 'number')
    assert.equal(wrongOf('-50.000'), 'number')
    assert.equal(wrongOf('50.000,5'), 'decimals')
    assert.equal(wrongOf('49.999'), 'least')
    assert.equal(wrongOf('50.000'), null)
    assert.equal(wrongOf('250.000.000'), null)
    assert.equal(wrongOf('250.000.001'), 'most')
  })
})
