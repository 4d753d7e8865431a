import assert from 'node:assert/strict'
import { Spot, SpotRestAPI, SpotWebsocketAPI, SpotWebsocketStreams } from '@binance/spot'
import { type Rig, testSecrets } from '../test-rig.ts'
import { type Call, type Client, works } from './client.ts'

const apiKey = testSecrets.venueApiKey
const apiSecret = testSecrets.venueApiSecret
const symbol = 'BTCIDR'
const { NewOrderSideEnum, NewOrderTypeEnum, NewOrderTimeInForceEnum } = SpotRestAPI
const { OrderTestSideEnum, OrderTestTypeEnum, OrderTestTimeInForceEnum } = SpotRestAPI
const { KlinesIntervalEnum, UiKlinesIntervalEnum, TickerWindowSizeEnum } = SpotRestAPI

type Depth = SpotWebsocketStreams.PartialBookDepthResponse

type Setting = Readonly<{
  rest: SpotRestAPI.RestAPI
  control: Rig['control']
  resting: { id: number | bigint }
}>

const lastPrice = async ({ rest }: Setting): Promise<string | undefined> => {
  const price = await (await rest.tickerPrice({ symbol })).data()
  return 'price' in price ? price.price : undefined
}

const marketCalls = (setting: Setting): readonly Call[] => [
  works('restAPI.ping()', async () => {
    await setting.control('POST', '/venue/pace', { walk: false })
    assert.equal((await setting.rest.ping()).status, 200)
  }),
  works('restAPI.time()', async () => {
    const { serverTime } = await (await setting.rest.time()).data()
    assert.ok(Math.abs(Number(serverTime) - Date.now()) < 5_000)
  }),
  works("restAPI.exchangeInfo({ symbol: 'BTCIDR' })", async () => {
    const answer = await setting.rest.exchangeInfo({ symbol })
    assert.equal((await answer.data()).symbols?.[0]?.quoteAsset, 'IDR')
    assert.equal(answer.rateLimits?.[0]?.rateLimitType, 'REQUEST_WEIGHT')
  }),
  works("restAPI.exchangeInfo({ symbols: ['BTCIDR', 'ETHIDR'] })", async () => {
    const answer = await setting.rest.exchangeInfo({ symbols: [symbol, 'ETHIDR'] })
    assert.equal((await answer.data()).symbols?.length, 2)
  }),
  works("restAPI.depth({ symbol: 'BTCIDR', limit: 5 })", async () => {
    const { bids } = await (await setting.rest.depth({ symbol, limit: 5 })).data()
    assert.equal(bids?.length, 5)
  }),
  works("restAPI.getTrades({ symbol: 'BTCIDR' })", async () => {
    const trades = await (await setting.rest.getTrades({ symbol })).data()
    assert.equal(trades.at(-1)?.price, await lastPrice(setting))
  }),
  works("restAPI.historicalTrades({ symbol: 'BTCIDR', fromId })", async () => {
    const [first] = await (await setting.rest.getTrades({ symbol, limit: 1 })).data()
    const found = await setting.rest.historicalTrades({ symbol, fromId: first?.id ?? 0 })
    assert.deepEqual((await found.data())[0], first)
  }),
  works("restAPI.aggTrades({ symbol: 'BTCIDR' })", async () => {
    const trades = await (await setting.rest.aggTrades({ symbol })).data()
    assert.equal(trades.at(-1)?.p, await lastPrice(setting))
  }),
  works("restAPI.klines({ symbol: 'BTCIDR', interval: '1h', limit: 3 })", async () => {
    const interval = KlinesIntervalEnum.INTERVAL_1h
    const candles = await (await setting.rest.klines({ symbol, interval, limit: 3 })).data()
    assert.equal(candles.length, 3)
    assert.equal(candles.at(-1)?.[4], await lastPrice(setting))
  }),
  works("restAPI.uiKlines({ symbol: 'BTCIDR', interval: '1h', limit: 3 })", async () => {
    const interval = UiKlinesIntervalEnum.INTERVAL_1h
    const candles = await (await setting.rest.uiKlines({ symbol, interval, limit: 3 })).data()
    assert.equal(candles.length, 3)
  }),
]

