import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { makeTrader } from '../../../../tests/make/trader.ts'

const at = '/api/exchange/venue'
const unavailable = [400, 'api.market_data_unavailable']
const unknownPair = [400, 'api.trading_pair_does_not_exist']

const still = (tukar: Tukar) => tukar.control('POST', '/venue/pace', { walk: false })
const away = (tukar: Tukar, path: string) =>
  tukar.control('POST', '/faults', { provider: 'venue', fault: 'error-500', path })

/** Waits until cached prices and responses have expired. */
const grow = (tukar: Tukar) => tukar.service.ctx.clock.sleep(1_100).then(() => tukar)

test("exchangeInfo returns the venue's terms of our pairs, all of them or one", async (t) => {
  const tukar = await startTukar(t)
  const all = await tukar.call('GET', `${at}/exchangeInfo`)
  assert.deepEqual(messageOf(all), [200, 'api.exchange_info_retrieved'])
  assert.equal(all.body.data.symbols.length, 6)
  const one = await tukar.call('GET', `${at}/exchangeInfo?symbol=BTC_IDR`)
  const [btc, ...others] = one.body.data.symbols
  assert.deepEqual(others, [])
  assert.deepEqual(
    [btc.txPair, btc.symbol, btc.status, btc.orderTypes],
    ['BTC_IDR', 'BTCIDR', 'TRADING', ['LIMIT', 'MARKET']],
  )
  assert.equal(btc.filters[0].tickSize, '1.00')
  assert.deepEqual(
    messageOf(await tukar.call('GET', `${at}/exchangeInfo?symbol=DOGE_IDR`)),
    unknownPair,
  )
})

test('config returns our own bounds and fees, without a query to the venue', async (t) => {
  const tukar = await startTukar(t)
  await away(tukar, '/')
  const answer = await tukar.call('GET', `${at}/config`)
  assert.deepEqual(messageOf(answer), [200, 'api.exchange_config_retrieved'])
  const { pairs, ...rest } = answer.body.data
  assert.deepEqual(
    [rest.sides, rest.orderTypes, rest.intervals.length],
    [['BUY', 'SELL'], ['LIMIT', 'MARKET'], 16],
  )
  const { listing, ...pair } = pairs[0]
  assert.deepEqual([listing.state, listing.next], ['trading', null])
  assert.deepEqual(pair, {
    openSides: ['BUY', 'SELL'],
    txPair: 'BTC_IDR',
    symbol: 'BTCIDR',
    baseAsset: 'BTC',
    quoteAsset: 'IDR',
    category: 'RUPIAH',
    priceTick: '1',
    volumeStep: '0.00001',
    minVolume: '0.00001',
    maxVolume: '3',
    maxMarketVolume: '0.5174',
    minAmount: '20000',
    maxAmount: '9000000000',
    buyFee: '0.1',
    sellFee: '0.1',
  })
})

test('time is the clock of the venue', async (t) => {
  const tukar = await startTukar(t)
  await tukar.control('POST', '/venue/clock', { offsetMs: 60_000 })
  const beforeMs = Date.now()
  const answer = await tukar.call('GET', `${at}/time`)
  const afterMs = Date.now()
  assert.deepEqual(messageOf(answer), [200, 'api.exchange_time_retrieved'])
  const { serverTime, time } = answer.body.data
  assert.ok(serverTime >= beforeMs + 60_000 && serverTime <= afterMs + 60_000)
  assert.equal(new Date(serverTime).toISOString(), time)
})

test('symbols returns our pairs with the last price and the best of both sides', async (t) => {
  const tukar = await startTukar(t)
  await still(tukar)
  await tukar.control('POST', '/venue/price', { symbol: 'BTCUSDT', price: '100123.45' })
  const answer = await tukar.call('GET', `${at}/symbols`)
  assert.deepEqual(messageOf(answer), [200, 'api.exchange_symbols_retrieved'])
  assert.deepEqual(answer.body.data[5], {
    txPair: 'BTC_USDT',
    symbol: 'BTCUSDT',
    baseAsset: 'BTC',
    quoteAsset: 'USDT',
    price: '100123.45',
    bid: '100123.44',
    ask: '100123.46',
  })
})

