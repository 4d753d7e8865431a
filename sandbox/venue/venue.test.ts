import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { z } from 'zod'
import { Callbacks, eventually, type Rig, startRig, testSecrets } from '../test-rig.ts'
import { asked, limit, listen, market, signed } from './test-calls.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const still = () => rig.control('POST', '/venue/pace', { walk: false })
const call = (method: string, path: string, params: Readonly<Record<string, string>> = {}) =>
  signed(rig.sandbox.url, method, path, params)

const atMarket = (id: string, change: Readonly<Record<string, string>> = {}) => ({
  symbol: 'BTCIDR',
  side: 'BUY',
  type: 'MARKET',
  quantity: '0.01',
  newClientOrderId: id,
  ...change,
})

const codeIn = (json: unknown) => z.object({ code: z.number() }).parse(json).code
const callbacks = async () =>
  Callbacks.parse((await rig.control('GET', '/callbacks?provider=venue')).json)
const held = async (asset: string) => {
  const account = await call('GET', '/account')
  const Account = z.object({
    balances: z.array(z.object({ asset: z.string(), free: z.string(), locked: z.string() })),
  })
  const found = Account.parse(account.json).balances.find((one) => one.asset === asset)
  return [found?.free, found?.locked]
}

const Report = z.record(z.string(), z.unknown())

test('only calls signed with our key over their content, in time, are accepted', async () => {
  const at = Date.now()
  const cases: readonly [Parameters<typeof asked>[1], number, number][] = [
    [{ key: '' }, 401, -2014],
    [{ key: 'somebody' }, 401, -2015],
    [{ secret: 'another' }, 400, -1022],
    [{ timestamp: at - 6_000 }, 400, -1021],
    [{ timestamp: at + 60_000 }, 400, -1021],
    [{ timestamp: at - 6_000, recvWindow: '10000' }, 200, 0],
    [{ recvWindow: '60001' }, 400, -1131],
  ]
  for (const [change, status, code] of cases) {
    const answer = await asked(rig.sandbox.url, change)
    assert.equal(answer.status, status, answer.text)
    if (code !== 0) assert.equal(codeIn(answer.json), code)
  }
})

test('an order id is never reused after a restart of the sandbox', async (t) => {
  const idOf = ({ json }: { json: unknown }) => z.object({ orderId: z.int() }).parse(json).orderId
  const before = [1, 2, 3].map(async (n) => idOf(await call('POST', '/order', limit(`t-${n}`))))
  const highest = Math.max(...(await Promise.all(before)))
  const anew = await startRig()
  t.after(() => anew.close())
  const order = await signed(anew.sandbox.url, 'POST', '/order', limit('t-1'))
  assert.ok(idOf(order) > highest, `${idOf(order)} after ${highest}`)
})

test('a limit order rests, is filled in parts, and each part is reported once', async () => {
  await still()
  const placed = await call('POST', '/order', limit('t-1'))
  assert.match(placed.text, /"status":"NEW".*"fills":\[\]/)
  assert.deepEqual(await held('IDR'), ['99999984000000.00000000', '16000000.00000000'])
  await rig.control('POST', '/venue/fills', { clientOrderId: 't-1', quantity: '0.004' })
  const part = await call('GET', '/order', { symbol: 'BTCIDR', origClientOrderId: 't-1' })
  assert.match(part.text, /"executedQty":"0.00400000".*"status":"PARTIALLY_FILLED"/)
  await rig.control('POST', '/venue/price', { symbol: 'BTCIDR', price: '1600000000' })
  const whole = await call('GET', '/order', { symbol: 'BTCIDR', origClientOrderId: 't-1' })
  assert.match(whole.text, /"cummulativeQuoteQty":"16000000.00000000","status":"FILLED"/)
  assert.deepEqual(await held('IDR'), ['99999984000000.00000000', '0.00000000'])
  assert.deepEqual(await held('BTC'), ['10000.00999000', '0.00000000'])
  const reports = (await callbacks()).map(({ body }) => {
    const { x, X, l, z: total } = Report.parse(JSON.parse(body))
    return [x, X, l, total]
  })
  assert.deepEqual(reports, [
    ['NEW', 'NEW', '0.00000000', '0.00000000'],
    ['TRADE', 'PARTIALLY_FILLED', '0.00400000', '0.00400000'],
    ['TRADE', 'FILLED', '0.00600000', '0.01000000'],
  ])
})

