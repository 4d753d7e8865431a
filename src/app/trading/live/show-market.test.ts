import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { listen } from '../../../../tests/make/event-stream.ts'
import { makeOrderTrader, placeOrder, stillMarket } from '../../../../tests/make/order.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { expectOk } from '../../../../tests/make/trader.ts'
import { liveLimits } from './live-limits.ts'

const depthPath = '/api/exchange/venue/depth?symbol=btc-idr'
const tradesPath = '/api/exchange/venue/trades?symbol=BTC_IDR'

type Level = Readonly<{ price: string; volume: string }>

const dataOf = async (tukar: Tukar, path: string) => (await tukar.call('GET', path)).body.data

const setPrice = async (tukar: Tukar, price: string) =>
  expectOk(await tukar.control('POST', '/venue/price', { symbol: 'BTCIDR', price }))

test('depth and trades are the venue’s, without a stream too', async (t) => {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  await setPrice(tukar, '1640000000')
  const depth = await tukar.call('GET', depthPath)
  assert.deepEqual(messageOf(depth), [200, 'api.exchange_depth_retrieved'])
  const { txPair, bids, asks } = depth.body.data
  assert.deepEqual([txPair, bids.length, asks.length], ['BTC_IDR', 20, 20])
  assert.deepEqual(
    [bids[0], asks[0]],
    [
      { price: '1639999999', volume: '0.5174' },
      { price: '1640000001', volume: '0.5174' },
    ],
  )
  await placeOrder(tukar, await makeOrderTrader(tukar), {
    type: 'MARKET',
    price: undefined,
    volume: '0.02',
  })
  const trades = await tukar.call('GET', tradesPath)
  assert.deepEqual(messageOf(trades), [200, 'api.exchange_trades_retrieved'])
  const { id, time, ...last } = trades.body.data.trades[0]
  assert.deepEqual(last, { price: '1640000000', volume: '0.02', side: 'BUY' })
  assert.match(id, /^\d+$/)
  assert.ok(Math.abs(Date.now() - Date.parse(time)) < 60_000)
})

test('an unknown pair has neither, and nor has any while the venue is away', async (t) => {
  const tukar = await startTukar(t)
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'error-500', path: '/' })
  for (const name of ['depth', 'trades']) {
    const of = (symbol: string) => tukar.call('GET', `/api/exchange/venue/${name}?symbol=${symbol}`)
    assert.deepEqual(messageOf(await of('DOGE_IDR')), [400, 'api.trading_pair_does_not_exist'])
    assert.deepEqual(messageOf(await of('BTC_IDR')), [400, 'api.market_data_unavailable'])
  }
})

test('depth and trades of the stream agree with its ticker, and reads follow', async (t) => {
  setLimits(t, liveLimits, { tellEveryMs: 50 })
  const tukar = await startTukar(t, { prices: true })
  await stillMarket(tukar)
  const stream = await listen(t, tukar, {}, { path: '/api/stream/market?symbols=BTC_IDR' })
  await stream.next('depth')
  await setPrice(tukar, '1650000000')
  const { data: trades } = await stream.next('trades', (data) =>
    JSON.stringify(data).includes('"price":"1650000000"'),
  )
  const { data: ticker } = await stream.next('ticker', ({ price }) => price === '1650000000')
  const { data: depth } = await stream.next('depth', (data) =>
    JSON.stringify(data).includes('1650000001'),
  )
  const best = (levels: unknown): string =>
    Array.isArray(levels) ? levels[0].price : assert.fail('no levels')
  assert.deepEqual([best(depth['bids']), best(depth['asks'])], [ticker['bid'], ticker['ask']])
  assert.equal(best(trades['trades']), ticker['price'])
  await eventually('the depth of the stream', async () => {
    const { asks }: { asks: readonly Level[] } = await dataOf(tukar, depthPath)
    return asks[0]?.price === '1650000001'
  })
  // That trade, and those from before the stream began.
  const listed: readonly Level[] = (await dataOf(tukar, tradesPath)).trades
  assert.equal(listed[0]?.price, '1650000000')
  assert.ok(listed.length > 1)
})
