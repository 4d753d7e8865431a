import assert from 'node:assert/strict'
import { Console } from 'node:console'
import { createRequire } from 'node:module'
import { Writable } from 'node:stream'
import { z } from 'zod'
import { type Rig, testSecrets } from '../test-rig.ts'
import { type Call, type Client, works } from './client.ts'
import type { Connector, Spot, WebsocketAPI, WebsocketStream } from './connector-types.ts'

const connector: Connector = createRequire(import.meta.url)('@binance/connector')

const { venueApiKey, venueApiSecret } = testSecrets
const symbol = 'BTCIDR'
const terms = { quantity: 0.01, price: 1_600_000_000, timeInForce: 'GTC' }
const quiet = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }))

const Priced = z.object({ price: z.string() })
const Ordered = z.object({ orderId: z.int(), status: z.string() })
const Rows = z.array(z.object({ symbol: z.string() }))
const Limits = z.object({ rateLimits: z.array(z.object({ limit: z.number() })) })

type Setting = Readonly<{ client: Spot; control: Rig['control']; resting: { id: number } }>

const marketCalls = ({ client, control }: Setting): readonly Call[] => [
  works('ping()', async () => {
    await control('POST', '/venue/pace', { walk: false })
    assert.deepEqual((await client.ping()).data, {})
  }),
  works('time()', async () => {
    const { serverTime } = z.object({ serverTime: z.number() }).parse((await client.time()).data)
    assert.ok(Math.abs(serverTime - Date.now()) < 5_000)
  }),
  works('exchangeInfo()', async () => {
    const { data, headers } = await client.exchangeInfo()
    assert.deepEqual(
      Limits.parse(data).rateLimits.map(({ limit }) => limit),
      [6_000, 100, 200_000, 61_000],
    )
    assert.ok(Number(headers['x-mbx-used-weight-1m']) >= 20)
  }),
  works("depth('BTCIDR', { limit: 5 })", async () => {
    const { data } = await client.depth(symbol, { limit: 5 })
    assert.equal(z.object({ bids: z.array(z.unknown()) }).parse(data).bids.length, 5)
  }),
  works("trades('BTCIDR')", async () => {
    const trades = z.array(Priced).parse((await client.trades(symbol)).data)
    assert.equal(trades.at(-1)?.price, await lastPrice(client))
  }),
  works("historicalTrades('BTCIDR', { limit: 1 })", async () => {
    const { data } = await client.historicalTrades(symbol, { limit: 1 })
    assert.equal(z.array(Priced).parse(data).length, 1)
  }),
  works("aggTrades('BTCIDR')", async () => {
    const { data } = await client.aggTrades(symbol)
    assert.equal(
      z
        .array(z.object({ p: z.string() }))
        .parse(data)
        .at(-1)?.p,
      await lastPrice(client),
    )
  }),
  works("klines('BTCIDR', '1m', { limit: 2 })", async () => {
    assert.equal(candles((await client.klines(symbol, '1m', { limit: 2 })).data), 2)
  }),
  works("uiklines('BTCIDR', '1m', { limit: 2 })", async () => {
    assert.equal(candles((await client.uiklines(symbol, '1m', { limit: 2 })).data), 2)
  }),
]

const lastPrice = async (client: Spot) =>
  Priced.parse((await client.tickerPrice(symbol)).data).price
const candles = (data: unknown): number =>
  z.array(z.array(z.unknown()).length(12)).parse(data).length

const tickerCalls = ({ client }: Setting): readonly Call[] => [
  works("avgPrice('BTCIDR')", async () => {
    assert.ok(Number(Priced.parse((await client.avgPrice(symbol)).data).price) > 0)
  }),
  works("ticker24hr('BTCIDR')", async () => {
    const { data } = await client.ticker24hr(symbol)
    const { lastPrice: last } = z.object({ lastPrice: z.string() }).parse(data)
    assert.equal(last, await lastPrice(client))
  }),
  works('ticker24hr()', async () => {
    assert.equal(Rows.parse((await client.ticker24hr()).data).length, 6)
  }),
  works("tickerPrice('', ['BTCIDR', 'ETHIDR'])", async () => {
    const { data } = await client.tickerPrice('', [symbol, 'ETHIDR'])
    assert.equal(Rows.parse(data).length, 2)
  }),
  works("bookTicker('BTCIDR')", async () => {
    const { data } = await client.bookTicker(symbol)
    const best = z.object({ bidPrice: z.string(), askPrice: z.string() }).parse(data)
    assert.ok(Number(best.bidPrice) < Number(best.askPrice))
  }),
  works("rollingWindowTicker('BTCIDR', [], { windowSize: '1h' })", async () => {
    const { data } = await client.rollingWindowTicker(symbol, [], { windowSize: '1h' })
    assert.ok(z.object({ count: z.number() }).parse(data).count > 0)
  }),
]

