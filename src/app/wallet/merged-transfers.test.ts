import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import {
  makeCashWithdrawer,
  movePayout,
  pausePayouts,
  withdrawCash,
} from '../../../tests/make/cash-withdrawal.ts'
import { listen } from '../../../tests/make/event-stream.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { expectOk, makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { streamLimits } from '../../core/changes/stream-limits.ts'
import { forgetPlaces } from '../../core/histories/places.sql.ts'

const v1 = '/api/users/history/deposit-withdraw'
const v2 = '/api/users/history/v2/deposit-withdraw'

const list = (tukar: Tukar, { token }: Trader, query = '', path = v1) =>
  tukar.call('GET', `${path}${query}`, { token })

const db = ({ service }: Tukar) => service.ctx.db.read

async function cashDeposits(tukar: Tukar, { id }: Trader, at: string, count: number) {
  await sql`
    insert into cash_deposits
      (user_id, provider, provider_ref, method, status, amount, created_at, updated_at)
    select ${id}, 'payx', gen_random_uuid(), 'VA', 'COMPLETED', 100 * n, ${at}, ${at}
    from generate_series(1, ${count}::integer) as n`.execute(db(tukar))
}

async function coinDeposit(tukar: Tukar, { id }: Trader, at: string) {
  await sql`
    insert into coin_deposits
      (user_id, asset_id, network, custody_id, tx_hash, address, amount, status, custody_status,
       created_at, updated_at)
    values (${id}, 4, 'ETH', gen_random_uuid(), '0xhash', '0xours', 1500000000000000000,
            'PENDING', 'CONFIRMING', ${at}, ${at})`.execute(db(tukar))
}

async function withdrawals(tukar: Tukar, { id }: Trader, at: string) {
  await sql`
    insert into withdrawals
      (request_id, user_id, kind, asset_id, amount, fee, held, sent, network, address,
       channel_code, account_number, worth_idr, status, tx_hash, created_at, updated_at, ended_at)
    values
      ('wd-coin-0001', ${id}, 'COIN', 3, 1000, 100, 1000, 900, 'BTC', 'bc1theirs', null, null, 1,
       'SUCCESS', 'hash', ${at}, ${at}, ${at}),
      ('wd-cash-0001', ${id}, 'CASH', 1, 5000000, 500000, 5500000, 5000000, null, null,
       'ID_BCA', '12345678', 1, 'PROCESSING', null, ${at}, ${at}, null)`.execute(db(tukar))
}

type Item = Readonly<{ id: string; type: string } & Record<string, unknown>>
const items = ({ body }: Answer): readonly Item[] => body.data.data
const ids = (answer: Answer) => items(answer).map(({ id }) => id)
const types = (answer: Answer) => items(answer).map(({ type }) => type)

test('a payout that the bank returns says when, in the history and its event', async (t) => {
  setLimits(t, streamLimits, { lookEveryMs: 50 })
  const tukar = await startTukar(t)
  await leaderOf(tukar)
  await pausePayouts(tukar)
  const trader = await makeCashWithdrawer(tukar)
  const stream = await listen(t, tukar, trader)
  await stream.next('start')
  expectOk(await withdrawCash(tukar, trader))
  const { data: sent } = await stream.next('withdrawal', (data) => data['status'] === 'SUBMITTED')
  expectOk(await movePayout(tukar, String(sent['id']), 'SUCCEEDED'))
  const { data: paid } = await stream.next('withdrawal', (data) => data['status'] === 'SUCCESS')
  assert.equal(paid['reversedAt'], null)
  expectOk(await movePayout(tukar, String(sent['id']), 'REVERSED'))
  const { data: returned } = await stream.next('withdrawal', (data) => data['reversedAt'] !== null)
  assert.equal(returned['status'], 'SUCCESS')
  assert.ok(Date.parse(String(returned['reversedAt'])) > 0)
  assert.deepEqual(items(await list(tukar, trader)), [returned])
})

