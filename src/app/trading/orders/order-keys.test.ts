import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { fieldsIn } from '../../../../tests/json.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { loseAnswers } from '../../../../tests/make/idempotency.ts'
import { makeOrderTrader, orderFields, stillMarket } from '../../../../tests/make/order.ts'
import { pricesSeen } from '../../../../tests/make/prices.ts'
import { expectOk, type Trader } from '../../../../tests/make/trader.ts'
import { fund, oneBtc } from '../../../../tests/make/withdrawal.ts'
import { orderHolds } from '../order-model/orders.sql.ts'

type Stage = Readonly<{ tukar: Tukar; trader: Trader }>

async function start(t: Parameters<typeof startTukar>[0], bitcoins = 10n): Promise<Stage> {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  return { tukar, trader: await makeOrderTrader(tukar, bitcoins * oneBtc) }
}

type Fields = Readonly<Record<string, unknown>>
type Sending = Readonly<{ fields?: Fields | undefined; market?: string | null | undefined }>

/** Sends an order while prices are fresh, or missing without a market. */
async function sendWithKey(
  { tukar, trader: { token } }: Stage,
  key: string,
  { fields, market = '1640000000' }: Sending = {},
): Promise<Answer> {
  const { db } = tukar.service.ctx
  if (market === null) await sql`delete from prices`.execute(db.read)
  else await pricesSeen(db, { BTC_IDR: market })
  const headers = { 'idempotency-key': key }
  const body = orderFields(fields)
  return tukar.call('POST', '/api/exchange/venue/order', { token, headers, body })
}

const ordersOf = async ({ tukar }: Stage) =>
  (
    await sql<{ orderNo: string; status: string }>`
      select order_no as "orderNo", status from orders order by id`.execute(
      tukar.service.ctx.db.read,
    )
  ).rows

const numberIn = (answer: Answer): string => {
  expectOk(answer)
  return String(fieldsIn(answer.body.data)['order_no'])
}

test('a repeat returns the order whose response a crash lost, and makes no second', async (t) => {
  const stage = await start(t)
  const orderNo = numberIn(await sendWithKey(stage, 'once'))
  await loseAnswers(stage.tukar.service.ctx.db)
  assert.equal(numberIn(await sendWithKey(stage, 'once')), orderNo)
  assert.equal(
    numberIn(await sendWithKey(stage, 'once')),
    orderNo,
    'and its answer is kept from now on',
  )
  assert.deepEqual(await ordersOf(stage), [{ orderNo, status: 'CREATE' }])
  assert.notEqual(numberIn(await sendWithKey(stage, 'another')), orderNo)
  await auditsClean(stage.tukar.service.ctx.db, [orderHolds])
})

test('the key of a failed order is free for another', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  const path = '/api/v3/order'
  const refusal = { provider: 'venue', fault: 'error-429', method: 'POST', path, times: 1 }
  await tukar.control('POST', '/faults', refusal)
  assert.equal((await sendWithKey(stage, 'again')).status, 503)
  const placed = await eventually('capacity at the venue', async () => {
    const answer = await sendWithKey(stage, 'again')
    return answer.status === 200 && numberIn(answer)
  })
  const orders = await ordersOf(stage)
  assert.equal(orders[0]?.status, 'CANCEL')
  assert.deepEqual(
    orders.filter(({ status }) => status !== 'CANCEL'),
    [{ orderNo: placed, status: 'CREATE' }],
  )
})

test('a refusal that may pass leaves its key free for the same order', async (t) => {
  const stage = await start(t, 1n)
  const { tukar, trader } = stage
  const passing: readonly (readonly [string, Sending, () => Promise<void>])[] = [
    ['api.market_price_unavailable', { market: null }, async () => undefined],
    ['api.limit_buy_price_too_high', { market: '1400000000' }, async () => undefined],
    [
      'api.order_insufficient_funds',
      { fields: { side: 'SELL', volume: '2.5', price: '1700000000' } },
      () => fund(tukar, trader, 2n * oneBtc),
    ],
  ]
  for (const [refusal, { fields, market }, passes] of passing) {
    const refused = await sendWithKey(stage, refusal, { fields, market })
    assert.equal(refused.body.message, refusal)
    await passes()
    numberIn(await sendWithKey(stage, refusal, { fields }))
  }
  assert.equal((await ordersOf(stage)).length, passing.length)
  await auditsClean(tukar.service.ctx.db, [orderHolds])
})

test('a repeat returns its order even if the order itself has used the balance', async (t) => {
  const stage = await start(t, 4n)
  const fields = { side: 'SELL', volume: '2.5', price: '1700000000' }
  const orderNo = numberIn(await sendWithKey(stage, 'all', { fields }))
  await loseAnswers(stage.tukar.service.ctx.db)
  assert.equal(numberIn(await sendWithKey(stage, 'all', { fields })), orderNo)
  const other = await sendWithKey(stage, 'other', { fields })
  assert.equal(other.body.message, 'api.order_insufficient_funds')
  assert.equal((await ordersOf(stage)).length, 1)
})

test('an expired key is valid for another order', async (t) => {
  const stage = await start(t)
  const first = numberIn(await sendWithKey(stage, 'daily'))
  const { db } = stage.tukar.service.ctx
  for (const table of ['orders', 'idempotency_keys']) {
    await sql`update ${sql.table(table)} set created_at = now() - interval '25 hours'`.execute(
      db.read,
    )
  }
  const second = numberIn(await sendWithKey(stage, 'daily'))
  assert.notEqual(second, first)
  assert.equal((await ordersOf(stage)).length, 2)
})

test('the same request under the same key is a separate order for each user', async (t) => {
  const stage = await start(t)
  const first = numberIn(await sendWithKey(stage, 'common'))
  const other = await makeOrderTrader(stage.tukar)
  const second = numberIn(await sendWithKey({ ...stage, trader: other }, 'common'))
  assert.notEqual(second, first)
  const path = `/api/exchange/venue/order/${second}`
  expectOk(await stage.tukar.call('DELETE', path, { token: other.token }))
})
