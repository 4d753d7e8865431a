import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { z } from 'zod'
import { eventually, type Rig, startRig } from '../../test-rig.ts'
import { listen, market, signed } from '../test-calls.ts'

let rig: Rig
before(async () => {
  // At the usual pace a connection would end within two seconds.
  rig = await startRig(1_000)
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const still = () => rig.control('POST', '/venue/pace', { walk: false })
const get = async (path: string) => (await market(rig.sandbox.url, path)).json
const codeOf = async (path: string) => z.object({ code: z.number() }).parse(await get(path)).code
const setPrice = (price: string) => rig.control('POST', '/venue/price', { symbol: 'BTCIDR', price })
const buy = (quantity: string) =>
  signed(rig.sandbox.url, 'POST', '/order', {
    symbol: 'BTCIDR',
    side: 'BUY',
    type: 'MARKET',
    quantity,
  })

const Ticker = z.object({
  openPrice: z.string(),
  highPrice: z.string(),
  lowPrice: z.string(),
  lastPrice: z.string(),
  volume: z.string(),
  quoteVolume: z.string(),
  weightedAvgPrice: z.string(),
  priceChangePercent: z.string(),
  firstId: z.int(),
  lastId: z.int(),
  count: z.int(),
})
const Trades = z.array(
  z.object({ id: z.int(), price: z.string(), qty: z.string(), isBuyerMaker: z.boolean() }),
)
const Aggregated = z.array(
  z.object({ a: z.int(), p: z.string(), q: z.string(), f: z.int(), l: z.int(), T: z.number() }),
)
const Mine = z.array(z.object({ id: z.int(), price: z.string() }))
const Candles = z.array(z.array(z.union([z.string(), z.number()])))

test('tickers, candles and the average price are made of the public trades', async () => {
  await still()
  await setPrice('1650000000')
  await setPrice('1630000000')
  await buy('0.4')
  const trades = Trades.parse(await get('/trades?symbol=BTCIDR'))
  const day = Ticker.parse(await get('/ticker/24hr?symbol=BTCIDR'))
  assert.equal(day.lastPrice, trades.at(-1)?.price)
  assert.deepEqual([day.firstId, day.lastId], [trades[0]?.id, trades.at(-1)?.id])
  assert.deepEqual([day.count, day.lastId - day.firstId + 1], [trades.length, trades.length])
  assert.equal(day.openPrice, '1640000000.00000000')
  assert.equal(day.highPrice, '1650000000.00000000')
  assert.equal(day.lowPrice, '1630000000.00000000')
  assert.equal(day.priceChangePercent, '-0.609')
  const volume = trades.reduce((sum, { qty }) => sum + Number(qty), 0)
  assert.equal(Number(day.volume).toFixed(5), volume.toFixed(5))
  assert.deepEqual(await get('/avgPrice?symbol=BTCIDR').then(priceIn), day.weightedAvgPrice)
  assert.deepEqual(await get('/ticker/price?symbol=BTCIDR').then(priceIn), day.lastPrice)
  const [hour] = Candles.parse(await get('/klines?symbol=BTCIDR&interval=1d&limit=1'))
  assert.deepEqual(hour?.slice(1, 6), [
    day.openPrice,
    day.highPrice,
    day.lowPrice,
    day.lastPrice,
    day.volume,
  ])
  assert.deepEqual([hour?.[7], hour?.[8]], [day.quoteVolume, day.count])
})

const priceIn = (json: unknown) => z.object({ price: z.string() }).parse(json).price

test('trades of one order at one price are one aggregate, and the account lists them', async () => {
  await still()
  await buy('0.4')
  const mine = Mine.parse(
    (await signed(rig.sandbox.url, 'GET', '/myTrades', { symbol: 'BTCIDR' })).json,
  )
  const trades = Trades.parse(await get('/trades?symbol=BTCIDR&limit=4'))
  assert.deepEqual(
    mine.map(({ id, price }) => [id, price]),
    trades.map(({ id, price }) => [id, price]),
  )
  assert.ok(trades.every(({ isBuyerMaker }) => !isBuyerMaker))
  const all = Aggregated.parse(await get('/aggTrades?symbol=BTCIDR'))
  const last = all.at(-1)
  assert.deepEqual([last?.f, last?.l], [trades[0]?.id, trades.at(-1)?.id])
  assert.equal(last?.q, '0.40000000')
  const from = Aggregated.parse(await get(`/aggTrades?symbol=BTCIDR&fromId=${last?.a}`))
  assert.deepEqual(from, [last])
  const since = await get(`/aggTrades?symbol=BTCIDR&startTime=${(last?.T ?? 0) + 1}`)
  assert.deepEqual(since, [])
  const [old] = Trades.parse(
    await get(`/historicalTrades?symbol=BTCIDR&fromId=${trades[1]?.id}&limit=1`),
  )
  assert.deepEqual(old, trades[1])
  assert.equal(await codeOf('/aggTrades?symbol=BTCIDR&fromId=1&startTime=1'), -1128)
})

test('a ticker is of one symbol, of a list or of all, whole or in short', async () => {
  const Row = z.object({ symbol: z.string() })
  assert.equal(z.array(Row).parse(await get('/ticker/24hr')).length, 6)
  const two = encodeURIComponent('["BTCIDR","ETHIDR"]')
  const rows = z.array(Row).parse(await get(`/ticker/24hr?symbols=${two}&type=MINI`))
  assert.deepEqual(
    rows.map((row) => [row.symbol, 'bidPrice' in row]),
    [
      ['BTCIDR', false],
      ['ETHIDR', false],
    ],
  )
  const Rolling = z.object({ openTime: z.number(), closeTime: z.number(), count: z.int() })
  const rolling = Rolling.parse(await get('/ticker?symbol=BTCIDR&windowSize=2h'))
  assert.equal(rolling.openTime % 60_000, 0)
  assert.equal(Math.floor((rolling.closeTime - rolling.openTime) / 3_600_000), 2)
  assert.equal(await codeOf('/ticker?symbol=BTCIDR&windowSize=60m'), -1130)
  assert.equal(await codeOf('/ticker'), -1102)
  assert.equal(await codeOf('/ticker/24hr?symbol=BTCIDR&type=ALL'), -1130)
  assert.equal(await codeOf('/ticker/price?symbol=BTCIDR&symbolStatus=HALT'), -1220)
  assert.deepEqual(await get('/ticker/price?symbolStatus=HALT'), [])
})

test('each step of a moving price adds a trade', async () => {
  const count = async () => Ticker.parse(await get('/ticker/24hr?symbol=XRPIDR')).count
  const before = await count()
  await eventually(async () => (await count()) > before)
  const last = Trades.parse(await get('/trades?symbol=XRPIDR&limit=1'))[0]?.price
  const candle = Candles.parse(await get('/klines?symbol=XRPIDR&interval=1s&limit=5'))
  assert.ok(candle.some((row) => row[4] === last))
})

test('trades and candles are pushed, bare or wrapped with the name of their stream', async () => {
  await still()
  const raw = await listen(rig.sandbox.url, '/venue/ws/btcidr@trade/btcidr@kline_1m')
  const names = 'btcidr@aggTrade/btcidr@ticker/btcidr@miniTicker/btcidr@bookTicker'
  const combined = await listen(rig.sandbox.url, `/venue/stream?streams=${names}`)
  await eventually(() => combined.received.length >= 3 && raw.received.length >= 1)
  await buy('0.01')
  const receives = (line: typeof raw, words: RegExp) =>
    eventually(() => line.received.some((event) => words.test(JSON.stringify(event))))
  await receives(raw, /^\{"e":"trade",.*"p":"1640000000\.0+","q":"0\.01000000"/)
  await receives(raw, /^\{"e":"kline",.*"i":"1m"/)
  await receives(combined, /"stream":"btcidr@aggTrade","data":\{"e":"aggTrade",.*"q":"0\.01000000"/)
  await receives(combined, /"data":\{"e":"24hrTicker",.*"n":\d+\}/)
  await receives(combined, /"data":\{"e":"24hrMiniTicker"/)
  await receives(combined, /"stream":"btcidr@bookTicker","data":\{"u":/)
})

test('the best levels of the depth are pushed as they change, without their symbol', async () => {
  await still()
  const names = 'btcidr@depth5/btcidr@depth20@100ms/btcidr@depth7/btcidr@depth20@1s/btcidr@kline1m'
  const line = await listen(rig.sandbox.url, `/venue/stream?streams=${names}`)
  const Levels = z.array(z.tuple([z.string(), z.string()]))
  const Pushed = z.object({
    stream: z.string(),
    data: z.strictObject({ lastUpdateId: z.int(), bids: Levels, asks: Levels }),
  })
  const pushed = (name: string) =>
    line.received
      .map((event) => Pushed.parse(event))
      .filter(({ stream }) => stream === `btcidr@${name}`)
  await eventually(() => pushed('depth5').length === 1 && pushed('depth20@100ms').length === 1)
  assert.equal(pushed('depth20@100ms')[0]?.data.asks.length, 20)
  assert.deepEqual(pushed('depth5')[0]?.data.asks[0]?.[0], '1640000001.00000000')
  await setPrice('1650000000')
  const asks = [['1650000001.00000000', '0.51740000']]
  await eventually(() => pushed('depth5').length === 2)
  assert.deepEqual(pushed('depth5')[1]?.data.asks.slice(0, 1), asks)
  assert.equal(line.received.length, pushed('depth5').length + pushed('depth20@100ms').length)
})

test('candles are pushed every two seconds, those of a second every second', async (t) => {
  const faster = 4
  const { setInterval: every } = globalThis
  const sooner = (run: (...given: unknown[]) => void, ms: number, ...given: unknown[]) =>
    every(run, ms / faster, ...given)
  t.mock.method(globalThis, 'setInterval', sooner)
  const quick = await startRig(1_000)
  t.after(() => quick.close())
  const names = 'btcidr@kline_1m/btcidr@kline_1s/btcidr@kline_1x'
  const line = await listen(quick.sandbox.url, `/venue/stream?streams=${names}`)
  const Pushed = z.object({
    stream: z.string(),
    data: z.object({ E: z.number(), k: z.object({ t: z.number(), x: z.boolean() }) }),
  })
  const pushed = (name: string) =>
    line.received
      .flatMap((event) => Pushed.safeParse(event).data ?? [])
      .filter(({ stream, data }) => stream.endsWith(name) && !data.k.x)
  await eventually(() => pushed('1m').length >= 3)
  const counts = [pushed('1m').length, pushed('1s').length, pushed('1x').length]
  assert.ok((counts[1] ?? 0) >= 2 * (counts[0] ?? 0) - 2, counts.join())
  assert.equal(counts[2], 0)
  const [first, second] = pushed('1m').map(({ data }) => data.E)
  assert.ok((second ?? 0) - (first ?? 0) >= 1_500 / faster, 'two seconds apart')
})
