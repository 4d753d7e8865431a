import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, afterEach, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { type Clock, systemClock } from '../../base/clock.ts'
import { systemRandom } from '../../base/secrets/crypto.ts'
import type { Answer } from '../outbound.ts'
import { selfTradeModes } from './symbol-states.ts'
import { connectVenue, type NewVenueOrder, type Venue } from './venue.ts'

let rig: Rig
before(async () => {
  rig = await startRig(1_000)
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const Texts = z.array(z.string())

type ConnectionChange = Readonly<{
  apiKey?: string
  baseUrl?: string
  timeoutMs?: number
  clock?: Clock
}>

function connect({
  apiKey = testSecrets.venueApiKey,
  baseUrl = `${rig.sandbox.url}/venue`,
  timeoutMs = 10_000,
  clock,
}: ConnectionChange = {}) {
  return connectVenue(
    {
      baseUrl,
      streamUrl: null,
      marketStreamUrl: null,
      apiKey,
      apiSecret: testSecrets.venueApiSecret,
      webhookSecrets: [testSecrets.venueWebhookSecret],
      selfTradeModes,
      prices: true,
    },
    {
      clock: clock ?? systemClock,
      log: pino({ level: 'silent' }),
      random: systemRandom,
      timeoutMs,
    },
  )
}

const still = (match = true) => rig.control('POST', '/venue/pace', { walk: false, match })
const fault = (name: string, change: object = {}) =>
  rig.control('POST', '/faults', { provider: 'venue', fault: name, times: 1, ...change })

const limit = (clientOrderId: string, change: object = {}): NewVenueOrder => ({
  symbol: 'BTCIDR',
  side: 'BUY',
  clientOrderId,
  quantity: '0.01',
  price: '1600000000',
  rests: true,
  ...change,
})
const immediate = (clientOrderId: string, change: object = {}): NewVenueOrder =>
  limit(clientOrderId, { side: 'SELL', rests: false, ...change })

function known<Value>(answer: Answer<Value>): Value {
  assert.ok(answer.kind === 'accepted', JSON.stringify(answer))
  return answer.value
}

const inShort = <Value>(answer: Answer<Value>): string =>
  answer.kind === 'accepted'
    ? 'accepted'
    : answer.kind === 'rejected'
      ? `rejected ${answer.code}`
      : `unknown ${answer.why}`

const ours = (clientOrderId: string) => ({ symbol: 'BTCIDR', clientOrderId })

describe('an order', () => {
  test('is found by our id with the digits that were sent, until it is cancelled', async () => {
    await still()
    const venue = connect()
    const { order: placed } = known(await venue.placeOrder(limit('o-1', { quantity: '0.12345' })))
    const found = known(await venue.findOrder(ours('o-1')))
    assert.deepEqual(found, placed)
    assert.deepEqual(
      [found.quantity, found.price, found.status, found.executed],
      ['0.12345000', '1600000000.00000000', 'NEW', '0.00000000'],
    )
    assert.deepEqual(known(await venue.openOrders('BTCIDR')), [found])
    const gone = known(await venue.cancelOrder({ symbol: 'BTCIDR', orderId: found.orderId }))
    assert.deepEqual([gone.clientOrderId, gone.status], ['o-1', 'CANCELED'])
    assert.deepEqual(known(await venue.openOrders('BTCIDR')), [])
    const all = await venue.ordersFrom({ symbol: 'BTCIDR', orderId: found.orderId, limit: 10 })
    assert.deepEqual(known(all), [gone])
  })

  test('that is immediate is filled or expires, and its trades are listed', async () => {
    await still()
    const venue = connect()
    const { order: sold, fills } = known(await venue.placeOrder(immediate('m-1')))
    assert.deepEqual(
      fills.map(({ quantity, commissionAsset }) => [quantity, commissionAsset]),
      [['0.01000000', 'IDR']],
    )
    assert.deepEqual([sold.status, sold.quoteExecuted], ['FILLED', '16400000.00000000'])
    const missed = known(await venue.placeOrder(immediate('m-2', { side: 'BUY' })))
    assert.deepEqual(
      [missed.order.status, missed.order.executed, missed.fills],
      ['EXPIRED', '0.00000000', []],
    )
    const trades = await venue.trades({ symbol: 'BTCIDR', orderId: sold.orderId, limit: 10 })
    const [trade, ...more] = known(trades)
    assert.equal(more.length, 0)
    assert.ok(trade !== undefined && trade.atMs > 0)
    const { id, atMs, ...rest } = trade
    assert.deepEqual(rest, {
      symbol: 'BTCIDR',
      orderId: sold.orderId,
      price: '1640000000.00000000',
      quantity: '0.01000000',
      quote: '16400000.00000000',
      commission: '16400.00000000',
      commissionAsset: 'IDR',
      isBuyer: false,
      isMaker: false,
    })
    const since = { symbol: 'BTCIDR', fromId: id, limit: 1 }
    assert.deepEqual(known(await venue.trades(since)), [trade])
    const idr = known(await venue.balances()).find(({ asset }) => asset === 'IDR')
    assert.equal(idr?.free, '100000016383600.00000000')
  })

  test('can be judged without being placed', async () => {
    await still()
    const venue = connect()
    assert.equal(inShort(await venue.testOrder(limit('t-1'))), 'accepted')
    assert.equal(inShort(await venue.testOrder(limit('t-1', { price: '0.5' }))), 'rejected -1013')
    assert.equal(inShort(await venue.findOrder(ours('t-1'))), 'rejected -2013')
  })

  test('is refused by its code, and then was never placed', async () => {
    await still()
    const venue = connect()
    const refused: readonly [NewVenueOrder, string][] = [
      [limit('r', { quantity: '0.000001' }), '-1013'],
      [limit('r', { symbol: 'DOGEIDR' }), '-1121'],
      [limit('r.1'), '-1100'],
    ]
    for (const [wanted, code] of refused) {
      assert.equal(inShort(await venue.placeOrder(wanted)), `rejected ${code}`)
    }
    await rig.control('POST', '/venue/balances', { asset: 'IDR', free: '1' })
    assert.equal(inShort(await venue.placeOrder(limit('r'))), 'rejected -2010')
    assert.equal(inShort(await venue.cancelOrder(ours('r'))), 'rejected -2011')
    assert.equal(inShort(await venue.findOrder(ours('r'))), 'rejected -2013')
  })
})

describe('a response that leaves it open', () => {
  test('is unknown, and the order is found that was placed all the same', async () => {
    await still()
    await fault('drop-response', { path: '/api/v3/order' })
    assert.equal(inShort(await connect().placeOrder(limit('u-0'))), 'unknown connection-lost')
    const cases = [
      [-1007, 400, 'timeout'],
      [-1006, 400, 'server-error'],
      [-1000, 500, 'server-error'],
      [-1007, 504, 'server-error'],
    ] as const
    for (const [at, [code, status, why]] of cases.entries()) {
      await rig.control('POST', '/venue/answers', { code, status })
      assert.equal(inShort(await connect().placeOrder(limit(`u-${at + 1}`))), `unknown ${why}`)
    }
    await fault('bad-json', { path: '/api/v3/order' })
    assert.equal(inShort(await connect().placeOrder(limit('u-5'))), 'unknown unreadable')
    for (const at of [0, 1, 2, 3, 4, 5]) {
      assert.equal(known(await connect().findOrder(ours(`u-${at}`))).status, 'NEW')
    }
  })

  test('may also be of an order that never was', async () => {
    await still()
    await rig.control('POST', '/venue/answers', { code: -1007, does: false })
    assert.equal(inShort(await connect().placeOrder(limit('n-1'))), 'unknown timeout')
    await fault('timeout', { path: '/api/v3/order', delayMs: 5_000 })
    const hurried = connect({ timeoutMs: 100 })
    assert.equal(inShort(await hurried.placeOrder(limit('n-2'))), 'unknown timeout')
    assert.equal(inShort(await connect().findOrder(ours('n-1'))), 'rejected -2013')
    assert.equal(inShort(await connect().findOrder(ours('n-2'))), 'rejected -2013')
  })

  test('does not concern the order if our own key is refused', async () => {
    const wrongKey = connect({ apiKey: 'somebody' })
    assert.equal(inShort(await wrongKey.findOrder(ours('k-1'))), 'unknown login-refused')
    assert.equal(inShort(await wrongKey.placeOrder(limit('k-1'))), 'unknown login-refused')
  })
})

describe('the time of the venue', () => {
  test('signs the calls, however wrong our clock is', async () => {
    const wrong: Clock = { ...systemClock, now: () => new Date(Date.now() - 3_600_000) }
    assert.equal(inShort(await connect({ clock: wrong }).balances()), 'accepted')
  })

  test('is measured again when it has moved, and the call is retried', async () => {
    const venue = connect()
    known(await venue.balances())
    await rig.control('POST', '/venue/clock', { offsetMs: 3_600_000 })
    assert.equal(inShort(await venue.balances()), 'accepted')
    const aheadMs = known(await venue.time()) - Date.now()
    assert.ok(Math.abs(aheadMs - 3_600_000) < 5_000)
  })
})

describe('an order with a deadline for sending', () => {
  test('is sent before it, and not after it', async () => {
    await still()
    const venue = connect()
    const { monotonicMs } = systemClock
    const late = await venue.placeOrder(limit('d-1'), { beforeMs: monotonicMs() - 1 })
    assert.equal(inShort(late), 'unknown overloaded')
    const soon = await venue.placeOrder(limit('d-2'), { beforeMs: monotonicMs() + 60_000 })
    assert.equal(inShort(soon), 'accepted')
    assert.equal(inShort(await venue.findOrder(ours('d-1'))), 'rejected -2013')
  })

  test('is not retried when the time of the venue took too long to measure', async () => {
    await still()
    const venue = connect()
    known(await venue.balances())
    await rig.control('POST', '/venue/clock', { offsetMs: 3_600_000 })
    await fault('latency', { path: '/api/v3/time', delayMs: 600 })
    const beforeMs = systemClock.monotonicMs() + 300
    assert.equal(inShort(await venue.placeOrder(limit('d-3'), { beforeMs })), 'unknown overloaded')
    assert.equal(inShort(await venue.findOrder(ours('d-3'))), 'rejected -2013')
  })
})

describe('the capacity of the venue', () => {
  test('is not used up: market data waits first, and orders last', async () => {
    await rig.control('POST', '/venue/limits', { weight: 200 })
    const venue = connect()
    known(await venue.markets(['BTCIDR'], 'account'))
    const turns: string[] = []
    for (let round = 0; round < 40; round += 1)
      turns.push(inShort(await venue.prices(['BTCIDR'], 'price')))
    assert.ok(turns.includes('accepted'))
    assert.equal(turns.at(-1), 'unknown throttled')
    assert.equal(inShort(await venue.placeOrder(limit('b-1'))), 'accepted')
  })

  test('is announced after an excess: no request is sent for the announced time', async () => {
    const venue = connect()
    await fault('error-429', { path: '/api/v3/account' })
    assert.equal(inShort(await venue.balances()), 'unknown throttled')
    const answer = await venue.findOrder(ours('b-1'))
    assert.ok(answer.kind === 'unknown' && answer.why === 'throttled')
    assert.equal(answer.retryAfterSeconds, 1)
    await systemClock.sleep(1_100)
    assert.equal(inShort(await venue.balances()), 'accepted')
  })

  test('is learnt for orders as well', async () => {
    await rig.control('POST', '/venue/limits', { orders: 1 })
    const venue: Venue = connect()
    known(await venue.markets(['BTCIDR'], 'account'))
    assert.equal(inShort(await venue.placeOrder(limit('b-1'))), 'accepted')
    assert.match(inShort(await venue.placeOrder(limit('b-2'))), /throttled|accepted/)
    assert.match(inShort(await venue.placeOrder(limit('b-3'))), /throttled|-1015/)
  })
})

describe('the market', () => {
  test("is the intersection of our pairs with the venue's, and no more", async () => {
    const found = known(await connect().markets(['BTCIDR', 'DOGEIDR', 'XRPIDR'], 'account'))
    assert.deepEqual(
      found.map(({ symbol, status }) => [symbol, status]),
      [
        ['BTCIDR', 'TRADING'],
        ['XRPIDR', 'TRADING'],
      ],
    )
    const notional = found[0]?.filters.find(({ filterType }) => filterType === 'NOTIONAL')
    assert.deepEqual([notional?.['minNotional'], notional?.['avgPriceMins']], ['20000.00', '5'])
  })

  test('is read in parts that the venue accepts, however many pairs there are', async (t) => {
    const server = createServer(({ url = '' }, reply) => {
      const { pathname, searchParams } = new URL(url, 'http://venue')
      const symbols = Texts.parse(JSON.parse(searchParams.get('symbols') ?? '[]'))
      const fields = { price: '2.0', bidPrice: '1.0', bidQty: '1', askPrice: '3.0', askQty: '1' }
      const tickers = symbols.map((symbol) => ({ symbol, ...fields }))
      const market = { status: 'TRADING', baseAsset: 'C', quoteAsset: 'IDR' }
      const listed = { ...market, orderTypes: [], filters: [] }
      const markets = symbols.map((symbol) => ({ ...listed, symbol }))
      const info = { rateLimits: [], exchangeFilters: [], symbols: markets }
      return reply.end(JSON.stringify(pathname.endsWith('exchangeInfo') ? info : tickers))
    })
    t.after(() => server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    assert.ok(typeof address === 'object' && address !== null)
    const venue = connect({ baseUrl: `http://127.0.0.1:${address.port}` })
    const symbols = Array.from({ length: 101 }, (_, at) => `C${at}IDR`)
    assert.deepEqual([...known(await venue.prices(symbols, 'price')).keys()], symbols)
    assert.deepEqual([...known(await venue.bestPrices(symbols, 'price')).keys()], symbols)
    const markets = known(await venue.markets(symbols, 'account'))
    assert.deepEqual(
      markets.map(({ symbol }) => symbol),
      symbols,
    )
  })

  test('has prices, the best of both sides, and candles', async () => {
    await still()
    await rig.control('POST', '/venue/price', { symbol: 'XRPIDR', price: '41234' })
    const venue = connect()
    const two = ['XRPIDR', 'BTCIDR']
    assert.equal(known(await venue.prices(two, 'price')).get('XRPIDR'), '41234.00000000')
    assert.deepEqual(known(await venue.bestPrices(two, 'price')).get('XRPIDR'), {
      bid: '41233.00000000',
      ask: '41235.00000000',
    })
    const query = { symbol: 'XRPIDR', interval: '1h', startTime: 1_700_000_000_000, limit: 2 }
    const candles = known(await venue.candles(query))
    assert.deepEqual(
      candles.map(({ openTime, closeTime }) => [openTime, closeTime]),
      [
        [1_700_002_800_000, 1_700_006_399_999],
        [1_700_006_400_000, 1_700_009_999_999],
      ],
    )
    const odd = await venue.candles({ ...query, interval: '7m' })
    assert.equal(inShort(odd), 'rejected -1120')
  })

  test('has a depth, and a side of it may be empty', async () => {
    await still()
    const venue = connect()
    const { bids, asks } = known(await venue.depth('BTCIDR', 'price'))
    assert.deepEqual(
      [bids[0], asks[0]],
      [
        { price: '1639999999.00000000', quantity: '0.51740000' },
        { price: '1640000001.00000000', quantity: '0.51740000' },
      ],
    )
    await rig.control('POST', '/venue/depth', {
      symbol: 'BTCIDR',
      bids: [],
      asks: [['1650000000', '2']],
    })
    const thin = known(await venue.depth('BTCIDR', 'price'))
    assert.deepEqual(thin, {
      bids: [],
      asks: [{ price: '1650000000.00000000', quantity: '2.00000000' }],
    })
    assert.deepEqual(known(await venue.bestPrices(['BTCIDR'], 'price')).get('BTCIDR'), {
      bid: null,
      ask: '1650000000.00000000',
    })
    assert.equal(inShort(await venue.depth('DOGEIDR', 'price')), 'rejected -1121')
  })

  test('that keeps failing is left out, and orders are queried all the same', async () => {
    const venue = connect()
    await fault('error-500', { path: '/api/v3/ticker', times: 100 })
    for (let round = 0; round < 6; round += 1) await venue.prices(['BTCIDR'], 'price')
    assert.equal(inShort(await venue.prices(['BTCIDR'], 'price')), 'unknown circuit-open')
    assert.equal(inShort(await venue.findOrder(ours('x'))), 'rejected -2013')
  })
})