const orderCalls = ({ client, resting }: Setting): readonly Call[] => [
  works("newOrderTest('BTCIDR', 'BUY', 'LIMIT', …)", async () => {
    assert.deepEqual((await client.newOrderTest(symbol, 'BUY', 'LIMIT', { ...terms })).data, {})
  }),
  works("newOrder('BTCIDR', 'BUY', 'LIMIT', …)", async () => {
    const { data, headers } = await client.newOrder(symbol, 'BUY', 'LIMIT', { ...terms })
    const { orderId, status } = Ordered.parse(data)
    assert.equal(status, 'NEW')
    assert.equal(headers['x-mbx-order-count-10s'], '1')
    resting.id = orderId
  }),
  works("getOrder('BTCIDR', { orderId })", async () => {
    const { data } = await client.getOrder(symbol, { orderId: resting.id })
    assert.equal(Ordered.parse(data).orderId, resting.id)
  }),
  works("openOrders({ symbol: 'BTCIDR' })", async () => {
    assert.equal(Rows.parse((await client.openOrders({ symbol })).data).length, 1)
  }),
  works("cancelOrder('BTCIDR', { orderId })", async () => {
    const { data } = await client.cancelOrder(symbol, { orderId: resting.id })
    assert.equal(Ordered.parse(data).status, 'CANCELED')
  }),
  works("newOrder('BTCIDR', 'SELL', 'MARKET', { quantity: 0.01 })", async () => {
    const { data } = await client.newOrder(symbol, 'SELL', 'MARKET', { quantity: 0.01 })
    assert.equal(Ordered.parse(data).status, 'FILLED')
  }),
  works("cancelOpenOrders('BTCIDR')", async () => {
    await client.newOrder(symbol, 'BUY', 'LIMIT', { ...terms })
    await client.newOrder(symbol, 'BUY', 'LIMIT', { ...terms })
    const { data } = await client.cancelOpenOrders(symbol)
    assert.equal(z.array(Ordered).parse(data).length, 2)
  }),
]

const accountCalls = ({ client }: Setting): readonly Call[] => [
  works("allOrders('BTCIDR')", async () => {
    assert.equal(Rows.parse((await client.allOrders(symbol)).data).length, 4)
  }),
  works("myTrades('BTCIDR')", async () => {
    assert.equal(Rows.parse((await client.myTrades(symbol)).data).length, 1)
  }),
  works('account()', async () => {
    const Account = z.object({ balances: z.array(z.object({ asset: z.string() })) })
    assert.ok(Account.parse((await client.account()).data).balances.length >= 7)
  }),
  works('orderCount()', async () => {
    const Counts = z.array(z.object({ interval: z.string(), count: z.number() }))
    const [tenSeconds, day, ...others] = Counts.parse((await client.orderCount()).data)
    // A window of ten seconds may have ended between the orders and this call.
    assert.ok(tenSeconds?.interval === 'SECOND' && tenSeconds.count <= 4)
    assert.deepEqual([day, others], [{ interval: 'DAY', count: 4 }, []])
  }),
  works('coinInfo()', async () => {
    const { data } = await client.coinInfo()
    assert.ok(z.array(z.object({ coin: z.string() })).parse(data).length >= 7)
  }),
  {
    name: 'createListenKey()',
    run: () => client.createListenKey(),
    failsBecause: 'the venue removed listen keys in February 2026 and answers 410.',
  },
]

/** The first message that `fits`; `begin` returns the client that receives it. */
function firstMessage(
  begin: (message: (text: string) => void) => { disconnect: () => void },
  fits: RegExp,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no message was ${fits}`)), 10_000)
    const client = begin((text) => {
      if (!fits.test(text)) return
      clearTimeout(late)
      client.disconnect()
      resolve()
    })
  })
}

const ask = (url: string, what: (client: WebsocketAPI) => void, fits: RegExp) =>
  firstMessage(
    (message) =>
      new connector.WebsocketAPI(venueApiKey, venueApiSecret, {
        wsURL: `${url}/ws-api/v3`,
        callbacks: { open: what, message },
        logger: quiet,
      }),
    fits,
  )

function follow(url: string, combinedStreams: boolean, what: (client: WebsocketStream) => void) {
  return (message: (text: string) => void) => {
    const callbacks = { message }
    const client = new connector.WebsocketStream({
      wsURL: url,
      callbacks,
      logger: quiet,
      combinedStreams,
    })
    what(client)
    return client
  }
}

const streamCalls = (url: string, control: Rig['control']): readonly Call[] => [
  works('WebsocketAPI ping()', () =>
    ask(url, (client) => client.ping(), /"status":200,"result":\{\}/),
  ),
  works("WebsocketAPI exchangeInfo({ symbols: ['BTCIDR'] })", () =>
    ask(url, (client) => client.exchangeInfo({ symbols: [symbol] }), /"symbol":"BTCIDR"/),
  ),
  works("WebsocketAPI newOrder('BTCIDR', 'BUY', 'LIMIT', …)", () =>
    ask(url, (client) => client.newOrder(symbol, 'BUY', 'LIMIT', { ...terms }), /"status":"NEW"/),
  ),
  works("WebsocketStream ticker('BTCIDR')", () =>
    firstMessage(
      follow(url, false, (client) => client.ticker(symbol)),
      /^\{"e":"24hrTicker"/,
    ),
  ),
  works("WebsocketStream kline('BTCIDR', '1m')", () =>
    firstMessage(
      follow(url, false, (client) => client.kline(symbol, '1m')),
      /"e":"kline"/,
    ),
  ),
  works("WebsocketStream aggTrade('BTCIDR'), combined", async () => {
    await control('POST', '/venue/pace', { walk: true })
    const wrapped = /"stream":"btcidr@aggTrade","data":\{"e":"aggTrade"/
    await firstMessage(
      follow(url, true, (client) => client.aggTrade(symbol)),
      wrapped,
    )
  }),
]

/** The venue's older official client. */
export const binanceConnector: Client = {
  package: '@binance/connector',
  emulator: 'venue',
  setUp: '`new Spot(apiKey, apiSecret, { baseURL })`; `wsURL` for WebSocket clients.',
  calls({ sandbox, control }) {
    const baseURL = `${sandbox.url}/venue`
    const client = new connector.Spot(venueApiKey, venueApiSecret, { baseURL })
    const setting = { client, control, resting: { id: 0 } }
    return [
      ...marketCalls(setting),
      ...tickerCalls(setting),
      ...orderCalls(setting),
      ...accountCalls(setting),
      ...streamCalls(baseURL.replace(/^http/, 'ws'), control),
    ]
  },
}
