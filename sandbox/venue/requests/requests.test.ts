import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { z } from 'zod'
import { call, type Rig, startRig, testSecrets } from '../../test-rig.ts'
import { limit, listen, market, signed } from '../test-calls.ts'

type Params = Readonly<Record<string, string>>

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const send = (method: string, path: string, params: Params = {}) =>
  signed(rig.sandbox.url, method, path, params)
const read = (path: string) => market(rig.sandbox.url, path)
const codeIn = (json: unknown) => z.object({ code: z.number() }).parse(json).code

test('invalid parameters are refused with the code of their error', async () => {
  const cases: readonly [string, number][] = [
    ['/depth', -1102],
    ['/depth?symbol=', -1105],
    ['/depth?symbol=btcidr', -1100],
    ['/depth?symbol=DOGEIDR', -1121],
    ['/depth?symbol=BTCIDR&limit=ten', -1100],
    ['/depth?symbol=BTCIDR&limit=0', -1130],
    ['/depth?symbol=BTCIDR&limit=99999999999999999999', -1108],
    ['/depth?symbol=BTCIDR&symbol=BTCIDR', -1101],
    ['/depth?symbol=BTCIDR&depth=5', -1104],
    ['/time?now=1', -1101],
    ['/klines?symbol=BTCIDR', -1102],
    ['/klines?symbol=BTCIDR&interval=1h&startTime=yesterday', -1100],
    ['/exchangeInfo?symbol=BTCIDR&permissions=SPOT', -1128],
    ['/exchangeInfo?symbolStatus=OPEN', -1122],
  ]
  for (const [path, code] of cases) {
    const { status, text, json } = await read(path)
    assert.deepEqual([status, codeIn(json)], [400, code], `${path}: ${text}`)
  }
})

test('a call with an empty JSON body is served, and a JSON body is not read', async () => {
  const post = async (query: string, body: string) => {
    const url = `${rig.sandbox.url}/venue/api/v3/order?${query}`
    const headers = { 'content-type': 'application/json', 'x-mbx-apikey': testSecrets.venueApiKey }
    return await (await fetch(url, { method: 'POST', headers, body })).json()
  }
  assert.equal(codeIn(await post('', '{"symbol":"BTCIDR"}')), -1102)
  assert.equal(codeIn(await post('signature=00&timestamp=1', '')), -1022)
})

