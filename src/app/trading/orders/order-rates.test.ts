import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { ampleRates } from '../../../../tests/make/ample-venue.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import {
  makeOrderTrader,
  placeOrder,
  sendOrder,
  stillMarket,
} from '../../../../tests/make/order.ts'
import { withinOne, withinOneJakartaDay } from '../../../../tests/make/period.ts'
import type { Trader } from '../../../../tests/make/trader.ts'
import { idr } from '../../../base/values/money.ts'

const waitOf = ({ headers }: Answer) => Number(headers.get('retry-after'))

async function start(t: Parameters<typeof startTukar>[0]): Promise<Tukar> {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  return tukar
}

async function set({ service: { ctx } }: Tukar, key: string, value: number): Promise<void> {
  await sql`update settings set value = ${value.toString()} where key = ${key}`.execute(ctx.db.read)
  ctx.answers.clear()
}

async function learnt({ control, service: { ctx } }: Tukar, limits: object): Promise<void> {
  await control('POST', '/venue/limits', limits)
  assert.equal((await ctx.venue.markets(['BTCIDR', 'BTCUSDT'], 'account')).kind, 'accepted')
}

/** Places several orders at once. */
const burst = (tukar: Tukar, trader: Trader, many: number): Promise<readonly Answer[]> =>
  Promise.all(
    Array.from({ length: many }, (_, at) =>
      sendOrder(tukar, trader, { price: `${1_600_000_000 - at}`, volume: '0.001' }),
    ),
  )

const placedOf = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200)

/** Waits until enough of a ten-second window of the venue is left. */
const withinOneWindow = () => withinOne(10_000, 6_000)

test('a user may place ten orders in ten seconds; more hold nothing and get a wait', async (t) => {
  const tukar = await start(t)
  const [one, other] = [await makeOrderTrader(tukar), await makeOrderTrader(tukar)]
  const answers = await burst(tukar, one, 15)
  assert.equal(placedOf(answers).length, 10)
  const [refused, ...more] = answers.filter(({ status }) => status !== 200)
  assert.ok(refused !== undefined && more.length === 4)
  assert.deepEqual(messageOf(refused), [429, 'api.too_many_requests'])
  assert.ok(waitOf(refused) >= 1 && waitOf(refused) <= 10)
  assert.match(refused.headers.get('ratelimit') ?? '', /^"orders";r=0;t=\d+$/)
  assert.equal(refused.headers.get('ratelimit-policy'), '"orders";q=10;w=10')
  const { locked } = await owned(tukar.service.ctx.db, one.id, idr)
  const { rows } = await sql<{ held: string }>`
    select sum(held)::text as held from orders where user_id = ${one.id}`.execute(
    tukar.service.ctx.db.read,
  )
  assert.equal(locked.toString(), rows[0]?.held)
  assert.equal((await sendOrder(tukar, other, {})).status, 200)
})

test('cancels are never refused by the rate of orders', async (t) => {
  const tukar = await start(t)
  const trader = await makeOrderTrader(tukar)
  const orderNo = await placeOrder(tukar, trader)
  await burst(tukar, trader, 12)
  assert.equal((await sendOrder(tukar, trader, {})).status, 429)
  const at = '/api/exchange/venue'
  const { token } = trader
  assert.equal((await tukar.call('DELETE', `${at}/order/${orderNo}`, { token })).status, 200)
  const all = await tukar.call('DELETE', `${at}/allOrders`, { token })
  assert.equal(all.status, 200)
  const ends: readonly { status: string }[] = all.body.data
  assert.deepEqual(new Set(ends.map(({ status }) => status)), new Set(['CANCEL']))
})