test('all four kinds are merged in one list, each with its own fields', async (t) => {
  const tukar = await startTukar(t)
  const user = await makeTrader(tukar)
  await cashDeposits(tukar, user, '2025-03-01T01:00:00Z', 1)
  await coinDeposit(tukar, user, '2025-03-01T03:00:00Z')
  await withdrawals(tukar, user, '2025-03-01T02:00:00Z')
  const answer = await list(tukar, user)
  assert.equal(answer.body.data.totalData, 4)
  const [coinIn, cashOut, coinOut, cashIn] = items(answer)
  const common = (at: string) => ({ createdAt: at, updatedAt: at })
  assert.match(String(coinIn?.id), /^COIN_DEPOSIT-\d+$/)
  assert.deepEqual(
    { ...coinIn, id: '' },
    {
      id: '',
      type: 'COIN_DEPOSIT',
      symbol: 'ETH',
      amount: '1.5',
      fee: '0',
      status: 'PENDING',
      network: 'ETH',
      address: '0xours',
      txHash: '0xhash',
      reviewReasons: [],
      reversedAt: null,
      ...common('2025-03-01T03:00:00.000Z'),
    },
  )
  assert.deepEqual(cashOut, {
    id: 'wd-cash-0001',
    type: 'CASH_WITHDRAWAL',
    symbol: 'IDR',
    amount: '50000',
    fee: '5000',
    status: 'PROCESSING',
    network: null,
    address: '12345678',
    txHash: null,
    reviewReasons: [],
    reversedAt: null,
    ...common('2025-03-01T02:00:00.000Z'),
  })
  assert.deepEqual(coinOut, {
    id: 'wd-coin-0001',
    type: 'COIN_WITHDRAWAL',
    symbol: 'BTC',
    amount: '0.00001',
    fee: '0.000001',
    status: 'SUCCESS',
    network: 'BTC',
    address: 'bc1theirs',
    txHash: 'hash',
    reviewReasons: [],
    reversedAt: null,
    ...common('2025-03-01T02:00:00.000Z'),
  })
  assert.equal(cashIn?.type, 'CASH_DEPOSIT')
})

test('both paths return the same list', async (t) => {
  const tukar = await startTukar(t)
  const user = await makeTrader(tukar)
  await withdrawals(tukar, user, '2025-03-01T02:00:00Z')
  await coinDeposit(tukar, user, '2025-03-01T02:00:00Z')
  const [one, two] = [await list(tukar, user), await list(tukar, user, '', v2)]
  assert.equal(two.status, 200)
  assert.equal(one.text, two.text)
})

test('currency type and symbol choose among all kinds; an unknown symbol is refused', async (t) => {
  const tukar = await startTukar(t)
  const user = await makeTrader(tukar)
  await cashDeposits(tukar, user, '2025-03-01T01:00:00Z', 1)
  await coinDeposit(tukar, user, '2025-03-01T03:00:00Z')
  await withdrawals(tukar, user, '2025-03-01T02:00:00Z')
  const expected = {
    '?currencyType=FIAT': ['CASH_WITHDRAWAL', 'CASH_DEPOSIT'],
    '?currencyType=COIN': ['COIN_DEPOSIT', 'COIN_WITHDRAWAL'],
    '?symbol=BTC': ['COIN_WITHDRAWAL'],
    '?symbol=IDR': ['CASH_WITHDRAWAL', 'CASH_DEPOSIT'],
    '?symbol=ETH&currencyType=COIN': ['COIN_DEPOSIT'],
    '?symbol=ETH&currencyType=FIAT': [],
    '?symbol=SOL': [],
  }
  for (const [query, wanted] of Object.entries(expected)) {
    const answer = await list(tukar, user, query)
    assert.deepEqual(types(answer), wanted, query)
    assert.equal(answer.body.data.totalData, wanted.length, query)
  }
  const unknown = await list(tukar, user, '?symbol=NOPE')
  assert.deepEqual(messageOf(unknown), [400, 'The selected symbol is invalid.'])
})

test('a withdrawal belongs to the Jakarta day of its request, to the millisecond', async (t) => {
  const tukar = await startTukar(t)
  const [before, after] = [await makeTrader(tukar), await makeTrader(tukar)]
  await withdrawals(tukar, before, '2025-02-28T16:59:59.999Z')
  await coinDeposit(tukar, after, '2025-02-28T17:00:00.000Z')
  const on = async (user: Trader, day: string) =>
    items(await list(tukar, user, `?startDate=${day}&endDate=${day}`)).length
  assert.deepEqual([await on(before, '2025-02-28'), await on(before, '2025-03-01')], [2, 0])
  assert.deepEqual([await on(after, '2025-02-28'), await on(after, '2025-03-01')], [0, 1])
})

test('paging shows each row once and misses none while new rows arrive', async (t) => {
  const tukar = await startTukar(t)
  const user = await makeTrader(tukar)
  const at = '2025-03-01T02:00:00Z'
  // Rows of the same instant and of several kinds, so that the order depends on kind and id too.
  await cashDeposits(tukar, user, at, 7)
  await withdrawals(tukar, user, at)
  for (let made = 0; made < 4; made += 1) await coinDeposit(tukar, user, at)
  const before = ids(await list(tukar, user, '?per_page=100'))
  assert.equal(new Set(before).size, 13)
  const seen: string[] = []
  for (let page: number | null = 1; page !== null; ) {
    const answer: Answer = await list(tukar, user, `?per_page=3&page=${page}`)
    seen.push(...ids(answer))
    page = answer.body.data.nextPage
    await cashDeposits(tukar, user, '2025-03-02T02:00:00Z', 2)
    await coinDeposit(tukar, user, '2025-03-03T02:00:00Z')
  }
  assert.deepEqual(seen, before)
})

