import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { callSigned, makeKey } from '../../../../tests/make/api-key.ts'
import {
  fillOrder,
  makeOrderTrader,
  placeOrder,
  stillMarket,
} from '../../../../tests/make/order.ts'
import { executed, minute, storeFills, storeOrders } from '../../../../tests/make/stored-orders.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'

const path = '/api/exchange/venue/history'

const list = (tukar: Tukar, { token }: Trader, query = '') =>
  tukar.call('GET', `${path}${query}`, { token })

const trades = ({ body }: Answer): readonly string[] =>
  body.data.data.map(({ tradeId }: { tradeId: string }) => tradeId)

test('without an interval the history is of trades, and empty before the first one', async (t) => {
  const tukar = await startTukar(t)
  const answer = await list(tukar, await makeTrader(tukar))
  assert.deepEqual(messageOf(answer), [200, 'api.exchange_history_retrieved'])
  const empty = { data: [], currentPage: 1, totalData: 0, perPage: 20, nextPage: null }
  assert.deepEqual(answer.body.data, empty)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
})

test('trades are shown to the signed-in user, and to their keys that may read', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const [orderNo = ''] = await storeOrders(tukar, trader, [{}])
  await storeFills(tukar, [{ orderNo }])
  const pair = `${path}?symbol=BTC_IDR`
  const reader = await makeKey(tukar, trader, { permissions: ['read'] })
  assert.deepEqual(trades(await callSigned(tukar, reader, { path: pair })), ['1'])
  const seller = await makeKey(tukar, trader, { permissions: ['trade'], apiName: 'seller' })
  const kept = await callSigned(tukar, seller, { path })
  assert.deepEqual(messageOf(kept), [403, 'api.api_key_permission_denied'])
})

test('a trade is listed with its order, and with its cost in the received asset', async (t) => {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  const trader = await makeOrderTrader(tukar)
  const orderNo = await placeOrder(tukar, trader, { side: 'SELL', price: '1700000000' })
  const { id } = await fillOrder(tukar, orderNo, '0.004')
  await executed(tukar, orderNo)
  const [{ createdAt, ...trade }, ...others] = (await list(tukar, trader)).body.data.data
  assert.deepEqual(others, [])
  assert.equal(new Date(createdAt).toISOString(), createdAt)
  assert.deepEqual(trade, {
    tradeId: `${id}`,
    order_no: orderNo,
    txPair: 'BTC_IDR',
    side: 'SELL',
    price: '1700000000',
    volume: '0.004',
    amount: '6800000',
    fee: '6800',
    feeAsset: 'IDR',
    tax: '14280',
  })
})

test('trades are filtered by pair, side, order and time, one by one and together', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  await storeOrders(tukar, trader, [
    { orderNo: 'b' },
    { orderNo: 's', side: 'SELL', status: 'DONE' },
    { orderNo: 'e', txPair: 'ETH_IDR' },
  ])
  await storeOrders(tukar, other, [{ orderNo: 'foreign' }])
  const of = ['b', 's', 'b', 'e', 'foreign'] as const
  await storeFills(
    tukar,
    of.map((orderNo) => ({ orderNo })),
  )
  const at = (n: number, ms = 0) => Date.parse(minute(n)) + ms
  const expected: Readonly<Record<string, string>> = {
    '': '4321',
    '?symbol=BTC_IDR': '321',
    '?txPair=BTC_IDR': '321',
    '?symbol=ETH_IDR&txPair=ETH_IDR': '4',
    '?symbol=USDT_IDR': '',
    '?side=BUY': '431',
    '?side=SELL': '2',
    '?orderNo=b': '31',
    '?order_no=b': '31',
    '?order_no=b&orderNo=b': '31',
    '?symbol=btc-idr&txPair=BTC/IDR': '321',
    '?orderNo=b&side=SELL': '',
    '?orderNo=foreign': '',
    '?orderNo=none': '',
    [`?startTime=${at(1)}`]: '432',
    [`?startTime=${at(1, 1)}`]: '43',
    [`?endTime=${at(1)}`]: '21',
    [`?endTime=${at(1, -1)}`]: '1',
    [`?startTime=${at(1)}&endTime=${at(2)}&symbol=BTC_IDR&side=BUY`]: '3',
    '?sort=asc': '1234',
    '?interval=': '4321',
  }
  for (const [query, wanted] of Object.entries(expected)) {
    const answer = await list(tukar, trader, query)
    assert.equal(trades(answer).join(''), wanted, query)
    assert.equal(answer.body.data.totalData, wanted.length, query)
  }
  assert.deepEqual(trades(await list(tukar, other)), ['5'])
})

test('paging shows every trade once, also those of one moment', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const [orderNo = ''] = await storeOrders(tukar, trader, [{}])
  const moments = [0, 0, 0, 0, 1, 1, 1]
  await storeFills(
    tukar,
    moments.map((n) => ({ orderNo, at: minute(n) })),
  )
  for (const sort of ['desc', 'asc'] as const) {
    const seen: string[] = []
    let page: number | null = 1
    while (page !== null) {
      const answer: Answer = await list(tukar, trader, `?per_page=2&page=${page}&sort=${sort}`)
      seen.push(...trades(answer))
      const late = { orderNo, tradeId: `${sort === 'desc' ? 100 : 200}${page}`, at: minute(9) }
      if (sort === 'desc') await storeFills(tukar, [late])
      page = answer.body.data.nextPage
    }
    const inOrder = ['1', '2', '3', '4', '5', '6', '7']
    assert.deepEqual(seen, sort === 'desc' ? inOrder.toReversed() : inOrder)
    await sql`delete from fills where trade_id like '100%'`.execute(tukar.service.ctx.db.read)
  }
})

test('a reversed span, an unknown pair and two pairs at once are refused', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const refused: Readonly<Record<string, string>> = {
    '?startTime=2&endTime=1': 'The end time field must be greater than or equal to start time.',
    '?symbol=BTC_IDR&txPair=ETH_IDR': 'The tx pair field must match symbol.',
    '?symbol=DOGE_IDR': 'api.trading_pair_does_not_exist',
  }
  for (const [query, message] of Object.entries(refused)) {
    assert.deepEqual(messageOf(await list(tukar, trader, query)), [400, message], query)
  }
})

test('candles require a pair, and ignore the filters of trades', async (t) => {
  const tukar = await startTukar(t)
  const candles = (query: string) => tukar.call('GET', `${path}?interval=1h&${query}`)
  assert.deepEqual(messageOf(await candles('')), [400, 'The symbol field is required.'])
  const refused: Readonly<Record<string, string>> = {
    'txPair=BTC_IDR': 'The tx pair field is prohibited.',
    'side=BUY': 'The side field is prohibited.',
    'orderNo=1': 'The order no field is prohibited.',
    'page=2': 'The page field is prohibited.',
    'per_page=50': 'The per page field is prohibited.',
    'sort=asc': 'The sort field is prohibited.',
  }
  for (const [query, message] of Object.entries(refused)) {
    assert.deepEqual(messageOf(await candles(`symbol=BTC_IDR&${query}`)), [400, message], query)
  }
  const answer = await candles('symbol=BTC_IDR&limit=3&page=1')
  assert.equal(answer.body.data.length, 3)
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=5')
})
