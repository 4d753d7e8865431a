import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import { openOrder, payOrder } from '../../../../tests/make/payd.ts'
import { leaderOf } from '../../../../tests/make/payx.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'
import { idr, whole } from '../../../base/values/money.ts'
import { paymentMethods } from '../../../providers/payd/payment-methods.ts'
import { openPaydOrder } from './open-payd-order.ts'

const open = (
  tukar: Tukar,
  { token }: Pick<Trader, 'token'>,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
) => tukar.call('POST', '/api/payd/deposits', { token, body, headers })

const unavailable = [400, 'api.payd_order_unavailable']

const orders = ({ service }: Tukar) =>
  service.ctx.db.read.selectFrom('payd_orders').selectAll().orderBy('created_at').execute()

/** Returns the payments of the payd sandbox. */
const atPayd = async ({ control }: Tukar) => (await control('GET', '/state')).body.payd.payments

test('an order is opened at payd, under our id, which begins with a letter', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const answer = await open(tukar, trader, { amount: '150000', paymentMethod: 'BC' })
  assert.deepEqual(messageOf(answer), [200, 'api.payd_order_created'])
  const { merchantOrderId, paymentUrl, vaNumber } = answer.body.data
  assert.match(merchantOrderId, /^TD[0-9A-F]{24}$/)
  assert.match(paymentUrl, /^https:/)
  assert.match(vaNumber, /^[0-9]{16}$/)
  const [row] = await orders(tukar)
  assert.deepEqual(
    [row?.merchant_order_id, row?.user_id, row?.kind, row?.amount, row?.status, row?.va_no],
    [merchantOrderId, trader.id, 'ORDER', '15000000', 'OPEN', vaNumber],
  )
  const [payment] = await atPayd(tukar)
  assert.deepEqual(
    [payment.merchantOrderId, payment.amount, payment.reference, payment.statusCode],
    [merchantOrderId, '150000', row?.reference, '01'],
  )
  const wallet = await openOrder(tukar, trader, 20_000, 'OV')
  assert.equal(wallet.vaNumber, null)
})

test('payd supports every payment method that we offer', async (t) => {
  const tukar = await startTukar(t)
  const traders = [await makeTrader(tukar), await makeTrader(tukar)]
  for (const [at, paymentMethod] of paymentMethods.entries()) {
    const [one, other] = traders
    assert.ok(one && other)
    const answer = await open(tukar, at % 2 === 0 ? one : other, { amount: 20_000, paymentMethod })
    assert.equal(answer.status, 200, `${paymentMethod} ${answer.text}`)
  }
})

test('one idempotency key opens one order, also at once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const body = { amount: 150_000, paymentMethod: 'BC' }
  const keyed = () => open(tukar, trader, body, { 'idempotency-key': 'order-1' })
  const answers = await Promise.all([keyed(), keyed(), keyed()])
  const ends = [...answers, await keyed()].filter(({ status }) => status === 200)
  assert.equal(new Set(ends.map(({ text }) => text)).size, 1)
  assert.equal((await orders(tukar)).length, 1)
  const other = await open(tukar, trader, { ...body, amount: 1 }, { 'idempotency-key': 'order-1' })
  assert.deepEqual(messageOf(other), [409, 'api.idempotency_key_reused'])
  await Promise.all([open(tukar, trader, body), open(tukar, trader, body)])
  assert.equal((await orders(tukar)).length, 3)
})

test('a lost response leaves the order requested, and its payment is credited', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const trader = await makeTrader(tukar)
  const body = { amount: 150_000, paymentMethod: 'BC' }
  const path = '/webapi/api/merchant'
  for (const fault of ['drop-response', 'error-500', 'bad-json']) {
    await tukar.control('POST', '/faults', { provider: 'payd', fault, path, times: 1 })
    assert.deepEqual(messageOf(await open(tukar, trader, body)), unavailable, fault)
  }
  const rows = await orders(tukar)
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['REQUESTED', 'REQUESTED', 'REQUESTED'],
  )
  const order = rows[0]?.merchant_order_id ?? ''
  assert.ok((await atPayd(tukar)).some((one: Answer['body']) => one.merchantOrderId === order))
  await payOrder(tukar, order, 150_000)
  const user = trader.id
  await eventually('the credit', async () => (await owned(db, user)).available === 150_000_00n)
  await auditsClean(db)
})

test('an order that payd refuses is failed', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { payd } = tukar.service.ctx
  const refusing = {
    ...tukar.service.ctx,
    payd: {
      ...payd,
      createPayment: () =>
        Promise.resolve({ kind: 'rejected', code: 'METHOD', message: '', status: 400 } as const),
    },
  }
  const caller = { id: trader.id, email: trader.email, emailVerified: true }
  await assert.rejects(
    openPaydOrder(
      refusing,
      { amount: whole(idr, 20_000n), paymentMethod: 'BC' },
      { ...caller, suspended: false },
    ),
    { key: 'api.payd_order_unavailable' },
  )
  assert.deepEqual(
    (await orders(tukar)).map(({ status }) => status),
    ['FAILED'],
  )
})

test('an amount outside of the bounds, or no whole rupiah, opens nothing', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { read } = tukar.service.ctx.db
  for (const amount of [9_999, 50_000_001, '1']) {
    const answer = await open(tukar, trader, { amount, paymentMethod: 'BC' })
    assert.deepEqual(messageOf(answer), [400, 'api.deposit_amount_out_of_bounds'], `${amount}`)
  }
  await sql`
    update settings set value = '5000' where key = 'deposit.payd_minimum_idr'`.execute(read)
  await openOrder(tukar, trader, 5_000)
  await sql`
    update settings set value = '10000' where key = 'deposit.payd_maximum_idr'`.execute(read)
  const above = await open(tukar, trader, { amount: 10_001, paymentMethod: 'BC' })
  assert.deepEqual(messageOf(above), [400, 'api.deposit_amount_out_of_bounds'])
  const cases: readonly (readonly [unknown, string])[] = [
    [{ paymentMethod: 'BC' }, 'The amount field is required.'],
    [
      { amount: '20000.5', paymentMethod: 'BC' },
      'The amount field must be a whole number of rupiah.',
    ],
    [
      { amount: '1e5', paymentMethod: 'BC' },
      'The amount field must be a number without an exponent.',
    ],
    [{ amount: -1, paymentMethod: 'BC' }, 'The amount field must be greater than 0.'],
    [{ amount: 20_000 }, 'The payment method field is required.'],
    [{ amount: 20_000, paymentMethod: 'XX' }, 'The selected payment method is invalid.'],
    [{ amount: 20_000, paymentMethod: 'bc' }, 'The selected payment method is invalid.'],
  ]
  for (const [body, sentence] of cases) {
    assert.deepEqual(messageOf(await open(tukar, trader, body)), [400, sentence])
  }
  assert.equal((await orders(tukar)).length, 1)
})

test('a user opens at most thirty orders an hour', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const body = { amount: 20_000, paymentMethod: 'BC' }
  const answers = await Promise.all(Array.from({ length: 32 }, () => open(tukar, trader, body)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 30)
  const throttled = answers.filter(({ status }) => status === 429)
  assert.ok(throttled.every(({ headers }) => Number(headers.get('retry-after')) > 0))
})