const tickerCalls = ({ rest }: Setting): readonly Call[] => [
  works("restAPI.avgPrice({ symbol: 'BTCIDR' })", async () => {
    assert.equal((await (await rest.avgPrice({ symbol })).data()).mins, 5)
  }),
  works("restAPI.ticker24hr({ symbol: 'BTCIDR' })", async () => {
    const day = await (await rest.ticker24hr({ symbol })).data()
    assert.ok('count' in day && Number(day.count) > 0)
  }),
  works('restAPI.ticker24hr()', async () => {
    const all = await (await rest.ticker24hr()).data()
    assert.ok(Array.isArray(all) && all.length === 6)
  }),
  works("restAPI.ticker({ symbol: 'BTCIDR', windowSize: '1h' })", async () => {
    const windowSize = TickerWindowSizeEnum.WINDOW_SIZE_1h
    const hour = await (await rest.ticker({ symbol, windowSize })).data()
    assert.ok('openPrice' in hour)
  }),
  works("restAPI.tickerBookTicker({ symbols: ['BTCIDR', 'ETHIDR'] })", async () => {
    const best = await (await rest.tickerBookTicker({ symbols: [symbol, 'ETHIDR'] })).data()
    assert.ok(Array.isArray(best) && best.length === 2)
  }),
]

const orderCalls = ({ rest, resting }: Setting): readonly Call[] => [
  works("restAPI.orderTest({ symbol: 'BTCIDR', side: 'BUY', type: 'LIMIT', … })", async () => {
    const answer = await rest.orderTest({
      symbol,
      side: OrderTestSideEnum.BUY,
      type: OrderTestTypeEnum.LIMIT,
      timeInForce: OrderTestTimeInForceEnum.GTC,
      quantity: 0.01,
      price: 1_600_000_000,
      computeCommissionRates: true,
    })
    const { standardCommissionForOrder } = await answer.data()
    assert.equal(standardCommissionForOrder?.taker, '0.00100000')
  }),
  works("restAPI.newOrder({ symbol: 'BTCIDR', side: 'BUY', type: 'LIMIT', … })", async () => {
    const order = await (await rest.newOrder(limit)).data()
    assert.equal(order.status, 'NEW')
    resting.id = order.orderId ?? 0
  }),
  works("restAPI.getOrder({ symbol: 'BTCIDR', orderId })", async () => {
    const order = await (await rest.getOrder({ symbol, orderId: resting.id })).data()
    assert.equal(order.origQty, '0.01000000')
  }),
  works("restAPI.getOpenOrders({ symbol: 'BTCIDR' })", async () => {
    assert.equal((await (await rest.getOpenOrders({ symbol })).data()).length, 1)
  }),
  works("restAPI.deleteOrder({ symbol: 'BTCIDR', orderId })", async () => {
    const order = await (await rest.deleteOrder({ symbol, orderId: resting.id })).data()
    assert.equal(order.status, 'CANCELED')
  }),
  works("restAPI.newOrder({ symbol: 'BTCIDR', side: 'BUY', type: 'MARKET', … })", async () => {
    const market = { side: NewOrderSideEnum.BUY, type: NewOrderTypeEnum.MARKET }
    const order = await (await rest.newOrder({ symbol, ...market, quantity: 0.01 })).data()
    assert.equal(order.fills?.length, 1)
  }),
  works("restAPI.deleteOpenOrders({ symbol: 'BTCIDR' })", async () => {
    await rest.newOrder(limit)
    assert.equal((await (await rest.deleteOpenOrders({ symbol })).data()).length, 1)
  }),
]

const limit = {
  symbol,
  side: NewOrderSideEnum.BUY,
  type: NewOrderTypeEnum.LIMIT,
  timeInForce: NewOrderTimeInForceEnum.GTC,
  quantity: 0.01,
  price: 1_600_000_000,
}

