import assert from 'node:assert/strict'
import { BadRequest, binance, InsufficientFunds, OrderNotFound } from 'ccxt'
import { type Rig, testSecrets } from '../test-rig.ts'
import { type Call, type Client, works } from './client.ts'

const symbol = 'BTC/IDR'
const hourMs = 3_600_000

type Setting = Readonly<{
  exchange: binance
  control: Rig['control']
  /** The order that rests in the book. */
  resting: { id: string }
  priceOf: () => Promise<number>
}>

const marketCalls = ({ exchange, control, priceOf }: Setting): readonly Call[] => [
  works('loadMarkets()', async () => {
    await control('POST', '/venue/pace', { walk: false })
    const markets = await exchange.loadMarkets()
    assert.deepEqual(markets[symbol]?.limits.cost?.min, 20_000)
    assert.deepEqual(markets[symbol]?.precision.amount, 0.000_01)
    assert.deepEqual(Object.keys(exchange.currencies['USDT']?.networks ?? {}).length, 2)
  }),
  works('fetchTime()', async () => {
    const time = await exchange.fetchTime()
    assert.ok(Math.abs((time ?? 0) - Date.now()) < 5_000)
  }),
  works('fetchCurrencies()', async () => {
    const currencies = await exchange.fetchCurrencies()
    assert.equal(currencies?.['BTC']?.withdraw, true)
  }),
  works("fetchTicker('BTC/IDR')", async () => {
    const ticker = await exchange.fetchTicker(symbol)
    assert.equal(ticker.symbol, symbol)
    assert.ok((ticker.high ?? 0) >= (ticker.last ?? 0))
    assert.ok((ticker.bid ?? 0) < (ticker.ask ?? 0))
    assert.ok((ticker.baseVolume ?? 0) > 0)
  }),
  works('fetchTickers()', async () => {
    const tickers = await exchange.fetchTickers()
    assert.ok(Object.keys(tickers).length >= 6)
  }),
  works("fetchTickers(['BTC/IDR', 'ETH/IDR'])", async () => {
    const tickers = await exchange.fetchTickers([symbol, 'ETH/IDR'])
    assert.deepEqual(Object.keys(tickers).toSorted(), [symbol, 'ETH/IDR'])
  }),
  works("fetchBidsAsks(['BTC/IDR'])", async () => {
    const best = await exchange.fetchBidsAsks([symbol])
    assert.ok((best[symbol]?.bid ?? 0) > 0)
  }),
  works("fetchLastPrices(['BTC/IDR'])", async () => {
    const last = await exchange.fetchLastPrices([symbol])
    assert.equal(last[symbol]?.price, await priceOf())
  }),
  works("fetchOrderBook('BTC/IDR', 5)", async () => {
    const book = await exchange.fetchOrderBook(symbol, 5)
    assert.equal(book.bids.length, 5)
    assert.ok((book.bids[0]?.[0] ?? 0) < (book.asks[0]?.[0] ?? 0))
  }),
  works("fetchTrades('BTC/IDR')", async () => {
    const trades = await exchange.fetchTrades(symbol)
    assert.equal(trades.at(-1)?.price, await priceOf())
  }),
  works("fetchOHLCV('BTC/IDR', '1h', undefined, 3)", async () => {
    const candles = await exchange.fetchOHLCV(symbol, '1h', undefined, 3)
    assert.equal(candles.length, 3)
    assert.equal((candles[1]?.[0] ?? 0) - (candles[0]?.[0] ?? 0), hourMs)
    assert.equal(candles.at(-1)?.[4], await priceOf())
  }),
]

const accountCalls = ({ exchange }: Setting): readonly Call[] => [
  works('fetchBalance()', async () => {
    const balance = await exchange.fetchBalance()
    assert.equal(balance['BTC']?.free, 10_000)
  }),
  works("fetchTradingFee('BTC/IDR')", async () => {
    const fee = await exchange.fetchTradingFee(symbol)
    assert.equal(fee.taker, 0.001)
  }),
  works('fetchTradingFees()', async () => {
    const fees = await exchange.fetchTradingFees()
    assert.equal(fees[symbol]?.maker, 0.001)
  }),
]

