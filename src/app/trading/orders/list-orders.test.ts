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
import { executed, minute, storeOrders } from '../../../../tests/make/stored-orders.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'

const base = '/api/exchange/venue'

const list = (tukar: Tukar, { token }: Trader, query = '') =>
  tukar.call('GET', `${base}/historyOrder${query}`, { token })

const open = (tukar: Tukar, { token }: Trader, query = '') =>
  tukar.call('GET', `${base}/currentOrder${query}`, { token })

const numbers = ({ body }: Answer): readonly string[] =>
  body.data.data.map(({ order_no }: { order_no: string }) => order_no)

/** Asserts which orders each query lists, in order, and their count. */
async function answers(
  ask: (query: string) => Promise<Answer>,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [query, wanted] of Object.entries(expected)) {
    const answer = await ask(query)
    assert.equal(numbers(answer).join(''), wanted, query)
    assert.equal(answer.body.data.totalData, wanted.length, query)
  }
}

test('a user without orders has empty pages', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const empty = { data: [], currentPage: 1, totalData: 0, perPage: 20, nextPage: null }
  const all = await list(tukar, trader)
  assert.deepEqual(messageOf(all), [200, 'api.order_histories_retrieved'])
  assert.deepEqual(all.body.data, empty)
  const current = await open(tukar, trader)
  assert.deepEqual(messageOf(current), [200, 'api.open_orders_retrieved'])
  assert.deepEqual(current.body.data, empty)
})

test('orders are shown to the signed-in user, and to their keys that may read', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const [orderNo] = await storeOrders(tukar, trader, [{}])
  const reader = await makeKey(tukar, trader, { permissions: ['read'] })
  const seller = await makeKey(tukar, trader, { permissions: ['trade'], apiName: 'seller' })
  for (const path of [`${base}/historyOrder`, `${base}/currentOrder`]) {
    assert.deepEqual(numbers(await callSigned(tukar, reader, { path })), [orderNo])
    const kept = await callSigned(tukar, seller, { path })
    assert.deepEqual(messageOf(kept), [403, 'api.api_key_permission_denied'])
  }
})

test('a limit order is listed with its plan, its executed volume and its cost', async (t) => {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  const trader = await makeOrderTrader(tukar)
  const orderNo = await placeOrder(tukar, trader, { volume: '0.03', price: '1600000000' })
  const [before] = (await open(tukar, trader)).body.data.data
  assert.equal(new Date(before.createdAt).toISOString(), before.createdAt)
  const fresh = {
    order_no: orderNo,
    txPair: 'BTC_IDR',
    side: 'BUY',
    type: 'LIMIT',
    price: '1600000000',
    volume: '0.03',
    amount: '48000000',
    executedVolume: '0',
    executedAmount: '0',
    averagePrice: null,
    fee: '0',
    feeAsset: 'BTC',
    tax: '0',
    status: 'CREATE',
    reason: null,
  }
  const { createdAt, updatedAt, exchangeOrderId: _number, ...shown } = before
  assert.deepEqual(shown, fresh)
  assert.ok(updatedAt >= createdAt)
  await fillOrder(tukar, orderNo, '0.02', '1500000000')
  await executed(tukar, orderNo)
  const [after] = (await list(tukar, trader)).body.data.data
  const { createdAt: sameMoment, updatedAt: _later, exchangeOrderId, ...filled } = after
  assert.equal(sameMoment, createdAt)
  const { body } = await tukar.control('GET', '/state')
  assert.equal(exchangeOrderId, `${body.venue.orders[0].orderId}`)
  assert.deepEqual(filled, {
    ...fresh,
    executedVolume: '0.02',
    executedAmount: '30000000',
    averagePrice: '1500000000',
    fee: '0.00002',
  })
})

test('a market order has no price, and its amount is its executed volume', async (t) => {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  const trader = await makeOrderTrader(tukar)
  const orderNo = await placeOrder(tukar, trader, {
    side: 'SELL',
    type: 'MARKET',
    volume: '0.01',
    price: undefined,
  })
  await executed(tukar, orderNo)
  const [order] = (await list(tukar, trader)).body.data.data
  const { price, amount, executedAmount, executedVolume, feeAsset, status, tax } = order
  assert.deepEqual([price, executedVolume, feeAsset, status], [null, '0.01', 'IDR', 'DONE'])
  assert.equal(amount, executedAmount)
  assert.match(amount, /^1[56]\d{6}(\.\d\d?)?$/)
  assert.notEqual(tax, '0')
  assert.deepEqual(numbers(await open(tukar, trader)), [])
})

