import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'

const list = (tukar: Tukar, { token }: Trader, query = '') =>
  tukar.call('GET', `/api/users/history/deposit-withdraw${query}`, { token })

type Fact = Readonly<{ user: Trader; ref: string; amount: number; at?: string; status?: string }>

/** Inserts a deposit with the given time. */
async function deposited({ service }: Tukar, fact: Fact): Promise<void> {
  const { user, ref, amount, at = '2025-03-01T05:00:00Z', status = 'COMPLETED' } = fact
  await sql`
    insert into cash_deposits
      (user_id, provider, provider_ref, method, status, amount, fee, created_at, updated_at)
    values (${user.id}, 'payx', ${ref}, 'VA', ${status}, ${amount}, 444000, ${at}, ${at})`.execute(
    service.ctx.db.read,
  )
}

const amounts = ({ body }: Answer): readonly string[] =>
  body.data.data.map(({ amount }: { amount: string }) => amount)

test('a user without transfers has an empty page with no next one', async (t) => {
  const tukar = await startTukar(t)
  const answer = await list(tukar, await makeTrader(tukar))
  assert.equal(answer.status, 200)
  assert.equal(answer.body.message, 'api.deposit_withdraw_histories_retrieved')
  const empty = { data: [], currentPage: 1, totalData: 0, perPage: 20, nextPage: null }
  assert.deepEqual(answer.body.data, empty)
})

test('a cash deposit is listed with its amount, its fee and its state', async (t) => {
  const tukar = await startTukar(t)
  const user = await makeTrader(tukar)
  await deposited(tukar, { user, ref: 'one', amount: 125_000_050 })
  const [{ id, ...item }] = (await list(tukar, user)).body.data.data
  assert.match(id, /^CASH_DEPOSIT-\d+$/)
  assert.deepEqual(item, {
    type: 'CASH_DEPOSIT',
    symbol: 'IDR',
    amount: '1250000.5',
    fee: '4440',
    status: 'COMPLETED',
    network: null,
    address: null,
    txHash: null,
    reviewReasons: [],
    reversedAt: null,
    createdAt: '2025-03-01T05:00:00.000Z',
    updatedAt: '2025-03-01T05:00:00.000Z',
  })
})

test('transfers come newest first; pages hold each once, also those of one instant', async (t) => {
  const tukar = await startTukar(t)
  const user = await makeTrader(tukar)
  const at = '2025-03-01T05:00:00Z'
  for (const amount of [100, 200, 300]) {
    await deposited(tukar, { user, ref: `r${amount}`, amount, at })
  }
  await deposited(tukar, { user, ref: 'newest', amount: 900, at: '2025-03-02T00:00:00Z' })
  await deposited(tukar, { user, ref: 'oldest', amount: 50, at: '2024-12-31T00:00:00Z' })
  const pages: Answer[] = []
  for (const page of [1, 2, 3, 4]) {
    pages.push(await list(tukar, user, `?per_page=2&page=${page}`))
  }
  assert.deepEqual(pages.map(amounts), [['9', '3'], ['2', '1'], ['0.5'], []])
  assert.deepEqual(
    pages.map(({ body }) => [body.data.nextPage, body.data.totalData]),
    [2, 3, null, null].map((next) => [next, 5]),
  )
})

test('a day begins at midnight in Jakarta, at both ends of the search', async (t) => {
  const tukar = await startTukar(t)
  const user = await makeTrader(tukar)
  const instants = {
    1: '2025-02-28T16:59:59.999Z',
    2: '2025-02-28T17:00:00.000Z',
    3: '2025-03-01T16:59:59.999Z',
    4: '2025-03-01T17:00:00.000Z',
  }
  for (const [amount, at] of Object.entries(instants)) {
    await deposited(tukar, { user, ref: at, amount: Number(amount) * 100, at })
  }
  const expected = {
    '?startDate=2025-03-01&endDate=2025-03-01': ['3', '2'],
    '?startDate=2025-02-28&endDate=2025-02-28': ['1'],
    '?startDate=2025-03-02&endDate=2025-03-02': ['4'],
    '?startDate=2025-03-01': ['4', '3', '2'],
    '?endDate=2025-03-01': ['3', '2', '1'],
    '?startDate=2025-02-28&endDate=2025-03-02': ['4', '3', '2', '1'],
    '?startDate=2025-03-03': [],
  }
  for (const [query, wanted] of Object.entries(expected)) {
    const answer = await list(tukar, user, query)
    assert.deepEqual(amounts(answer), wanted, query)
    assert.equal(answer.body.data.totalData, wanted.length, query)
  }
})

