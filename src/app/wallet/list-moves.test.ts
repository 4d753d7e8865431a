import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { btc, credit, post } from '../../../tests/make/ledger.ts'
import { makeOrderTrader, placeOrder, stillMarket } from '../../../tests/make/order.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { idr, money } from '../../base/values/money.ts'
import { openHolds } from '../../core/ledger/hold.ts'

const list = (tukar: Tukar, { token }: Trader, query = '') =>
  tukar.call('GET', `/api/users/transaction-histories${query}`, { token })

type Item = Readonly<{ id: string; action: string; symbol: string; account: string }>

const itemsOf = ({ body }: Answer): readonly (Item & Record<string, unknown>)[] => body.data.data

const amounts = (answer: Answer) => itemsOf(answer).map(({ amount }) => amount)

async function paid(tukar: Tukar, trader: Trader, ...units: readonly bigint[]): Promise<void> {
  for (const [index, each] of units.entries()) {
    const key = `paid:${trader.id}:${index}:${each}`
    await post(tukar.service.ctx.db, credit(key, trader.id, each))
  }
}

test('a user without moves has an empty page with no next one', async (t) => {
  const tukar = await startTukar(t)
  const answer = await list(tukar, await makeTrader(tukar))
  assert.equal(answer.status, 200)
  assert.equal(answer.body.message, 'api.transaction_histories_retrieved')
  assert.deepEqual(answer.body.data, {
    data: [],
    currentPage: 1,
    totalData: 0,
    perPage: 20,
    nextPage: null,
  })
})

test('every move is listed with its amount and the new balance, newest first', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const trader = await makeTrader(tukar)
  const user = trader.id
  await paid(tukar, trader, 150_000n, 25n)
  await post(db, credit('coins', user, 1n, btc))
  const hold = { owner: { kind: 'order', id: '1' }, user, amount: money(idr, 50_000n) }
  await db.inTransaction((tx) => openHolds(tx, [hold]))
  const items = itemsOf(await list(tukar, trader))
  const listed = items.map(({ action, symbol, account, amount, balanceAfter }) =>
    [action, symbol, account, amount, balanceAfter].join(' '),
  )
  assert.deepEqual(listed, [
    'HOLD IDR locked 500 500',
    'HOLD IDR available -500 1000.25',
    'DEPOSIT BTC available 0.00000001 0.00000001',
    'DEPOSIT IDR available 0.25 1500.25',
    'DEPOSIT IDR available 1500 1500',
  ])
  assert.equal(new Set(items.map(({ id }) => id)).size, 5)
  for (const item of items) {
    assert.match(String(item['createdAt']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
})

test('pages hold every move once, and the last one has no next', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await paid(tukar, trader, 100n, 200n, 300n, 400n, 500n)
  const pages: Answer[] = []
  for (const page of [1, 2, 3]) {
    pages.push(await list(tukar, trader, `?per_page=2&page=${page}`))
  }
  assert.deepEqual(pages.map(amounts), [['5', '4'], ['3', '2'], ['1']])
  assert.deepEqual(
    pages.map(({ body }) => body.data.nextPage),
    [2, 3, null],
  )
  for (const { body } of pages) {
    assert.equal(body.data.totalData, 5)
    assert.equal(body.data.perPage, 2)
  }
  const whole = await list(tukar, trader, '?per_page=5')
  assert.equal(whole.body.data.nextPage, null)
  const beyond = await list(tukar, trader, '?per_page=2&page=4')
  assert.deepEqual([amounts(beyond), beyond.body.data.nextPage], [[], null])
  const upwards = await list(tukar, trader, '?sort=asc&sortBy=createdAt&per_page=3')
  assert.deepEqual(amounts(upwards), ['1', '2', '3'])
})

test('moves are filtered by asset and by action, together and alone', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const trader = await makeTrader(tukar)
  const user = trader.id
  await paid(tukar, trader, 10_000n)
  await post(db, credit('filtered', user, 100_000_000n, btc))
  const hold = { owner: { kind: 'order', id: '2' }, user, amount: money(btc, 25_000_000n) }
  await db.inTransaction((tx) => openHolds(tx, [hold]))
  const expected = {
    '?symbol=IDR': ['100'],
    '?symbol=BTC': ['0.25', '-0.25', '1'],
    '?action=HOLD': ['0.25', '-0.25'],
    '?action=DEPOSIT': ['1', '100'],
    '?action=DEPOSIT&symbol=BTC': ['1'],
    '?action=TAX': [],
    '?symbol=ETH': [],
    '?symbol=&action=': ['0.25', '-0.25', '1', '100'],
  }
  for (const [query, wanted] of Object.entries(expected)) {
    const answer = await list(tukar, trader, query)
    assert.deepEqual(amounts(answer), wanted, query)
    assert.equal(answer.body.data.totalData, wanted.length, query)
  }
})

test('without holds, what an order traded is listed with its number', async (t) => {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  const trader = await makeOrderTrader(tukar)
  const orderNo = await placeOrder(tukar, trader, { type: 'MARKET', price: undefined })
  const traded = await eventually('the trade', async () => {
    const items = itemsOf(await list(tukar, trader, '?holds=false'))
    return items.some(({ action }) => action === 'TRADE') && items
  })
  const ofOrder = traded.filter((item) => item['orderNo'] !== null)
  assert.deepEqual(
    new Set(ofOrder.map(({ action, symbol }) => `${action} ${symbol}`)),
    new Set(['TRADE BTC', 'TRADE IDR']),
  )
  assert.deepEqual(new Set(ofOrder.map((item) => item['orderNo'])), new Set([orderNo]))
  assert.ok(traded.every(({ action }) => action !== 'HOLD' && action !== 'RELEASE'))
  const all = itemsOf(await list(tukar, trader))
  assert.ok(all.some(({ action }) => action === 'HOLD'))
  const holds = await list(tukar, trader, '?holds=false&action=HOLD')
  assert.deepEqual([itemsOf(holds), holds.body.data.totalData], [[], 0])
})

test("a user sees no move of others, nor a counterpart's balance", async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  await paid(tukar, one, 100n)
  await paid(tukar, other, 123_456_700n)
  assert.deepEqual(amounts(await list(tukar, one)), ['1'])
  const swayed = await list(tukar, one, `?userId=${other.id}&user_id=${other.id}`)
  assert.deepEqual(amounts(swayed), ['1'])
  assert.ok(!swayed.text.includes('1234567'))
})

test('an unknown symbol is refused, and so is a parameter sent as a list or twice', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const cases: readonly (readonly [string, string])[] = [
    ['per_page[]=10', 'The per page field must be between 1 and 100.'],
    ['symbol=NOPE', 'The selected symbol is invalid.'],
    ['symbol=btc', 'The selected symbol is invalid.'],
  ]
  for (const [query, sentence] of cases) {
    const answer = await list(tukar, trader, `?${query}`)
    assert.deepEqual(messageOf(answer), [400, sentence], query)
  }
  const twice = await list(tukar, trader, '?per_page=1&per_page=100')
  assert.deepEqual(messageOf(twice), [400, 'api.malformed_request'])
})