test('paths that the venue does not have are a page of the server in front of it', async () => {
  const unknown = await fetch(`${rig.sandbox.url}/venue/api/v3/nothing`)
  assert.equal(unknown.status, 404)
  assert.match(unknown.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(await unknown.text(), /<title>404 Not Found<\/title>/)
  const gone = await call(`${rig.sandbox.url}/venue/api/v3/userDataStream`, 'POST')
  assert.deepEqual([gone.status, /410 Gone/.test(gone.text)], [410, true])
})

test('all open orders of one symbol are cancelled at once, under one id', async () => {
  await rig.control('POST', '/venue/pace', { walk: false })
  assert.equal(codeIn((await send('DELETE', '/openOrders', { symbol: 'BTCIDR' })).json), -2011)
  await send('POST', '/order', limit('a-1'))
  await send('POST', '/order', limit('a-2'))
  await send('POST', '/order', limit('a-3', { symbol: 'ETHIDR', price: '50000000' }))
  const Cancelled = z.array(z.object({ origClientOrderId: z.string(), clientOrderId: z.string() }))
  const { json } = await send('DELETE', '/openOrders', { symbol: 'BTCIDR' })
  const rows = Cancelled.parse(json)
  assert.deepEqual(
    rows.map(({ origClientOrderId }) => origClientOrderId),
    ['a-1', 'a-2'],
  )
  assert.equal(new Set(rows.map(({ clientOrderId }) => clientOrderId)).size, 1)
  assert.match((await send('GET', '/openOrders')).text, /"clientOrderId":"a-3"/)
})

test('an order is found by both of its ids only if both are its own', async () => {
  await rig.control('POST', '/venue/pace', { walk: false })
  const placed = await send('POST', '/order', limit('b-1'))
  const { orderId } = z.object({ orderId: z.int() }).parse(placed.json)
  const both = (origClientOrderId: string) => ({
    symbol: 'BTCIDR',
    orderId: `${orderId}`,
    origClientOrderId,
  })
  assert.equal((await send('GET', '/order', both('b-1'))).status, 200)
  assert.equal(codeIn((await send('GET', '/order', both('b-2'))).json), -2013)
  assert.equal(codeIn((await send('DELETE', '/order', both('b-2'))).json), -2011)
  assert.equal(codeIn((await send('GET', '/order', { symbol: 'BTCIDR' })).json), -1102)
  const restricted = { ...both('b-1'), cancelRestrictions: 'ONLY_PARTIALLY_FILLED' }
  const kept = await send('DELETE', '/order', restricted)
  assert.match(kept.text, /-2011.*cancel restrictions/)
  const odd = { ...both('b-1'), cancelRestrictions: 'NEVER' }
  assert.equal(codeIn((await send('DELETE', '/order', odd)).json), -1145)
})

test('lists without a beginning end with the newest rows', async () => {
  await rig.control('POST', '/venue/pace', { walk: false })
  for (const id of ['c-1', 'c-2', 'c-3']) await send('POST', '/order', limit(id))
  const newest = await send('GET', '/allOrders', { symbol: 'BTCIDR', limit: '1' })
  assert.match(newest.text, /"clientOrderId":"c-3"/)
  const first = { symbol: 'BTCIDR', limit: '1', startTime: `${Date.now() - 60_000}` }
  assert.match((await send('GET', '/allOrders', first)).text, /"clientOrderId":"c-1"/)
  const mixed = { symbol: 'BTCIDR', orderId: '1', startTime: '1' }
  assert.equal(codeIn((await send('GET', '/myTrades', mixed)).json), -1128)
})

test('limits are reported as the real ones, and each refusal by its own', async () => {
  const Limits = z.object({ rateLimits: z.array(z.record(z.string(), z.unknown())) })
  const { rateLimits } = Limits.parse((await read('/exchangeInfo?symbol=BTCIDR')).json)
  assert.deepEqual(
    rateLimits.map((one) => Object.values(one)),
    [
      ['REQUEST_WEIGHT', 'MINUTE', 1, 6_000],
      ['ORDERS', 'SECOND', 10, 100],
      ['ORDERS', 'DAY', 1, 200_000],
      ['RAW_REQUESTS', 'MINUTE', 5, 61_000],
    ],
  )
  await rig.control('POST', '/venue/limits', { orders: 0 })
  const tooMany = await send('POST', '/order', limit('d-1'))
  assert.deepEqual([tooMany.status, codeIn(tooMany.json)], [429, -1015])
  await rig.control('POST', '/venue/limits', { weight: 1 })
  const heavy = await fetch(`${rig.sandbox.url}/venue/api/v3/ticker/24hr`)
  assert.equal(heavy.status, 429)
  assert.ok(Number(heavy.headers.get('retry-after')) > 0)
  assert.ok(Number(heavy.headers.get('x-mbx-used-weight-1m')) >= 80)
})

test('the wallet shows balances and fees; margin pairs need only a key', async () => {
  const coins = await send('GET', '/sapi/v1/capital/config/getall')
  assert.match(coins.text, /"coin":"BTC".*"free":"10000\.00000000".*"network":"BTC"/)
  const fee = await send('GET', '/sapi/v1/asset/tradeFee', { symbol: 'BTCIDR' })
  assert.match(fee.text, /^\[\{"symbol":"BTCIDR","makerCommission":"0\.001"/)
  const unknown = await send('GET', '/sapi/v1/asset/tradeFee', { symbol: 'DOGEIDR' })
  assert.equal(codeIn(unknown.json), -1121)
  const pairs = `${rig.sandbox.url}/venue/sapi/v1/margin/allPairs`
  assert.equal((await call(pairs, 'GET')).status, 401)
  const key = { 'x-mbx-apikey': testSecrets.venueApiKey }
  assert.equal((await call(pairs, 'GET', undefined, key)).text, '[]')
})

test('the WebSocket API serves the same calls as HTTP, with the weight used', async () => {
  await rig.control('POST', '/venue/pace', { walk: false })
  const line = await listen(rig.sandbox.url, '/venue/ws-api/v3')
  const ask = async (method: string, request: Parameters<typeof line.ask>[1]) =>
    JSON.stringify(await line.ask(method, request))
  const placed = await ask('order.place', { params: limit('e-1') })
  assert.match(placed, /"status":200,"result":\{"symbol":"BTCIDR".*"status":"NEW"/)
  assert.match(placed, /"rateLimits":\[\{"rateLimitType":"REQUEST_WEIGHT".*"count":1\}/)
  assert.match(await ask('order.place', { params: limit('e-2'), secret: 'another' }), /-1022/)
  const depth = await ask('depth', { params: { symbol: 'BTCIDR', limit: '1' }, unsigned: true })
  assert.match(depth, /"bids":\[\["1639999999\.0+"/)
  assert.match(await ask('depth', { params: {}, unsigned: true }), /-1102/)
  assert.match(await ask('depths', { params: {}, unsigned: true }), /"status":400/)
})
