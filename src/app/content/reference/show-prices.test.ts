import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { pricesSeen } from '../../../../tests/make/prices.ts'
import { pairId } from '../../../base/values/ids.ts'

const unavailable = [400, 'api.price_unavailable']

async function seen(tukar: Tukar, prices: Readonly<Record<string, string>>, secondsAgo = 0) {
  await pricesSeen(tukar.service.ctx.db, prices, secondsAgo)
  tukar.service.ctx.answers.clear()
}

const rate = (tukar: Tukar, query = '') => tukar.call('GET', `/api/currency/exchange-rate${query}`)

test('a rate comes with its age; by default dollars in rupiah', async (t) => {
  const tukar = await startTukar(t)
  await seen(tukar, { USD_IDR: '16350.25' }, 60)
  const answer = await rate(tukar)
  assert.deepEqual(messageOf(answer), [200, 'api.exchange_rate_retrieved'])
  const { updatedAt, ageSeconds, ...rest } = answer.body.data
  assert.deepEqual(rest, { base: 'USD', symbol: 'IDR', rate: '16350.25', stale: false })
  assert.ok(ageSeconds >= 60 && ageSeconds < 90)
  assert.ok(Math.abs(Date.parse(updatedAt) - (Date.now() - 60_000)) < 30_000)
})

test('a rate is available in both directions and through rupiah, in plain digits', async (t) => {
  const tukar = await startTukar(t)
  await seen(tukar, { BTC_IDR: '1640000000', USDT_IDR: '16400', USD_IDR: '16400' })
  const rateOf = async (query: string) => (await rate(tukar, query)).body.data.rate
  assert.equal(await rateOf('?base=BTC&symbol=USDT'), '100000')
  assert.equal(await rateOf('?base=IDR&symbol=BTC'), '0.000000000609756098')
  assert.equal(await rateOf('?base=USD&symbol=USDT'), '1')
  assert.equal(await rateOf('?base=IDR&symbol=IDR'), '1')
})

test('a rate that is missing or too old is unavailable and never zero', async (t) => {
  const tukar = await startTukar(t)
  assert.deepEqual(messageOf(await rate(tukar)), unavailable)
  await seen(tukar, { BTC_IDR: '1640000000' }, 3_600)
  const old = await rate(tukar, '?base=BTC')
  assert.deepEqual([old.status, old.body.data.stale], [200, true])
  await seen(tukar, { ETH_IDR: '58400000' }, 86_401)
  assert.deepEqual(messageOf(await rate(tukar, '?base=ETH')), unavailable)
  assert.deepEqual(messageOf(await rate(tukar, '?base=TRX')), unavailable)
})

test('currencies outside of the list are refused', async (t) => {
  const tukar = await startTukar(t)
  for (const other of ['EUR', 'usd', '__proto__', 'USD,IDR', 'x'.repeat(500)]) {
    const [base, symbol] = [
      await rate(tukar, `?base=${other}`),
      await rate(tukar, `?symbol=${other}`),
    ]
    assert.deepEqual(messageOf(base), [400, 'The selected base is invalid.'], other)
    assert.deepEqual(messageOf(symbol), [400, 'The selected symbol is invalid.'], other)
  }
})

test('the cash price is that of a USDT in rupiah, as last seen and with its age', async (t) => {
  const tukar = await startTukar(t)
  const request = () => tukar.call('GET', '/api/cashOrder/get-price')
  assert.deepEqual(messageOf(await request()), unavailable)
  await seen(tukar, { USDT_IDR: '16400' }, 200)
  const answer = await request()
  assert.deepEqual(messageOf(answer), [200, 'api.price_retrieved'])
  const { updatedAt, ageSeconds, ...rest } = answer.body.data
  const price = { txPair: 'USDT_IDR', base: 'USDT', quote: 'IDR', price: '16400', stale: true }
  assert.deepEqual(rest, price)
  assert.ok(ageSeconds >= 200 && Date.parse(updatedAt) > 0)
})

test('the categories hold the active pairs with their known prices', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  await db.read.updateTable('pairs').set({ active: false }).where('id', '=', pairId(5)).execute()
  await seen(tukar, { BTC_IDR: '1640000000' })
  await seen(tukar, { ETH_IDR: '58400000' }, 86_401)
  const answer = await tukar.call('GET', '/api/price/get-category?lang=en')
  assert.deepEqual(messageOf(answer), [200, 'api.price_categories_retrieved'])
  type Category = { code: string; name: string; pairs: { txPair: string; price: string | null }[] }
  const categories: readonly Category[] = answer.body.data
  assert.deepEqual(
    categories.map(({ code, name, pairs }) => [code, name, pairs.map(({ txPair }) => txPair)]),
    [
      ['RUPIAH', 'Coins in rupiah', ['BTC_IDR', 'ETH_IDR', 'XRP_IDR']],
      ['STABLE', 'Stablecoins', ['USDT_IDR']],
      ['CRYPTO', 'Coins in USDT', ['BTC_USDT']],
    ],
  )
  const [btc, eth] = categories[0]?.pairs ?? []
  assert.equal(btc?.price, '1640000000')
  assert.deepEqual(eth, {
    txPair: 'ETH_IDR',
    base: 'ETH',
    quote: 'IDR',
    price: null,
    updatedAt: null,
    ageSeconds: null,
    stale: null,
  })
  const inIndonesian = await tukar.call('GET', '/api/price/get-category')
  assert.equal(inIndonesian.body.data[0].name, 'Koin dalam rupiah')
})