test('callbacks are signed with their time', async () => {
  await call('POST', '/order', limit('t-1'))
  const [one] = await callbacks()
  assert.equal(one?.path, '/api/webhook/venue')
  const text = `${one?.headers['x-venue-timestamp']}.${one?.body}`
  const expected = createHmac('sha256', testSecrets.venueWebhookSecret).update(text).digest('hex')
  assert.equal(one?.headers['x-venue-signature'], expected)
})

test('a market order is filled at the price, a large one in several trades', async () => {
  await still()
  const small = await call('POST', '/order', atMarket('t-1'))
  assert.match(small.text, /"status":"FILLED".*"price":"1640000000.00000000","qty":"0.01000000"/)
  const large = await call('POST', '/order', atMarket('t-2', { quantity: '0.4' }))
  const fills = z.object({ fills: z.array(z.object({ qty: z.string() })) }).parse(large.json).fills
  assert.equal(fills.length, 4)
  const spent = { ...atMarket('t-3'), quoteOrderQty: '1000000' }
  const { quantity: _, ...byCost } = spent
  const bought = await call('POST', '/order', byCost)
  assert.match(bought.text, /"executedQty":"0.00060000".*"status":"FILLED"/)
  const sold = await call('POST', '/order', atMarket('t-4', { side: 'SELL' }))
  assert.match(sold.text, /"commission":"16400.00000000","commissionAsset":"IDR"/)
})

const immediate = (id: string, change: Readonly<Record<string, string>> = {}) =>
  limit(id, { timeInForce: 'IOC', price: '1640000002', ...change })

/** Three sell offers and one buy offer. */
const thinDepth = () =>
  rig.control('POST', '/venue/depth', {
    symbol: 'BTCIDR',
    asks: [
      ['1640000001', '0.004'],
      ['1640000002', '0.003'],
      ['1640000009', '5'],
    ],
    bids: [['1639999999', '0.002']],
  })

test('an immediate order takes the depth within its price, and the rest expires', async () => {
  await still()
  await thinDepth()
  const part = await call('POST', '/order', immediate('i-1'))
  const Placed = z.object({
    status: z.string(),
    timeInForce: z.string(),
    executedQty: z.string(),
    fills: z.array(z.object({ price: z.string(), qty: z.string() })),
  })
  const { status, timeInForce, executedQty, fills } = Placed.parse(part.json)
  assert.deepEqual([status, timeInForce, executedQty], ['EXPIRED', 'IOC', '0.00700000'])
  assert.deepEqual(
    fills.map(({ price, qty }) => [price, qty]),
    [
      ['1640000001.00000000', '0.00400000'],
      ['1640000002.00000000', '0.00300000'],
    ],
  )
  assert.equal((await held('IDR'))[1], '0.00000000')
  const depth = (await market(rig.sandbox.url, '/depth?symbol=BTCIDR')).text
  assert.match(depth, /"asks":\[\["1640000009\.0+","5\.0+"\]\]/)
  const none = await call('POST', '/order', immediate('i-2'))
  assert.match(none.text, /"executedQty":"0.00000000".*"status":"EXPIRED".*"fills":\[\]/)
  const sold = await call('POST', '/order', immediate('i-3', { side: 'SELL', price: '1600000000' }))
  assert.match(sold.text, /"executedQty":"0.00200000".*"status":"EXPIRED"/)
  const all = await call('POST', '/order', immediate('i-4', { price: '1700000000' }))
  assert.match(all.text, /"status":"FILLED".*"price":"1640000009.00000000"/)
  const reports = (await callbacks()).map(({ body }) => {
    const { c, x, X, f } = Report.parse(JSON.parse(body))
    return [c, x, X, f]
  })
  assert.deepEqual(reports.slice(0, 4), [
    ['i-1', 'NEW', 'NEW', 'IOC'],
    ['i-1', 'TRADE', 'PARTIALLY_FILLED', 'IOC'],
    ['i-1', 'TRADE', 'PARTIALLY_FILLED', 'IOC'],
    ['i-1', 'EXPIRED', 'EXPIRED', 'IOC'],
  ])
})

