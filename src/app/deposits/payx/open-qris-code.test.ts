import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { makeFirstAdmin } from '../../../../tests/make/operator.ts'
import { leaderOf } from '../../../../tests/make/payx.ts'
import { putAgreed } from '../../../../tests/make/proposals.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'
import { qrisLimits } from '../deposit-limits.ts'

const path = '/api/payx/qris'

const open = (tukar: Tukar, { token }: Trader, amount: unknown, headers = {}) =>
  tukar.call('POST', path, { token, body: { amount }, headers })

const list = async (tukar: Tukar, { token }: Trader, query = '') =>
  (await tukar.call('GET', `${path}${query}`, { token })).body.data

/** Returns the QR codes that the payx sandbox has opened. */
const opened = async (tukar: Tukar): Promise<readonly { external_id: string; amount: number }[]> =>
  (await tukar.control('GET', '/state')).body.payx.qrCodes

const available = async (tukar: Tukar, { token }: Trader): Promise<string> => {
  const coins = await tukar.call('GET', '/api/users/coins', { token })
  return coins.body.data.find(({ symbol }: { symbol: string }) => symbol === 'IDR').available
}

test('a code is opened for its amount, paid by any app, and then shown as paid', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const answer = await open(tukar, trader, 15_000)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.message, 'api.qris_code_created')
  const { data } = answer.body
  assert.deepEqual(Object.keys(data), [
    'id',
    'externalId',
    'amount',
    'qrString',
    'status',
    'expiresAt',
    'createdAt',
  ])
  assert.deepEqual([data.amount, data.status], ['15000', 'ACTIVE'])
  assert.match(data.qrString, /^000201010212/)
  assert.equal(Date.parse(data.expiresAt) - Date.parse(data.createdAt), 48 * 3_600_000)
  await tukar.control('POST', '/payx/qr-payments', { externalId: data.externalId, source: 'OVO' })
  await eventually('the credit', async () => (await available(tukar, trader)) === '14895')
  const listed = await list(tukar, trader)
  assert.deepEqual(
    listed.data.map(({ id, status }: { id: number; status: string }) => [id, status]),
    [[data.id, 'PAID']],
  )
  await auditsClean((await leaderOf(tukar)).ctx.db)
})

test('an amount is 1 to 10,000,000 whole rupiah; any other opens nothing', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const refusals: readonly (readonly [unknown, string])[] = [
    [undefined, 'The amount field is required.'],
    ['', 'The amount field is required.'],
    [0, 'The amount field must be greater than 0.'],
    [-1, 'The amount field must be greater than 0.'],
    ['0.5', 'The amount field must be a whole number of rupiah.'],
    [1.5, 'The amount field must be a whole number of rupiah.'],
    ['1.001', 'The amount field must be a whole number of rupiah.'],
    [10_000_001, 'The amount field must not be greater than 10000000.'],
    ['1e3', 'The amount field must be a number without an exponent.'],
    ['0x10', 'The amount field must be a number.'],
    [[5], 'The amount field must be a number.'],
    [true, 'The amount field must be a number.'],
    ['1,000', 'The amount field must be a number.'],
  ]
  for (const [amount, message] of refusals) {
    const answer = await open(tukar, trader, amount)
    assert.deepEqual(messageOf(answer), [400, message], String(amount))
  }
  assert.deepEqual(await opened(tukar), [])
  for (const [amount, shown] of [
    [1, '1'],
    ['10000000', '10000000'],
    ['15000.00', '15000'],
    [' 16000.00000000 ', '16000'],
  ]) {
    assert.equal((await open(tukar, trader, amount)).body.data.amount, shown)
  }
  assert.deepEqual(
    (await opened(tukar)).map((code) => code.amount),
    [1, 10_000_000, 15_000, 16_000],
  )
})

test('a repeat under one key returns the first code, at once and later', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = { 'idempotency-key': 'code-1' }
  const first = await open(tukar, trader, 15_000, key)
  const again = await open(tukar, trader, 15_000, key)
  assert.equal(again.text, first.text)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const other = await open(tukar, trader, 15_001, key)
  assert.deepEqual(messageOf(other), [409, 'api.idempotency_key_reused'])
  assert.equal((await opened(tukar)).length, 1)
  const racing = await Promise.all(
    Array.from({ length: 5 }, () => open(tukar, trader, 20_000, { 'idempotency-key': 'code-2' })),
  )
  const made = racing.filter(({ status }) => status === 200).map(({ body }) => body.data.id)
  assert.equal(new Set(made).size, 1)
  assert.equal((await opened(tukar)).length, 2)
})

