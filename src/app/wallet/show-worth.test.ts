import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { btc, credit, post } from '../../../tests/make/ledger.ts'
import { pricesSeen } from '../../../tests/make/prices.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { assetId } from '../../base/values/ids.ts'

const eth = { id: assetId(4), symbol: 'ETH', scale: 18 }

async function worthOf(tukar: Tukar, { token }: Trader) {
  const answer = await tukar.call('GET', '/api/users/wallet', { token })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.message, 'api.wallet_retrieved')
  return answer.body.data
}

test('an empty portfolio is worth 0, in rupiah and in bitcoin', async (t) => {
  const tukar = await startTukar(t)
  assert.deepEqual(await worthOf(tukar, await makeTrader(tukar)), {
    currency: 'IDR',
    total: '0',
    totalBtc: '0',
    unpriced: [],
    unpricedBtc: [],
    assets: [],
  })
})

test('a worth is exact, its price comes with its age, and the totals add up', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const trader = await makeTrader(tukar)
  const id = trader.id
  await post(
    db,
    credit('cash', id, 100_000_001n),
    credit('coins', id, 12_345_678n, btc),
    credit('wei', id, 1_000_000_000_000_000_001n, eth),
  )
  await pricesSeen(db, { BTC_IDR: '1600000000', ETH_IDR: '50000000.33' }, 30)
  const worth = await worthOf(tukar, trader)
  assert.deepEqual([worth.currency, worth.unpriced, worth.unpricedBtc], ['IDR', [], []])
  type Item = Record<'symbol' | 'worth' | 'worthBtc' | 'price', string>
  const shown = worth.assets.map(({ symbol, price, worth, worthBtc }: Item) => [
    symbol,
    price,
    worth,
    worthBtc,
  ])
  assert.deepEqual(shown, [
    ['IDR', null, '1000000.01', '0.000625'],
    ['BTC', '1600000000', '197530848', '0.12345678'],
    ['ETH', '50000000.33', '50000000.33', '0.03125'],
  ])
  assert.equal(worth.total, '248530848.34')
  assert.equal(worth.totalBtc, '0.15533178')
  const [, bitcoin] = worth.assets
  assert.ok(bitcoin.priceAgeSeconds >= 30 && bitcoin.priceAgeSeconds < 60)
  assert.match(bitcoin.priceAt, /^\d{4}-\d\d-\d\dT/)
})

test('an asset without a recent price is named and in no total, never 0 or NaN', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const trader = await makeTrader(tukar)
  const id = trader.id
  await post(db, credit('wei', id, 5n, eth))
  const nobodyKnows = await worthOf(tukar, trader)
  assert.deepEqual([nobodyKnows.total, nobodyKnows.totalBtc], [null, null])
  assert.deepEqual([nobodyKnows.unpriced, nobodyKnows.unpricedBtc], [['ETH'], ['ETH']])
  assert.deepEqual([nobodyKnows.assets[0].worth, nobodyKnows.assets[0].price], [null, null])

  await post(db, credit('coins', id, 100_000_000n, btc))
  await pricesSeen(db, { BTC_IDR: '1600000000' })
  await pricesSeen(db, { ETH_IDR: '50000000' }, 3_600)
  const partly = await worthOf(tukar, trader)
  assert.deepEqual([partly.total, partly.totalBtc], ['1600000000', '1'])
  assert.deepEqual([partly.unpriced, partly.unpricedBtc], [['ETH'], ['ETH']])
  assert.doesNotMatch(JSON.stringify(partly), /NaN|Infinity/)
})

test("a worth is in the currency of the caller's choice", async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const trader = await makeTrader(tukar)
  const { token } = trader
  const set = await tukar.call('PATCH', '/api/users/currency', {
    token,
    body: { currency: 'USD' },
  })
  assert.equal(set.status, 200, set.text)
  await post(db, credit('cash', trader.id, 1_600_000_00n))
  const without = await worthOf(tukar, trader)
  assert.deepEqual([without.currency, without.total, without.unpriced], ['USD', null, ['IDR']])
  await pricesSeen(db, { USD_IDR: '16000' })
  assert.equal((await worthOf(tukar, trader)).total, '100')
})