test('a repeated page returns the same rows; the first page starts over', async (t) => {
  const tukar = await startTukar(t)
  const user = await makeTrader(tukar)
  await cashDeposits(tukar, user, '2025-03-01T02:00:00Z', 6)
  const page = async (number: number) => ids(await list(tukar, user, `?per_page=2&page=${number}`))
  const first = [await page(1), await page(2), await page(3)]
  await cashDeposits(tukar, user, '2025-03-02T02:00:00Z', 2)
  assert.deepEqual([await page(2), await page(3)], first.slice(1))
  const anew = [await page(1), await page(2), await page(3), await page(4)]
  assert.deepEqual(anew.slice(1), first)
})

test('a page without a stored position is counted from the start', async (t) => {
  const tukar = await startTukar(t)
  const user = await makeTrader(tukar)
  await cashDeposits(tukar, user, '2025-03-01T02:00:00Z', 6)
  const all = ids(await list(tukar, user))
  assert.deepEqual(ids(await list(tukar, user, '?per_page=2&page=3')), all.slice(4))
  await list(tukar, user, '?per_page=2')
  await sql`update history_places set kept_at = kept_at - interval '1 hour'`.execute(db(tukar))
  await cashDeposits(tukar, user, '2025-03-02T02:00:00Z', 1)
  assert.deepEqual(ids(await list(tukar, user, '?per_page=2&page=2')), all.slice(1, 3))
  await sql`update history_places set kept_at = kept_at - interval '1 hour'`.execute(db(tukar))
  await forgetPlaces(tukar.service.ctx)
  const left = await sql`select 1 from history_places`.execute(db(tukar))
  assert.equal(left.rows.length, 0)
})

test('paging changes no page of another user or filter', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  await cashDeposits(tukar, one, '2025-03-01T02:00:00Z', 5)
  await cashDeposits(tukar, other, '2025-03-01T02:00:00Z', 5)
  const all = ids(await list(tukar, other))
  await list(tukar, one, '?per_page=2')
  await list(tukar, other, '?per_page=2&currencyType=FIAT')
  await cashDeposits(tukar, other, '2025-03-02T02:00:00Z', 1)
  assert.deepEqual(ids(await list(tukar, other, '?per_page=2&page=2')), all.slice(1, 3))
})

test('oldest first, pages hold each transfer once, in the reverse order', async (t) => {
  const tukar = await startTukar(t)
  const user = await makeTrader(tukar)
  const at = '2025-03-01T01:00:00Z'
  await cashDeposits(tukar, user, at, 3)
  await coinDeposit(tukar, user, at)
  await withdrawals(tukar, user, at)
  const newestFirst = ids(await list(tukar, user))
  const oldestFirst: string[] = []
  for (const page of [1, 2, 3]) {
    oldestFirst.push(...ids(await list(tukar, user, `?sort=asc&per_page=2&page=${page}`)))
  }
  assert.equal(newestFirst.length, 6)
  assert.deepEqual(oldestFirst.toReversed(), newestFirst)
})

test('deposits and withdrawals are listed apart, of any kind of currency', async (t) => {
  const tukar = await startTukar(t)
  const user = await makeTrader(tukar)
  await cashDeposits(tukar, user, '2025-03-01T01:00:00Z', 1)
  await coinDeposit(tukar, user, '2025-03-01T02:00:00Z')
  await withdrawals(tukar, user, '2025-03-01T03:00:00Z')
  const expected: Readonly<Record<string, readonly string[]>> = {
    '?direction=DEPOSIT': ['COIN_DEPOSIT', 'CASH_DEPOSIT'],
    '?direction=WITHDRAWAL': ['CASH_WITHDRAWAL', 'COIN_WITHDRAWAL'],
    '?direction=DEPOSIT&currencyType=FIAT': ['CASH_DEPOSIT'],
    '?direction=WITHDRAWAL&symbol=BTC': ['COIN_WITHDRAWAL'],
    '?direction=DEPOSIT&currencyType=FIAT&symbol=BTC': [],
  }
  for (const [query, wanted] of Object.entries(expected)) {
    const answer = await list(tukar, user, query)
    assert.deepEqual([types(answer), answer.body.data.totalData], [wanted, wanted.length], query)
  }
})

test('a search by times includes both ends, to the millisecond', async (t) => {
  const tukar = await startTukar(t)
  const user = await makeTrader(tukar)
  const startMs = Date.parse('2025-03-01T01:00:00.250Z')
  for (const ms of [0, 1, 2]) {
    await cashDeposits(tukar, user, new Date(startMs + ms).toISOString(), 1)
  }
  const found = async (query: string) => items(await list(tukar, user, query)).length
  assert.equal(await found(`?startTime=${startMs}`), 3)
  assert.equal(await found(`?startTime=${startMs + 1}&endTime=${startMs + 1}`), 1)
  assert.equal(await found(`?endTime=${startMs + 1}&startDate=2025-03-02`), 0)
  const reversed = await list(tukar, user, '?startTime=2&endTime=1')
  const text = 'The end time field must be greater than or equal to start time.'
  assert.deepEqual(messageOf(reversed), [400, text])
})