test('a fill-or-kill order is filled whole or expires whole', async () => {
  await still()
  await thinDepth()
  const none = await call('POST', '/order', immediate('f-1', { timeInForce: 'FOK' }))
  assert.match(none.text, /"executedQty":"0.00000000".*"status":"EXPIRED"/)
  const whole = { timeInForce: 'FOK', quantity: '0.007' }
  assert.match((await call('POST', '/order', immediate('f-2', whole))).text, /"status":"FILLED"/)
  const resting = await call('POST', '/order', limit('f-3', { price: '1640000008' }))
  assert.match(resting.text, /"status":"NEW"/)
  await rig.control('POST', '/venue/depth', { symbol: 'BTCIDR', asks: [], bids: [] })
  assert.match((await call('POST', '/order', atMarket('f-4'))).text, /"status":"EXPIRED"/)
  const empty = (await market(rig.sandbox.url, '/ticker/bookTicker?symbol=BTCIDR')).text
  assert.match(empty, /"bidPrice":"0\.0+".*"askPrice":"0\.0+"/)
})

test('an immediate order waits for control calls while orders meet no market', async () => {
  await rig.control('POST', '/venue/pace', { walk: false, match: false })
  assert.match((await call('POST', '/order', immediate('w-1'))).text, /"status":"NEW"/)
  await rig.control('POST', '/venue/fills', { clientOrderId: 'w-1', quantity: '0.004' })
  const ended = await rig.control('POST', '/venue/orders/end', {
    clientOrderId: 'w-1',
    status: 'EXPIRED',
  })
  assert.match(JSON.stringify(ended.json), /"executedQty":"0.00400000".*"status":"EXPIRED"/)
})

test('every filter and every bad parameter is refused by its code', async () => {
  await still()
  const cases: readonly [Readonly<Record<string, string>>, number, RegExp][] = [
    [limit('t', { price: '1600000000.5' }), -1013, /PRICE_FILTER/],
    [limit('t', { price: '2000000000' }), -1013, /PERCENT_PRICE_BY_SIDE/],
    [limit('t', { quantity: '0.000011' }), -1013, /LOT_SIZE/],
    [limit('t', { quantity: '3.00001' }), -1013, /LOT_SIZE/],
    [limit('t', { quantity: '0.00001' }), -1013, /NOTIONAL/],
    [atMarket('t', { quantity: '0.6' }), -1013, /MARKET_LOT_SIZE/],
    [limit('t', { quantity: '1e-2' }), -1100, /quantity/],
    [limit('t', { quantity: '0.012345678901' }), -1111, /precision/],
    [limit('t.1'), -1100, /newClientOrderId/],
    [limit('t', { symbol: 'DOGEIDR' }), -1121, /Invalid symbol/],
    [limit('t', { side: 'HOLD' }), -1117, /side/],
    [limit('t', { type: 'STOP' }), -1116, /orderType/],
    [limit('t', { timeInForce: 'GTX' }), -1115, /timeInForce/],
    [atMarket('t', { price: '1' }), -1106, /price/],
    [atMarket('t', { timeInForce: 'IOC' }), -1106, /timeInForce/],
    [limit('t', { type: 'LIMIT_MAKER' }), -1106, /timeInForce/],
    [limit('t', { quoteOrderQty: '1000000' }), -1106, /quoteOrderQty/],
    [immediate('t', { price: '1640000000.5' }), -1013, /PRICE_FILTER/],
    [immediate('t', { price: '1900000000' }), -1013, /PERCENT_PRICE_BY_SIDE/],
    [immediate('t', { quantity: '3.00001' }), -1013, /LOT_SIZE/],
    [immediate('t', { quantity: '0.00001' }), -1013, /NOTIONAL/],
    [limit('t', { pony: '1' }), -1104, /parameters/],
  ]
  for (const [params, code, words] of cases) {
    for (const path of ['/order', '/order/test']) {
      const answer = await call('POST', path, params)
      assert.equal(answer.status, 400, answer.text)
      assert.equal(codeIn(answer.json), code, answer.text)
      assert.match(answer.text, words)
    }
  }
  const { price: _, ...unpriced } = limit('t')
  assert.equal(codeIn((await call('POST', '/order', unpriced)).json), -1102)
  const { timeInForce: _time, ...untimed } = limit('t')
  assert.equal(codeIn((await call('POST', '/order', untimed)).json), -1102)
  assert.deepEqual((await call('POST', '/order/test', limit('t'))).json, {})
  assert.equal((await call('GET', '/openOrders')).text, '[]')
})