test('each filter holds alone and with others, and the total is of the matches', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await storeOrders(tukar, trader, [
    { orderNo: 'a' },
    { orderNo: 'b', side: 'SELL', status: 'DONE' },
    { orderNo: 'c', txPair: 'ETH_IDR', status: 'CANCEL' },
    { orderNo: 'd', txPair: 'ETH_IDR', side: 'SELL' },
  ])
  const at = (n: number, ms = 0) => Date.parse(minute(n)) + ms
  const expected: Readonly<Record<string, string>> = {
    '': 'dcba',
    '?txPair=BTC_IDR': 'ba',
    '?txPair=ETH_IDR': 'dc',
    '?txPair=USDT_IDR': '',
    '?order_no=c': 'c',
    '?order_no=c&side=SELL': '',
    '?order_no=none': '',
    '?txPair=eth_idr': 'dc',
    '?txPair=ETH-IDR': 'dc',
    '?txPair=Eth%2Fidr': 'dc',
    '?side=BUY': 'ca',
    '?side=SELL': 'db',
    '?status=CREATE': 'da',
    '?status=DONE': 'b',
    '?status=CANCEL': 'c',
    '?side=SELL&status=CREATE': 'd',
    '?txPair=BTC_IDR&side=BUY&status=CREATE': 'a',
    [`?startTime=${at(1)}`]: 'dcb',
    [`?startTime=${at(1, 1)}`]: 'dc',
    [`?endTime=${at(1)}`]: 'ba',
    [`?endTime=${at(1, -1)}`]: 'a',
    [`?startTime=${at(1)}&endTime=${at(2)}`]: 'cb',
    [`?startTime=${at(1)}&endTime=${at(1)}`]: 'b',
    '?sort=asc': 'abcd',
    '?sort=asc&sortBy=createdAt&side=SELL': 'bd',
  }
  await answers((query) => list(tukar, trader, query), expected)
})

test('open orders are filtered and sorted like all, and exclude ended ones', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await storeOrders(tukar, trader, [
    { orderNo: 'a' },
    { orderNo: 'b', side: 'SELL', status: 'DONE' },
    { orderNo: 'c', txPair: 'ETH_IDR', status: 'CANCEL' },
    { orderNo: 'd', txPair: 'ETH_IDR', side: 'SELL' },
    { orderNo: 'e', side: 'SELL' },
  ])
  const expected: Readonly<Record<string, string>> = {
    '': 'eda',
    '?sort=asc': 'ade',
    '?side=SELL': 'ed',
    '?txPair=ETH_IDR': 'd',
    '?order_no=e': 'e',
    '?order_no=b': '',
    [`?startTime=${Date.parse(minute(4))}`]: 'e',
    '?status=DONE': 'eda',
  }
  await answers((query) => open(tukar, trader, query), expected)
})

test('a user never sees the orders of others, whatever they request', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  await storeOrders(tukar, other, [{}, { status: 'DONE' }])
  for (const query of ['', '?status=DONE', '?txPair=BTC_IDR', `?user=${other.id}`]) {
    assert.deepEqual(numbers(await list(tukar, trader, query)), [])
    assert.deepEqual(numbers(await open(tukar, trader, query)), [])
  }
})

test('paging shows every order once, whatever is placed meanwhile', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const stored = await storeOrders(tukar, trader, Array(7).fill({}))
  const newestFirst = stored.toReversed()
  for (const [read, sort, wanted] of [
    [list, 'desc', newestFirst],
    [list, 'asc', stored],
    [open, 'desc', newestFirst],
  ] as const) {
    const seen: string[] = []
    let page: number | null = 1
    while (page !== null) {
      const answer: Answer = await read(tukar, trader, `?per_page=3&page=${page}&sort=${sort}`)
      const { currentPage, perPage, nextPage } = answer.body.data
      assert.deepEqual([currentPage, perPage], [page, 3])
      seen.push(...numbers(answer))
      const late = `late-${read === list}-${sort}-${page}`
      if (sort === 'desc') await storeOrders(tukar, trader, [{ orderNo: late, at: minute(99) }])
      page = nextPage
    }
    assert.deepEqual(seen, wanted)
    await sql`delete from orders where order_no like 'late%'`.execute(tukar.service.ctx.db.read)
  }
})

test('a reversed span and an unknown pair are refused', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const refused: Readonly<Record<string, string>> = {
    '?startTime=2&endTime=1': 'The end time field must be greater than or equal to start time.',
    '?txPair=DOGE_IDR': 'api.trading_pair_does_not_exist',
  }
  for (const [query, message] of Object.entries(refused)) {
    assert.deepEqual(messageOf(await list(tukar, trader, query)), [400, message], query)
    assert.deepEqual(messageOf(await open(tukar, trader, query)), [400, message], query)
  }
})

test('orders of a pair that is no longer traded are still shown', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const [orderNo] = await storeOrders(tukar, trader, [{ txPair: 'ETH_IDR', status: 'DONE' }])
  const { db } = tukar.service.ctx
  await sql`update pairs set active = false where tx_pair = 'ETH_IDR'`.execute(db.read)
  assert.deepEqual(numbers(await list(tukar, trader)), [orderNo])
  assert.deepEqual(numbers(await list(tukar, trader, '?txPair=ETH_IDR')), [orderNo])
})

test('a list that is very long has a bounded total, and pages on all the same', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const [orderNo = ''] = await storeOrders(tukar, trader, [{}])
  await sql`
    insert into orders (order_no, user_id, pair_id, side, type, volume, price, fee_ppm, held,
      absent_after)
    select order_no || '-' || n, user_id, pair_id, side, type, volume, price, fee_ppm, held,
      now() + interval '1 day'
    from orders, generate_series(1, 10010) n where order_no = ${orderNo}
  `.execute(tukar.service.ctx.db.read)
  const { data } = (await list(tukar, trader, '?per_page=100&page=100')).body
  assert.deepEqual([data.totalData, data.data.length, data.nextPage], [10_000, 100, 101])
  const last = await list(tukar, trader, '?per_page=100&page=101')
  assert.deepEqual([last.body.data.data.length, last.body.data.nextPage], [11, null])
})