test('with an interval the history is of public candles, cached for a moment', async (t) => {
  const tukar = await startTukar(t)
  const query = 'symbol=BTC_IDR&interval=1h&startTime=1700000000000&limit=2'
  const answer = await tukar.call('GET', `${at}/history?${query}`)
  assert.deepEqual(messageOf(answer), [200, 'api.exchange_history_retrieved'])
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=5')
  const [first, second] = answer.body.data
  assert.deepEqual([first.openTime, second.openTime], [1_700_002_800_000, 1_700_006_400_000])
  assert.match(first.open, /^[1-9][0-9]*$/)
  const wrong: readonly [string, string][] = [
    ['interval=1h', 'The symbol field is required.'],
    ['symbol=DOGE_IDR&interval=1h', 'api.trading_pair_does_not_exist'],
  ]
  for (const [asked, sentence] of wrong) {
    assert.deepEqual(messageOf(await tukar.call('GET', `${at}/history?${asked}`)), [400, sentence])
  }
})

test('without an interval the history is of the signed-in user, and never cached', async (t) => {
  const tukar = await startTukar(t)
  for (const query of ['', '?interval=', '?symbol=BTC_IDR&interval=%20']) {
    const answer = await tukar.call('GET', `${at}/history${query}`)
    assert.deepEqual(messageOf(answer), [401, 'auth.unauthenticated'])
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  }
})

test('candles have a limit per minute and network', async (t) => {
  const tukar = await startTukar(t)
  const request = () => tukar.call('GET', `${at}/history?symbol=BTC_IDR&interval=1d`)
  // A second round, since the first may span two minutes.
  const round = () => Promise.all(Array.from({ length: 250 }, request))
  const answers = [...(await round()), ...(await round())]
  const last = answers.find(({ status }) => status === 429)
  assert.equal(last?.body.message, 'api.too_many_requests')
})

test('concurrent equal requests query the venue once', async (t) => {
  const tukar = await startTukar(t)
  await tukar.control('POST', '/faults', {
    provider: 'venue',
    fault: 'latency',
    path: '/api/v3/exchangeInfo',
    delayMs: 200,
  })
  const crowd = Array.from({ length: 50 }, () => tukar.call('GET', `${at}/exchangeInfo`))
  const answers = await Promise.all(crowd)
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  await away(tukar, '/api/v3/exchangeInfo')
  assert.equal((await tukar.call('GET', `${at}/exchangeInfo`)).status, 200)
})

test('while the venue is away a cached response is returned with its age, if any', async (t) => {
  const tukar = await startTukar(t)
  const first = await tukar.call('GET', `${at}/symbols`)
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'error-500' })
  await grow(tukar)
  for (const attempt of [1, 2, 3]) {
    const old = await tukar.call('GET', `${at}/symbols`)
    assert.deepEqual(old.body, first.body, `turn ${attempt}`)
    assert.ok(Number(old.headers.get('age')) >= 1)
  }
  assert.deepEqual(messageOf(await tukar.call('GET', `${at}/time`)), unavailable)
  const candles = `${at}/history?symbol=BTC_IDR&interval=1h`
  assert.deepEqual(messageOf(await tukar.call('GET', candles)), unavailable)
  assert.deepEqual(messageOf(await tukar.call('GET', `${at}/exchangeInfo`)), unavailable)
})

test('switched-off pairs are not shown', async (t) => {
  const tukar = await startTukar(t)
  await tukar.service.ctx.db.read
    .updateTable('pairs')
    .set({ active: false })
    .where('tx_pair', '=', 'XRP_IDR')
    .execute()
  const candles = `${at}/history?symbol=XRP_IDR&interval=1h`
  assert.deepEqual(messageOf(await tukar.call('GET', candles)), unknownPair)
  for (const path of ['symbols', 'config', 'exchangeInfo']) {
    assert.ok(!(await tukar.call('GET', `${at}/${path}`)).text.includes('XRP'), path)
  }
})

test('a token opens history as well, for the trades of its owner', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeTrader(tukar)
  const query = 'symbol=BTC_IDR&interval=1h'
  const answer = await eventually('candles', async () => {
    const candles = await tukar.call('GET', `${at}/history?${query}`, { token })
    return candles.status === 200 && candles
  })
  assert.ok(answer.body.data.length > 0)
})