const accountCalls = ({ rest }: Setting): readonly Call[] => [
  works("restAPI.allOrders({ symbol: 'BTCIDR' })", async () => {
    assert.equal((await (await rest.allOrders({ symbol })).data()).length, 3)
  }),
  works("restAPI.myTrades({ symbol: 'BTCIDR' })", async () => {
    assert.equal((await (await rest.myTrades({ symbol })).data()).length, 1)
  }),
  works('restAPI.getAccount({ omitZeroBalances: true })', async () => {
    const { balances } = await (await rest.getAccount({ omitZeroBalances: true })).data()
    assert.equal(balances?.length, 7)
  }),
  works("restAPI.accountCommission({ symbol: 'BTCIDR' })", async () => {
    const { standardCommission } = await (await rest.accountCommission({ symbol })).data()
    assert.equal(standardCommission?.maker, '0.00100000')
  }),
  works('restAPI.rateLimitOrder()', async () => {
    const limits = await (await rest.rateLimitOrder()).data()
    assert.equal(Number(limits[0]?.count), 3)
  }),
]

/** Waits for the first message of a stream; fails after ten seconds. */
const first = <Message>(listen: (hear: (message: Message) => void) => void): Promise<Message> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('nothing was pushed')), 10_000)
    listen((message) => {
      clearTimeout(late)
      resolve(message)
    })
  })

const streamCalls = (wsURL: string, { control }: Setting): readonly Call[] => {
  const client = new Spot({
    configurationWebsocketAPI: { apiKey, apiSecret, wsURL: `${wsURL}/ws-api/v3` },
    configurationWebsocketStreams: { wsURL },
  })
  return [
    works("websocketAPI: exchangeInfo({ symbol: 'BTCIDR' })", async () => {
      const connection = await client.websocketAPI.connect()
      const { data } = await connection.exchangeInfo({ symbol })
      assert.match(JSON.stringify(data), /"symbols":\[\{"symbol":"BTCIDR"/)
      const account = await connection.accountStatus()
      assert.equal(account.data?.canTrade, true)
      const { data: ticker } = await connection.ticker24hr({ symbol })
      assert.ok(ticker)
      await connection.disconnect()
    }),
    works('websocketAPI: userDataStreamSubscribeSignature()', async () => {
      const connection = await client.websocketAPI.connect()
      const { stream } = await connection.userDataStreamSubscribeSignature()
      const event = first((hear) => stream.on('message', hear))
      await control('POST', '/venue/pace', { walk: true })
      assert.ok(await Promise.all([event, connection.orderPlace(marketOrder)]))
      await connection.disconnect()
    }),
    works("websocketStreams: aggTrade({ symbol: 'BTCIDR' })", async () => {
      const connection = await client.websocketStreams.connect()
      const stream = connection.aggTrade({ symbol })
      const trade = await first<{ s?: string }>((hear) => stream.on('message', hear))
      assert.equal(trade.s, symbol)
      await connection.disconnect()
    }),
    works("websocketStreams: partialBookDepth({ symbol: 'BTCIDR', levels: '20' })", async () => {
      const connection = await client.websocketStreams.connect()
      const levels = SpotWebsocketStreams.PartialBookDepthLevelsEnum.LEVELS_20
      const stream = connection.partialBookDepth({ symbol, levels })
      const { bids, asks } = await first<Depth>((hear) => stream.on('message', hear))
      assert.deepEqual([bids?.length, asks?.length], [20, 20])
      await connection.disconnect()
    }),
  ]
}

const marketOrder = {
  symbol,
  side: SpotWebsocketAPI.OrderPlaceSideEnum.BUY,
  type: SpotWebsocketAPI.OrderPlaceTypeEnum.MARKET,
  quantity: 0.01,
}

/** The venue's official client. */
export const binanceSpot: Client = {
  package: '@binance/spot',
  emulator: 'venue',
  setUp: '`configurationRestAPI.basePath` for HTTP, `wsURL` of both WebSocket configurations.',
  calls({ sandbox, control }) {
    const basePath = `${sandbox.url}/venue`
    const { restAPI } = new Spot({ configurationRestAPI: { apiKey, apiSecret, basePath } })
    const setting = { rest: restAPI, control, resting: { id: 0 } }
    return [
      ...[marketCalls, tickerCalls, orderCalls, accountCalls].flatMap((calls) => calls(setting)),
      ...streamCalls(basePath.replace(/^http/, 'ws'), setting),
    ]
  },
}
