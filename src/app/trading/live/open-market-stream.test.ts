import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import type { Fields } from '../../../../tests/json.ts'
import { listen } from '../../../../tests/make/event-stream.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { stillMarket } from '../../../../tests/make/order.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { expectOk } from '../../../../tests/make/trader.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import { marketStreamEndpoints } from '../live-routes.ts'
import { MarketCandle, MarketTicker } from './live-contracts.ts'
import { type LiveBounds, liveLimits } from './live-limits.ts'
import { type MarketNews, marketChannel } from './market-message.ts'
import { messagesOf } from './publish-market.ts'

const pathOf = (symbols: string) => `/api/stream/market?symbols=${symbols}`

const open = (t: TestContext, tukar: Pick<Tukar, 'url'>, symbols: string, headers = {}) =>
  listen(t, tukar, {}, { path: pathOf(symbols), headers })

const setPrice = async (tukar: Tukar, symbol: string, price: string) =>
  expectOk(await tukar.control('POST', '/venue/price', { symbol, price }))

const isOf =
  (txPair: string, change: Fields) =>
  (data: Fields): boolean =>
    data['txPair'] === txPair &&
    Object.entries(change).every(([name, value]) => data[name] === value)

const fresh = { stale: false }

test('reports of the venue reach listeners of every node in the contract’s form', async (t) => {
  setLimits(t, liveLimits, { tellEveryMs: 50 })
  const tukar = await startTukar(t, { nodes: 2, prices: true })
  await stillMarket(tukar)
  const streams = await Promise.all(tukar.nodes.map((node) => open(t, node, 'eth-idr,BTC_IDR')))
  for (const { status, headers } of streams) {
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/event-stream')
    assert.equal(headers.get('x-accel-buffering'), 'no')
  }
  const all = (name: string, isWanted: (data: Fields) => boolean) =>
    Promise.all(streams.map((stream) => stream.next(name, isWanted)))
  await all('ticker', isOf('BTC_IDR', fresh))
  await setPrice(tukar, 'BTCIDR', '1650000000')
  const tickers = await all('ticker', isOf('BTC_IDR', { price: '1650000000', ...fresh }))
  for (const { data } of tickers) {
    MarketTicker.parse(data)
    assert.deepEqual([data['change'], data['high']], ['10000000', '1650000000'])
    assert.ok(Number(data['bid']) < Number(data['ask']), JSON.stringify(data))
  }
  const candles = await all('candle', isOf('BTC_IDR', { close: '1650000000' }))
  for (const { data } of candles) MarketCandle.parse(data)
  await all('ticker', isOf('ETH_IDR', fresh))
})

test('the market resumes after its stream broke, and with another leader', async (t) => {
  setLimits(t, liveLimits, { tellEveryMs: 50, lookEveryMs: 100, staleMs: 2_000 })
  setLimits(t, venueLimits.stream.backoff, { firstMs: 50 })
  const tukar = await startTukar(t, { nodes: 2, prices: true })
  await stillMarket(tukar)
  const streams = await Promise.all(tukar.nodes.map((node) => open(t, node, 'BTC_IDR')))
  const reach = async (price: string) => {
    await setPrice(tukar, 'BTCIDR', price)
    const wanted = isOf('BTC_IDR', { price, ...fresh })
    await Promise.all(streams.map((stream) => stream.next('ticker', wanted)))
  }
  await reach('1650000000')
  expectOk(await tukar.control('POST', '/venue/market-stream', { drop: true }))
  await reach('1651000000')
  expectOk(await tukar.control('POST', '/venue/market-stream', { silent: true }))
  await Promise.all(
    streams.map((stream) =>
      stream.next('ticker', isOf('BTC_IDR', { price: '1651000000', stale: true })),
    ),
  )
  expectOk(await tukar.control('POST', '/venue/market-stream', { silent: false, drop: true }))
  await reach('1652000000')
  const leader = await eventually('a leader', async () =>
    tukar.nodes.find(({ ctx }) => ctx.leadership.current() !== null),
  )
  await leader.ctx.leadership.stop()
  await eventually('another leader', async () =>
    tukar.nodes.some((node) => node !== leader && node.ctx.leadership.current() !== null),
  )
  await reach('1653000000')
})

/** Starts a service without a venue's stream, and a server with these bounds on its messages. */
async function startStreams(t: TestContext, bounds: Partial<LiveBounds> = {}) {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const venue = { ...ctx.config.venue, prices: true }
  const config = { ...ctx.config, venue, trustProxy: ['127.0.0.1'] }
  const own = { ...ctx, config }
  const http = await startHttp(t, own, marketStreamEndpoints({ ...liveLimits, ...bounds }))
  const publish = async (news: readonly MarketNews[]) => {
    const { epoch } = ctx.leadership.current() ?? assert.fail('this node does not lead')
    for (const text of messagesOf(news)) await ctx.broadcast.publish(marketChannel, epoch, text)
  }
  return { http, publish }
}

