import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { btc } from '../../../tests/make/ledger.ts'
import { taxed, tradeTax } from '../../../tests/make/taxes.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { pairId } from '../../base/values/ids.ts'
import { money, perMillion } from '../../base/values/money.ts'

const list = (tukar: Tukar, { token }: Trader, query = '') =>
  tukar.call('GET', `/api/users/history/tax${query}`, { token })

const orders = ({ body }: Answer): readonly string[] =>
  body.data.data.map(({ orderNo }: { orderNo: string }) => orderNo)

test('a user without trades has an empty page', async (t) => {
  const tukar = await startTukar(t)
  const answer = await list(tukar, await makeTrader(tukar))
  assert.equal(answer.status, 200)
  assert.equal(answer.body.message, 'api.tax_histories_retrieved')
  const empty = { data: [], currentPage: 1, totalData: 0, perPage: 20, nextPage: null }
  assert.deepEqual(answer.body.data, empty)
})

test('a tax is listed with its trade, its rate and its rule', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await taxed(tukar.service.ctx.db, tradeTax(trader.id, { orderNo: 'TK-1' }))
  const [{ id, ...item }] = (await list(tukar, trader)).body.data.data
  assert.equal(typeof id, 'number')
  assert.deepEqual(item, {
    txPair: 'BTC_IDR',
    side: 'SELL',
    orderNo: 'TK-1',
    amount: '0.001',
    amountAsset: 'BTC',
    value: '1600000',
    valueAsset: 'IDR',
    taxType: 'PPH',
    ratePercent: '0.21',
    rule: 'PMK 50/2025',
    tax: '3360',
    taxAsset: 'IDR',
    valueIdr: '1600000',
    taxIdr: '3360',
    valuedBy: 'trade',
    valuedAt: '2025-09-01T05:00:00.000Z',
    status: 'normal',
    correction: null,
    rightValueIdr: null,
    rightTaxIdr: null,
    tradedAt: '2025-09-01T05:00:00.000Z',
  })
})

test("years and months are Jakarta's, to the millisecond; a month alone is ignored", async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const instants = [
    '2024-12-31T16:59:59.999Z',
    '2024-12-31T17:00:00.000Z',
    '2025-01-31T16:59:59.999Z',
    '2025-01-31T17:00:00.000Z',
    '2025-12-31T16:59:59.999Z',
    '2025-12-31T17:00:00.000Z',
  ]
  const rows = instants.map((at, n) =>
    tradeTax(trader.id, { orderNo: `${n}`, tradedAt: new Date(at) }),
  )
  await taxed(tukar.service.ctx.db, ...rows)
  const expected = {
    '': ['5', '4', '3', '2', '1', '0'],
    '?month=1': ['5', '4', '3', '2', '1', '0'],
    '?year=2024': ['0'],
    '?year=2025': ['4', '3', '2', '1'],
    '?year=2026': ['5'],
    '?year=2025&month=1': ['2', '1'],
    '?year=2025&month=2': ['3'],
    '?year=2025&month=02': ['3'],
    '?year=2025&month=12': ['4'],
    '?year=2024&month=12': ['0'],
    '?year=2025&month=6': [],
  }
  for (const [query, wanted] of Object.entries(expected)) {
    const answer = await list(tukar, trader, query)
    assert.deepEqual(orders(answer), wanted, query)
    assert.equal(answer.body.data.totalData, wanted.length, query)
  }
})

test('taxes are filtered by pair and side, and a user sees only their own', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const bought = {
    kind: 'PPN',
    side: 'BUY',
    tax: money(btc, 110n),
    rate: perMillion(1_100n),
  } as const
  await taxed(
    tukar.service.ctx.db,
    tradeTax(trader.id, { orderNo: 'sold' }),
    tradeTax(trader.id, { orderNo: 'bought', ...bought }),
    tradeTax(trader.id, { orderNo: 'ether', pairId: pairId(2) }),
    tradeTax(other.id, { orderNo: 'theirs' }),
  )
  const expected = {
    '?side=BUY': ['bought'],
    '?pair=ETH_IDR': ['ether'],
    '?pair=BTC_IDR&side=SELL': ['sold'],
    '?pair=ETH_IDR&side=BUY': [],
  }
  for (const [query, wanted] of Object.entries(expected)) {
    assert.deepEqual(orders(await list(tukar, trader, query)), wanted, query)
  }
  assert.equal((await list(tukar, trader)).body.data.totalData, 3)
  const [coin] = (await list(tukar, trader, '?side=BUY')).body.data.data
  assert.deepEqual([coin.tax, coin.taxAsset, coin.ratePercent], ['0.0000011', 'BTC', '0.11'])
})

test('pages hold every tax once while new trades are made', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { db } = tukar.service.ctx
  await taxed(db, ...Array.from({ length: 7 }, (_, n) => tradeTax(trader.id, { orderNo: `${n}` })))
  const seen: string[] = []
  for (let page: number | null = 1; page !== null; ) {
    const answer: Answer = await list(tukar, trader, `?per_page=2&page=${page}`)
    seen.push(...orders(answer))
    page = answer.body.data.nextPage
    await taxed(db, tradeTax(trader.id, { tradedAt: new Date('2026-01-01T00:00:00Z') }))
  }
  assert.deepEqual(seen, ['6', '5', '4', '3', '2', '1', '0'])
})

test('an unknown pair is refused with a sentence', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (const pair of ['NOPE_IDR', 'BTCIDR']) {
    const answer = await list(tukar, trader, `?pair=${pair}`)
    assert.deepEqual(messageOf(answer), [400, 'The selected pair is invalid.'], pair)
  }
})