test('an id is one open order at a time, and an order needs its money', async () => {
  await still()
  await call('POST', '/order', limit('t-1'))
  const twin = await call('POST', '/order', limit('t-1'))
  assert.deepEqual([codeIn(twin.json), /Duplicate/.test(twin.text)], [-2010, true])
  await rig.control('POST', '/venue/balances', { asset: 'IDR', free: '1000000' })
  const poor = await call('POST', '/order', limit('t-2'))
  assert.deepEqual([codeIn(poor.json), /insufficient/.test(poor.text)], [-2010, true])
})

test('a cancel frees the rest, under its own id; another cancel finds nothing', async () => {
  await still()
  await call('POST', '/order', limit('t-1'))
  const params = { symbol: 'BTCIDR', origClientOrderId: 't-1', newClientOrderId: 'c-1' }
  const gone = await call('DELETE', '/order', params)
  assert.match(gone.text, /"clientOrderId":"c-1".*"status":"CANCELED".*"origClientOrderId":"t-1"/)
  assert.deepEqual(await held('IDR'), ['100000000000000.00000000', '0.00000000'])
  assert.equal(codeIn((await call('DELETE', '/order', params)).json), -2011)
  const unknown = { symbol: 'BTCIDR', origClientOrderId: 't-9' }
  assert.equal(codeIn((await call('GET', '/order', unknown)).json), -2013)
  const last = Report.parse(JSON.parse((await callbacks()).at(-1)?.body ?? ''))
  assert.deepEqual([last['x'], last['c'], last['C']], ['CANCELED', 'c-1', 't-1'])
})

test('a response can be dropped after the work, or be an uninformative error', async () => {
  await still()
  const lost = { provider: 'venue', fault: 'drop-response', path: '/api/v3/order', times: 1 }
  await rig.control('POST', '/faults', lost)
  await assert.rejects(call('POST', '/order', limit('t-1')))
  await rig.control('POST', '/venue/answers', { code: -1007 })
  assert.equal(codeIn((await call('POST', '/order', limit('t-2'))).json), -1007)
  await rig.control('POST', '/venue/answers', { code: -1007, does: false })
  await call('POST', '/order', limit('t-3'))
  const open = await call('GET', '/openOrders', { symbol: 'BTCIDR' })
  assert.deepEqual(
    [...open.text.matchAll(/"clientOrderId":"(t-\d)"/g)].map(([, id]) => id),
    ['t-1', 't-2'],
  )
})

test('excessive requests get a wait, and then a ban', async () => {
  await rig.control('POST', '/venue/limits', { weight: 10, orders: 1 })
  const first = await call('POST', '/order', limit('t-1'))
  assert.equal(first.status, 200)
  assert.equal(codeIn((await call('POST', '/order', limit('t-2'))).json), -1015)
  const statuses: number[] = []
  for (let round = 0; round < 9; round += 1)
    statuses.push((await market(rig.sandbox.url, '/depth?symbol=BTCIDR')).status)
  assert.ok(statuses.includes(429) && statuses.at(-1) === 418, statuses.join())
})