test('one network and one node have bounds; a listener that left frees its slot', async (t) => {
  const { http } = await startStreams(t, { listeners: 3, listenersOfNetwork: 2 })
  const from = (ip: string) => open(t, http, 'BTC_IDR', { 'x-forwarded-for': ip })
  const [first] = [await from('198.51.100.1'), await from('198.51.100.2')]
  assert.equal((await from('198.51.100.3')).status, 429)
  assert.equal((await from('203.0.113.1')).status, 200)
  assert.equal((await from('203.0.113.2')).status, 503)
  first.leave()
  await eventually('a free slot', async () => (await from('198.51.100.4')).status === 200)
})

test('unknown pairs, too many pairs and an invalid list are refused', async (t) => {
  const { http } = await startStreams(t)
  const refused = async (symbols: string, message: string) => {
    const { status, json } = await http.call(pathOf(symbols))
    assert.deepEqual([status, json['message']], [400, message])
  }
  await refused('BTC_IDR,NONE_IDR', 'api.trading_pair_does_not_exist')
  await refused('', 'The symbols field is required.')
  const tooMany = Array.from({ length: 51 }, (_, at) => `A${at}_IDR`).join()
  for (const symbols of ['BTC_IDR,', 'BTCIDR', 'BTC_IDR;ETH_IDR', tooMany]) {
    await refused(symbols, 'The symbols field format is invalid.')
  }
  assert.equal((await http.call('/api/stream/market')).status, 400)
  const head = await http.call(pathOf('BTC_IDR'), { method: 'HEAD' })
  assert.deepEqual([head.status, head.text], [200, ''])
})

test('without a stream of the venue no market stream is available', async (t) => {
  const tukar = await startTukar(t)
  const { status, body } = await tukar.call('GET', pathOf('BTC_IDR'))
  assert.deepEqual([status, body.message], [400, 'api.market_data_unavailable'])
})

test('a listener that reads nothing is dropped, and the others are not', async (t) => {
  const { http, publish } = await startStreams(t, { listeners: 2, unreadBytes: 4_096 })
  const socket = connect(http.port, '127.0.0.1').on('error', () => undefined)
  t.after(() => socket.destroy())
  socket.pause().write(`GET ${pathOf('BTC_IDR')} HTTP/1.1\r\nHost: x\r\n\r\n`)
  const stream = await open(t, http, 'BTC_IDR')
  await eventually('both to listen', async () => (await open(t, http, 'BTC_IDR')).status === 503)
  let price = 1
  await eventually('a free slot', async () => {
    const news = Array.from({ length: 50 }, () => {
      price += 1
      return newsOf(`${price}`)
    })
    for (const one of news) await publish([one])
    const other = await open(t, http, 'BTC_IDR')
    other.leave()
    return other.status === 200
  })
  await publish([newsOf('0.5')])
  await stream.next('ticker', isOf('BTC_IDR', { price: '0.5' }))
})

test('a stream ends after its maximum time, with a retry time', async (t) => {
  setLimits(t, liveLimits, { lookEveryMs: 50 })
  const { http } = await startStreams(t, { openMs: 0 })
  const stream = await open(t, http, 'BTC_IDR')
  assert.equal(await stream.ended, true)
  const retryMs = stream.retryMs() ?? 0
  assert.ok(retryMs >= 1_000 && retryMs <= 5_000, `${retryMs} ms`)
})

test('when its node drains, a stream ends at once and resumes at another node', async (t) => {
  const tukar = await startTukar(t, { nodes: 2, prices: true })
  const [here, other] = tukar.nodes
  assert.ok(here && other)
  const stream = await open(t, here, 'BTC_IDR')
  await here.drain()
  assert.equal(await stream.ended, true)
  assert.notEqual(stream.retryMs(), null)
  await (await open(t, other, 'BTC_IDR')).next('ticker', isOf('BTC_IDR', fresh))
})

const newsOf = (price: string): MarketNews => ({
  txPair: 'BTC_IDR',
  ageMs: 0,
  book: null,
  trades: [],
  candles: [],
  ticker: {
    price,
    bid: null,
    ask: null,
    change: '0',
    changePercent: '0',
    high: '1'.repeat(1_800),
    low: '1'.repeat(1_800),
    volume: '1'.repeat(1_800),
    quoteVolume: '1'.repeat(1_800),
    time: 0,
  },
})
