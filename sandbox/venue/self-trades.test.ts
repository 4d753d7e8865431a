import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { z } from 'zod'
import { Callbacks, type Rig, startRig } from '../test-rig.ts'
import { limit, market, signed } from './test-calls.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const symbol = 'BTCIDR'
const at = '1640000000'
const call = (method: string, path: string, params: Readonly<Record<string, string>>) =>
  signed(rig.sandbox.url, method, path, params)
const Shown = z.looseObject({ status: z.string(), orderId: z.int() })
const Rows = z.array(z.looseObject({}))
const order = async (id: string) =>
  Shown.parse((await call('GET', '/order', { symbol, origClientOrderId: id })).json)
const place = (id: string, change: Readonly<Record<string, string>>) =>
  call('POST', '/order', limit(id, { price: at, ...change }))

/** A market in which our orders meet only each other. */
async function emptyMarket(
  selfTradeModes = ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'],
) {
  await rig.control('POST', '/venue/pace', { walk: false })
  await rig.control('POST', '/venue/depth', { symbol, bids: [], asks: [] })
  await rig.control('POST', '/venue/symbols', { symbol, selfTradeModes })
}

for (const [mode, taker, maker] of [
  ['NONE', 'FILLED', 'PARTIALLY_FILLED'],
  ['EXPIRE_TAKER', 'EXPIRED_IN_MATCH', 'NEW'],
  ['EXPIRE_MAKER', 'NEW', 'EXPIRED_IN_MATCH'],
  ['EXPIRE_BOTH', 'EXPIRED_IN_MATCH', 'EXPIRED_IN_MATCH'],
] as const) {
  test(`two orders of the account that meet under the taker's ${mode}`, async () => {
    await emptyMarket()
    await place('maker', { side: 'SELL', quantity: '0.03' })
    const placed = await place('taker', { selfTradePreventionMode: mode })
    const [resting, taking] = [await order('maker'), await order('taker')]
    assert.deepEqual([taking.status, resting.status], [taker, maker])
    assert.equal(taking['selfTradePreventionMode'], mode)
    const about = { symbol, orderId: `${taking.orderId}` }
    const matches = Rows.parse((await call('GET', '/myPreventedMatches', about)).json)
    const trades = Rows.parse((await call('GET', '/myTrades', { symbol })).json)
    if (mode === 'NONE') {
      assert.deepEqual(matches, [])
      assert.equal(new Set(trades.map(({ id }) => id)).size, 1, 'one trade, of both orders')
      assert.deepEqual(
        trades.map(({ orderId, isBuyer, isMaker }) => [orderId, isBuyer, isMaker]),
        [
          [taking.orderId, true, false],
          [resting.orderId, false, true],
        ],
      )
      return
    }
    assert.deepEqual(trades, [])
    const ofTaker = taker === 'NEW' ? {} : { takerPreventedQuantity: '0.01000000' }
    const ofMaker = maker === 'NEW' ? {} : { makerPreventedQuantity: '0.03000000' }
    const [{ preventedMatchId, transactTime, ...match } = {}, ...others] = matches
    assert.deepEqual(others, [])
    assert.deepEqual(match, {
      symbol,
      takerOrderId: taking.orderId,
      makerSymbol: symbol,
      makerOrderId: resting.orderId,
      tradeGroupId: -1,
      selfTradePreventionMode: mode,
      price: `${at}.00000000`,
      ...ofTaker,
      ...ofMaker,
    })
    const { preventedMatches } = Shown.parse(placed.json)
    assert.deepEqual(Rows.parse(preventedMatches)[0]?.['preventedMatchId'], preventedMatchId)
    const reports = Callbacks.parse((await rig.control('GET', '/callbacks?provider=venue')).json)
      .map(({ body }) => z.looseObject({}).parse(JSON.parse(body)))
      .filter(({ x }) => x === 'TRADE_PREVENTION')
    assert.deepEqual(
      reports.map(({ c, X, l, A, v, pl }) => [c, X, l, A, v, pl]),
      [
        ...(maker === 'NEW' ? [] : [['maker', '0.03000000']]),
        ...(taker === 'NEW' ? [] : [['taker', '0.01000000']]),
      ].map(([id, prevented]) => [
        id,
        'EXPIRED_IN_MATCH',
        '0.00000000',
        prevented,
        preventedMatchId,
        '0.01000000',
      ]),
    )
  })
}

test('own orders are met by price among the offers of others', async () => {
  await emptyMarket()
  const asks = [
    ['1639999999', '0.004'],
    ['1640000001', '1'],
  ]
  await place('maker', { side: 'SELL', quantity: '0.03' })
  await rig.control('POST', '/venue/depth', { symbol, bids: [], asks })
  await place('taker', { price: '1640000001', selfTradePreventionMode: 'EXPIRE_TAKER' })
  const taker = await order('taker')
  assert.deepEqual([taker.status, taker['executedQty']], ['EXPIRED_IN_MATCH', '0.00400000'])
  assert.equal(taker['preventedQuantity'], '0.00600000')
})

test('a mode that a symbol does not allow is refused', async () => {
  await emptyMarket(['EXPIRE_TAKER'])
  const refused = await place('t-1', { selfTradePreventionMode: 'NONE' })
  assert.match(refused.text, /-1013.*does not allow the specified self-trade prevention mode/)
  const other = await place('t-2', { selfTradePreventionMode: 'NEVER' })
  assert.equal(other.status, 400)
})

test('two open orders meet when the control API says so', async () => {
  await emptyMarket()
  await rig.control('POST', '/venue/pace', { match: false })
  await place('maker', { side: 'SELL' })
  await place('taker', { selfTradePreventionMode: 'EXPIRE_TAKER' })
  assert.equal((await order('taker')).status, 'NEW')
  await rig.control('POST', '/venue/self-trades', { maker: 'maker', taker: 'taker' })
  assert.deepEqual(
    [(await order('maker')).status, (await order('taker')).status],
    ['NEW', 'EXPIRED_IN_MATCH'],
  )
  const same = await rig.control('POST', '/venue/self-trades', { maker: 'maker', taker: 'maker' })
  assert.equal(same.status, 400)
})

test('a symbol that is not traded takes no orders; a break also expires those it has', async () => {
  await rig.control('POST', '/venue/pace', { walk: false, match: false })
  await place('t-1', {})
  await place('t-2', {})
  for (const status of ['HALT', 'CANCEL_ONLY', 'BREAK']) {
    await rig.control('POST', '/venue/symbols', { symbol, status })
    assert.match((await place('t-3', {})).text, /-1013.*Market is closed/, status)
    const info = await market(rig.sandbox.url, `/exchangeInfo?symbol=${symbol}`)
    assert.match(info.text, new RegExp(`"status":"${status}"`))
    if (status === 'CANCEL_ONLY') {
      assert.equal(
        (await call('DELETE', '/order', { symbol, origClientOrderId: 't-1' })).status,
        200,
      )
    }
  }
  assert.deepEqual(
    [(await order('t-1')).status, (await order('t-2')).status],
    ['CANCELED', 'EXPIRED'],
  )
  await rig.control('POST', '/venue/symbols', { symbol, status: 'TRADING' })
  assert.equal((await place('t-3', {})).status, 200)
})