test('market data agrees with itself, and a candle is the same at any time', async () => {
  await still()
  await rig.control('POST', '/venue/price', { symbol: 'XRPIDR', price: '41234' })
  const get = async (path: string) => (await market(rig.sandbox.url, path)).text
  assert.equal(
    await get('/ticker/price?symbol=XRPIDR'),
    '{"symbol":"XRPIDR","price":"41234.00000000"}',
  )
  assert.match(
    await get('/ticker/bookTicker?symbol=XRPIDR'),
    /"bidPrice":"41233\.0+".*"askPrice":"41235\.0+"/,
  )
  assert.match(await get('/depth?symbol=XRPIDR&limit=1'), /"bids":\[\["41233\.0+","[0-9.]+"\]\]/)
  const hour = '/klines?symbol=XRPIDR&interval=1h&startTime=1700000000000&limit=3'
  const [first, second] = [await get(hour), await get(hour)]
  assert.equal(first, second)
  const opened = z.array(z.tuple([z.number()]).rest(z.unknown())).parse(JSON.parse(first))
  assert.deepEqual(
    opened.map(([at]) => at),
    [1700002800000, 1700006400000, 1700010000000],
  )
  assert.equal(
    codeIn((await market(rig.sandbox.url, '/klines?symbol=XRPIDR&interval=7m')).json),
    -1120,
  )
  const openingsOf = async (query: string) =>
    z
      .array(z.tuple([z.number()]).rest(z.unknown()))
      .parse(JSON.parse(await get(`/klines?symbol=XRPIDR&${query}`)))
      .map((candle) => [candle[0], candle[6]].map((at) => new Date(Number(at)).toISOString()))
  assert.deepEqual(await openingsOf('interval=1M&startTime=1705000000000&limit=2'), [
    ['2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
    ['2024-03-01T00:00:00.000Z', '2024-03-31T23:59:59.999Z'],
  ])
  assert.deepEqual(await openingsOf('interval=1w&startTime=1705000000000&limit=1'), [
    ['2024-01-15T00:00:00.000Z', '2024-01-21T23:59:59.999Z'],
  ])
  assert.deepEqual(await openingsOf('interval=1w&endTime=1705000000000&limit=2'), [
    ['2024-01-01T00:00:00.000Z', '2024-01-07T23:59:59.999Z'],
    ['2024-01-08T00:00:00.000Z', '2024-01-14T23:59:59.999Z'],
  ])
  const two = encodeURIComponent('["BTCIDR","ETHIDR"]')
  assert.match(await get(`/exchangeInfo?symbols=${two}`), /"minNotional":"20000.00"/)
  assert.equal(codeIn((await market(rig.sandbox.url, '/exchangeInfo?symbol=DOGEIDR')).json), -1121)
})

test('the price moves by itself and stays near its start', async () => {
  const price = async () => (await market(rig.sandbox.url, '/ticker/price?symbol=BTCIDR')).text
  const before = await price()
  await eventually(async () => (await price()) !== before)
})

test('subscribers with a signature receive events on the stream', async () => {
  await still()
  const line = await listen(rig.sandbox.url)
  const refused = await line.ask('userDataStream.subscribe.signature', { secret: 'another' })
  assert.match(JSON.stringify(refused), /"code":-1022/)
  const subscribed = await line.ask('userDataStream.subscribe.signature', {})
  assert.match(JSON.stringify(subscribed), /"status":200.*"subscriptionId":1/)
  assert.match(JSON.stringify(await line.ask('ping', { unsigned: true })), /"status":200/)
  const twice = { provider: 'venue', fault: 'duplicate-callbacks', path: '/ws', times: 1 }
  await rig.control('POST', '/faults', twice)
  await call('POST', '/order', limit('t-1'))
  await eventually(() => line.received.length === 2)
  const [event] = line.received
  assert.match(JSON.stringify(event), /"subscriptionId":1,"event":\{"e":"executionReport"/)
  await rig.control('POST', '/venue/stream', { drop: true })
  await line.closed
})

test('any text can be signed and delivered once, and the response is reported', async () => {
  const event = await rig.control('POST', '/venue/events', { body: '{"e":"heartbeat"}' })
  assert.deepEqual(event.json, { status: 200, body: '{"seen":true}' })
})