test('transfers are filtered by currency type and symbol', async (t) => {
  const tukar = await startTukar(t)
  const user = await makeTrader(tukar)
  await deposited(tukar, { user, ref: 'one', amount: 100 })
  const expected = {
    '?currencyType=FIAT': ['1'],
    '?currencyType=FIAT&symbol=IDR': ['1'],
    '?symbol=IDR': ['1'],
    '?symbol=&currencyType=': ['1'],
    '?currencyType=COIN': [],
    '?currencyType=COIN&symbol=IDR': [],
    '?symbol=BTC': [],
    '?currencyType=FIAT&symbol=BTC': [],
  }
  for (const [query, wanted] of Object.entries(expected)) {
    const answer = await list(tukar, user, query)
    assert.equal(answer.status, 200, query)
    assert.deepEqual(amounts(answer), wanted, query)
    assert.equal(answer.body.data.totalData, wanted.length, query)
  }
})

test('a user sees no transfer of others, nor an unowned one', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  await deposited(tukar, { user: other, ref: 'theirs', amount: 700 })
  await sql`
    insert into cash_deposits (provider, provider_ref, method, status, amount)
    values ('payx', 'ownerless', 'VA', 'PENDING', 800)`.execute(tukar.service.ctx.db.read)
  await deposited(tukar, { user: one, ref: 'mine', amount: 100 })
  assert.deepEqual(amounts(await list(tukar, one)), ['1'])
  assert.deepEqual(amounts(await list(tukar, one, `?userId=${other.id}`)), ['1'])
})

test('invalid, reversed or distant dates are refused with a sentence', async (t) => {
  const tukar = await startTukar(t)
  const user = await makeTrader(tukar)
  const startDate = 'The start date field must be a valid date.'
  const reversed = 'The end date field must be a date after or equal to start date.'
  const apart = 'The end date field must be within one year of start date.'
  const cases: readonly (readonly [string, string])[] = [
    ['startDate=2024-13-45', startDate],
    ['startDate=2025-02-29', startDate],
    ['startDate=2025-3-1', startDate],
    ['startDate=01-03-2025', startDate],
    ['startDate=2025-03-01T00:00:00Z', startDate],
    ['startDate=20250301', startDate],
    ['startDate=9999-12-31', startDate],
    ['startDate=yesterday', startDate],
    ['startDate[]=2025-03-01', startDate],
    ['endDate=2025-04-31', 'The end date field must be a valid date.'],
    ['startDate=2025-03-02&endDate=2025-03-01', reversed],
    ['startDate=2025-01-01&endDate=2026-01-02', apart],
    ['startDate=2024-01-01&endDate=2025-01-02', apart],
    ['startDate=2024-02-29&endDate=2025-03-01', apart],
    ['startDate=1925-01-01&endDate=2025-01-01', apart],
  ]
  for (const [query, sentence] of cases) {
    const answer = await list(tukar, user, `?${query}`)
    assert.deepEqual(messageOf(answer), [400, sentence], query)
  }
  for (const query of [
    'startDate=2024-01-01&endDate=2024-12-31',
    'startDate=2025-01-01&endDate=2026-01-01',
    'startDate=2027-03-01&endDate=2028-03-01',
    'startDate=2024-02-29&endDate=2025-02-28',
    'startDate=2024-02-29&endDate=2024-02-29',
  ]) {
    assert.equal((await list(tukar, user, `?${query}`)).status, 200, query)
  }
})