test('a code with a lost response is found again and returned', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const fault = { provider: 'payx', fault: 'drop-response', method: 'POST', times: 1 }
  await tukar.control('POST', '/faults', fault)
  const answer = await open(tukar, trader, 15_000)
  assert.equal(answer.status, 200, answer.text)
  const [code] = await opened(tukar)
  assert.equal(answer.body.data.externalId, code?.external_id)
})

const fault = (name: string) => ({ provider: 'payx', fault: name, path: '/qr_codes' })

test('while payx opens nothing, the caller gets an error and no code', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (const name of ['error-500', 'error-429']) {
    await tukar.control('POST', '/faults', { ...fault(name), times: 2 })
    const answer = await open(tukar, trader, 15_000)
    assert.deepEqual(messageOf(answer), [400, 'api.qris_code_unavailable'])
  }
  assert.deepEqual((await list(tukar, trader)).data, [])
  assert.equal((await open(tukar, trader, 15_000)).status, 200)
})

test('a code that payx never confirmed is credited all the same when it is paid', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await tukar.control('POST', '/faults', { ...fault('drop-response'), times: 2 })
  assert.equal((await open(tukar, trader, 15_000)).status, 400)
  const [code] = await opened(tukar)
  await tukar.control('POST', '/payx/qr-payments', { externalId: code?.external_id })
  await eventually('the credit', async () => (await available(tukar, trader)) === '14895')
  await auditsClean((await leaderOf(tukar)).ctx.db)
})

test('codes are listed page by page, newest first, to their owner alone', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  for (const amount of [1_000, 2_000, 3_000]) await open(tukar, trader, amount)
  const page = await list(tukar, trader, '?per_page=2')
  assert.deepEqual(
    [page.data.map(({ amount }: { amount: string }) => amount), page.nextPage],
    [['3000', '2000'], 2],
  )
  const next = await list(tukar, trader, '?per_page=2&page=2')
  assert.deepEqual([next.data.length, next.nextPage], [1, null])
  assert.deepEqual((await list(tukar, other)).data, [])
  const { db } = (await leaderOf(tukar)).ctx
  await sql`update qris_codes set expires_at = now()`.execute(db.read)
  const late = await list(tukar, trader)
  assert.ok(late.data.every(({ status }: { status: string }) => status === 'INACTIVE'))
})

test('a code is valid for its configured time, and never longer than payx allows', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { db } = (await leaderOf(tukar)).ctx
  for (const [hours, lives] of [
    ['2', 2],
    ['720', 48],
  ] as const) {
    const key = 'deposit.qris_ttl_hours'
    await sql`update settings set value = ${hours} where key = ${key}`.execute(db.read)
    const { data } = (await open(tukar, trader, 15_000)).body
    assert.equal(Date.parse(data.expiresAt) - Date.parse(data.createdAt), lives * 3_600_000)
  }
})

test('a code is opened only within the bounds that operators set and apps are shown', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const admin = await makeFirstAdmin(tukar)
  const set = (key: string, value: string) => putAgreed(tukar, admin, `settings/${key}`, { value })
  await set('deposit.qris_minimum_idr', '5000')
  await set('deposit.qris_maximum_idr', '10000')
  const method = await tukar.call('GET', '/api/payx/payment-method/qris', { token: trader.token })
  assert.deepEqual([method.body.data.minimum, method.body.data.maximum], ['5000', '10000'])
  for (const amount of [4_999, 10_001]) {
    const answer = await open(tukar, trader, amount)
    assert.deepEqual(messageOf(answer), [400, 'api.deposit_amount_out_of_bounds'], `${amount}`)
  }
  assert.deepEqual(await opened(tukar), [])
  for (const amount of [5_000, 10_000]) {
    assert.equal((await open(tukar, trader, amount)).status, 200, `${amount}`)
  }
})

test('a user who opens too many codes has to wait', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (let made = 0; made < qrisLimits.opened; made += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(tukar, trader, 15_000)))
    assert.ok(answers.every(({ status }) => status === 200))
  }
  const answer = await open(tukar, trader, 15_000)
  assert.deepEqual(messageOf(answer), [429, 'api.too_many_requests'])
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
})