test('orders of a day in Jakarta are bounded, in any state', async (t) => {
  const tukar = await start(t)
  await set(tukar, 'order.per_day', 3)
  await withinOneJakartaDay()
  const trader = await makeOrderTrader(tukar)
  const { token } = trader
  const orderNo = await placeOrder(tukar, trader)
  await tukar.call('DELETE', `/api/exchange/venue/order/${orderNo}`, { token })
  await placeOrder(tukar, trader)
  await placeOrder(tukar, trader)
  const refused = await sendOrder(tukar, trader, {})
  assert.deepEqual(messageOf(refused), [429, 'api.too_many_requests'])
  assert.ok(waitOf(refused) >= 1 && waitOf(refused) <= 86_400)
  await sql`update orders set created_at = created_at - interval '1 day'`.execute(
    tukar.service.ctx.db.read,
  )
  assert.equal((await sendOrder(tukar, trader, {})).status, 200)
})

test('a user who places as many orders as possible leaves capacity for others', async (t) => {
  const tukar = await start(t)
  await ampleRates(tukar.service.ctx.db)
  tukar.service.ctx.answers.clear()
  await learnt(tukar, { orders: 20 })
  const [greedy, other] = [await makeOrderTrader(tukar), await makeOrderTrader(tukar)]
  await withinOneWindow()
  const answers = await burst(tukar, greedy, 25)
  assert.equal(placedOf(answers).length, 18)
  const refused = answers.find(({ status }) => status !== 200)
  assert.ok(refused !== undefined && waitOf(refused) <= 10)
  assert.deepEqual(messageOf(refused), [429, 'api.too_many_requests'])
  assert.equal((await sendOrder(tukar, other, {})).status, 200)
})

test("after the venue's own limit the response says how long it stays closed", async (t) => {
  const tukar = await start(t)
  await tukar.control('POST', '/venue/limits', { orders: 0 })
  const trader = await makeOrderTrader(tukar)
  for (const volume of ['0.001', '0.002']) {
    const refused = await sendOrder(tukar, trader, { volume })
    assert.deepEqual(messageOf(refused), [503, 'api.service_unavailable'])
    assert.ok(waitOf(refused) > 50 && waitOf(refused) <= 60, refused.text)
  }
  assert.equal((await owned(tukar.service.ctx.db, trader.id, idr)).locked, 0n)
})

test('if the venue accepts no more orders nothing is held, and the wait is returned', async (t) => {
  const tukar = await start(t)
  await learnt(tukar, { orders: 1 })
  const trader = await makeOrderTrader(tukar)
  await withinOneWindow()
  await placeOrder(tukar, trader)
  const refused = await sendOrder(tukar, trader, { volume: '0.002' })
  assert.deepEqual(messageOf(refused), [503, 'api.service_unavailable'])
  assert.ok(waitOf(refused) >= 1 && waitOf(refused) <= 10)
  const { rows } = await sql`select from orders`.execute(tukar.service.ctx.db.read)
  assert.equal(rows.length, 1)
})

test('an order that our own rules refuse uses no capacity of the venue', async (t) => {
  const tukar = await start(t)
  await learnt(tukar, { orders: 2 })
  const trader = await makeOrderTrader(tukar)
  await withinOneWindow()
  for (let round = 0; round < 5; round += 1) {
    assert.equal((await sendOrder(tukar, trader, { volume: '0.010000001' })).status, 400)
  }
  await placeOrder(tukar, trader)
})

test("in each pair a user has less than a tenth of the venue's open orders", async (t) => {
  const tukar = await start(t)
  await learnt(tukar, { openOrders: 30 })
  const trader = await makeOrderTrader(tukar)
  const full = [400, 'api.too_many_open_orders']
  await placeOrder(tukar, trader)
  await placeOrder(tukar, trader)
  assert.deepEqual(messageOf(await sendOrder(tukar, trader, {})), full)
  const inDollars = { txPair: 'BTC_USDT', side: 'SELL', price: '110000', volume: '0.001' }
  await placeOrder(tukar, trader, inDollars)
  await placeOrder(tukar, trader, inDollars)
  assert.deepEqual(messageOf(await sendOrder(tukar, trader, inDollars)), full)
})
