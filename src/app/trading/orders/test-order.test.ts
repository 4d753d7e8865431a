import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { pricesSeen } from '../../../../tests/make/prices.ts'

const path = '/api/exchange/venue/testOrder'

const limit = (change: object = {}) => ({
  side: 'BUY',
  type: 'LIMIT',
  txPair: 'BTC_IDR',
  volume: '0.01',
  price: '1600000000',
  ...change,
})
const market = (change: object = {}) => ({
  side: 'SELL',
  type: 'MARKET',
  txPair: 'BTC_IDR',
  volume: 0.01,
  ...change,
})

async function start(t: Parameters<typeof startTukar>[0], secondsAgo = 0): Promise<Tukar> {
  const tukar = await startTukar(t)
  await tukar.control('POST', '/venue/pace', { walk: false })
  await pricesSeen(tukar.service.ctx.db, { BTC_IDR: '1640000000' }, secondsAgo)
  return tukar
}

const judge = (tukar: Tukar, body: object) => tukar.call('POST', path, { body })

test('a valid order is reported as valid, and nothing is placed', async (t) => {
  const tukar = await start(t)
  for (const body of [
    limit(),
    limit({ price: '1640000000' }),
    limit({ side: 'SELL', price: '1640000000' }),
    limit({ price: '1600000000.00000000', volume: '0.01000000000000' }),
    limit({ price: ' 1600000000', volume: '0.01\n' }),
    market(),
  ]) {
    assert.deepEqual(messageOf(await judge(tukar, body)), [200, 'api.order_test_success'])
  }
  const { body } = await tukar.control('GET', '/state')
  assert.deepEqual(body.venue.orders, [])
})

test('a limit order has a price, a market order has no price', async (t) => {
  const tukar = await start(t)
  const cases: readonly [object, string][] = [
    [limit({ price: '' }), 'The price field is required.'],
    [market({ price: '1640000000' }), 'The price field is prohibited.'],
    [limit({ side: 'HOLD' }), 'The selected side is invalid.'],
    [limit({ type: 'STOP' }), 'The selected type is invalid.'],
    [limit({ volume: '-1' }), 'The volume field must be greater than 0.'],
    [limit({ volume: '1e-2' }), 'The volume field must be a number without an exponent.'],
    [limit({ volume: '0' }), 'The volume field must be greater than 0.'],
  ]
  for (const [body, sentence] of cases) {
    assert.deepEqual(messageOf(await judge(tukar, body)), [400, sentence])
  }
  const unknown = limit({ txPair: 'DOGE_IDR' })
  assert.deepEqual(messageOf(await judge(tukar, unknown)), [400, 'api.trading_pair_does_not_exist'])
})

test("an order outside the pair's bounds is refused, never rounded", async (t) => {
  const tukar = await start(t)
  const wrong = [
    limit({ price: '1600000000.5' }),
    limit({ volume: '0.000015' }),
    limit({ volume: '0.00001' }),
    limit({ volume: '3.00001' }),
    limit({ volume: '0.0000000001' }),
    limit({ volume: '99999999999999999999' }),
    market({ volume: '0.6' }),
    market({ volume: '0.00001' }),
  ]
  for (const body of wrong) {
    assert.deepEqual(
      messageOf(await judge(tukar, body)),
      [400, 'api.order_filter_failed'],
      JSON.stringify(body),
    )
  }
})

test('a limit order never buys above the market or sells below it', async (t) => {
  const tukar = await start(t)
  const high = limit({ price: '1640000001' })
  assert.deepEqual(messageOf(await judge(tukar, high)), [400, 'api.limit_buy_price_too_high'])
  const low = limit({ side: 'SELL', price: '1639999999' })
  assert.deepEqual(messageOf(await judge(tukar, low)), [400, 'api.limit_sell_price_too_low'])
})

test('a market price older than five seconds, or of another pair, is ignored', async (t) => {
  const none = [400, 'api.market_price_unavailable']
  const tukar = await start(t, 10)
  assert.deepEqual(messageOf(await judge(tukar, limit())), none)
  assert.deepEqual(messageOf(await judge(tukar, market())), none)
  const other = limit({ txPair: 'ETH_IDR', price: '58400000' })
  assert.deepEqual(messageOf(await judge(tukar, other)), none)
})

test('an order the venue would refuse is refused; while it is away it is unknown', async (t) => {
  const tukar = await start(t)
  await tukar.control('POST', '/venue/price', { symbol: 'BTCIDR', price: '4000000000' })
  assert.deepEqual(messageOf(await judge(tukar, limit())), [400, 'api.order_filter_failed'])
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'error-500' })
  assert.deepEqual(messageOf(await judge(tukar, limit())), [400, 'api.market_data_unavailable'])
})

test('test orders have a limit per minute and network', async (t) => {
  const tukar = await start(t)
  // A second round, since the first may span two minutes.
  const round = () => Promise.all(Array.from({ length: 70 }, () => judge(tukar, limit())))
  const answers = [...(await round()), ...(await round())]
  const last = answers.find(({ status }) => status === 429)
  assert.equal(last?.body.message, 'api.too_many_requests')
})