const orderCalls = ({ exchange, control, resting, priceOf }: Setting): readonly Call[] => [
  works("createOrder('BTC/IDR', 'limit', 'buy', 0.01, 1600000000)", async () => {
    const order = await exchange.createOrder(symbol, 'limit', 'buy', 0.01, 1_600_000_000)
    assert.equal(order.status, 'open')
    resting.id = order.id ?? ''
  }),
  works('fetchOrder(id, symbol)', async () => {
    const order = await exchange.fetchOrder(resting.id, symbol)
    assert.equal(order.remaining, 0.01)
  }),
  works('fetchOpenOrders(symbol)', async () => {
    const [order] = await exchange.fetchOpenOrders(symbol)
    assert.equal(order?.id, resting.id)
  }),
  works('cancelOrder(id, symbol)', async () => {
    const order = await exchange.cancelOrder(resting.id, symbol)
    assert.equal(order.status, 'canceled')
    await assert.rejects(exchange.cancelOrder(resting.id, symbol), OrderNotFound)
  }),
  works("createOrder('BTC/IDR', 'market', 'buy', 0.01)", async () => {
    const order = await exchange.createOrder(symbol, 'market', 'buy', 0.01)
    assert.equal(order.status, 'closed')
    assert.equal(order.trades?.length, 1)
    assert.equal(order.fee?.currency, 'BTC')
  }),
  works("createMarketBuyOrderWithCost('BTC/IDR', 1000000)", async () => {
    const order = await exchange.createMarketBuyOrderWithCost(symbol, 1_000_000)
    assert.equal(order.status, 'closed')
    assert.ok((order.cost ?? 0) <= 1_000_000)
  }),
  works(
    "createOrder('BTC/IDR', 'limit', 'sell', 0.01, price, { timeInForce: 'IOC' })",
    async () => {
      const price = Math.round((await priceOf()) * 0.99)
      const terms = { timeInForce: 'IOC' }
      const order = await exchange.createOrder(symbol, 'limit', 'sell', 0.01, price, terms)
      assert.equal(order.status, 'closed')
      assert.equal(order.filled, 0.01)
    },
  ),
  works('createOrder(…) of more than the account has throws InsufficientFunds', async () => {
    await control('POST', '/venue/balances', { asset: 'USDT', free: '1' })
    const poor = exchange.createOrder('BTC/USDT', 'limit', 'buy', 1, 90_000)
    await assert.rejects(poor, InsufficientFunds)
  }),
  works('createOrder(…) below the least worth throws BadRequest', async () => {
    const small = exchange.createOrder(symbol, 'limit', 'buy', 0.000_01, 1_600_000_000)
    await assert.rejects(small, BadRequest)
  }),
]

const listCalls = ({ exchange }: Setting): readonly Call[] => [
  works('fetchOrders(symbol)', async () => {
    const orders = await exchange.fetchOrders(symbol)
    assert.deepEqual(
      orders.map(({ status }) => status),
      ['canceled', 'closed', 'closed', 'closed'],
    )
  }),
  works('fetchClosedOrders(symbol)', async () => {
    assert.equal((await exchange.fetchClosedOrders(symbol)).length, 3)
  }),
  works('fetchMyTrades(symbol)', async () => {
    const mine = await exchange.fetchMyTrades(symbol)
    assert.equal(mine.length, 3)
    const all = await exchange.fetchTrades(symbol)
    assert.equal(all.at(-1)?.price, mine.at(-1)?.price)
  }),
  works('cancelAllOrders(symbol)', async () => {
    await exchange.createOrder(symbol, 'limit', 'buy', 0.01, 1_500_000_000)
    await exchange.createOrder(symbol, 'limit', 'buy', 0.02, 1_500_000_000)
    assert.equal((await exchange.cancelAllOrders(symbol)).length, 2)
    assert.deepEqual(await exchange.fetchOpenOrders(symbol), [])
  }),
]

/** One library for a hundred venues; its `binance` uses the venue's API. */
export const ccxt: Client = {
  package: 'ccxt',
  emulator: 'venue',
  setUp: '`new binance({ apiKey, secret, urls: { api } })`, with `fetchMarkets` for spot alone.',
  calls({ sandbox, control }) {
    const root = `${sandbox.url}/venue`
    const v3 = `${root}/api/v3`
    const exchange = new binance({
      apiKey: testSecrets.venueApiKey,
      secret: testSecrets.venueApiSecret,
      urls: { api: { public: v3, private: v3, sapi: `${root}/sapi/v1` } },
      options: { fetchMarkets: { types: ['spot'] } },
    })
    const priceOf = async () => (await exchange.fetchTicker(symbol)).last ?? 0
    const setting = { exchange, control, resting: { id: '' }, priceOf }
    return [marketCalls, accountCalls, orderCalls, listCalls].flatMap((calls) => calls(setting))
  },
}
