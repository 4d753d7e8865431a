import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import {
  fillOrder,
  makeOrderTrader,
  orderFields,
  placeOrder,
  sendOrder,
  spoilPlacing,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { pricesSeen } from '../../../../tests/make/prices.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'
import { btc, fund, oneBtc } from '../../../../tests/make/withdrawal.ts'
import { idr } from '../../../base/values/money.ts'
import { settleDueOrders } from '../executions/settle-due-orders.ts'
import { orderHolds } from '../order-model/orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'
import { createOrder } from './create-order.ts'

const path = '/api/exchange/venue/order'
const rupiah = 100n

type Stage = Readonly<{ tukar: Tukar; trader: Trader }>

async function start(t: Parameters<typeof startTukar>[0]): Promise<Stage> {
  const tukar = await startTukar(t, { jobs: ['settle orders'] })
  await stillMarket(tukar)
  return { tukar, trader: await makeOrderTrader(tukar) }
}

/** Makes a user who may trade and has this many whole rupiah. */
async function traderWith(tukar: Tukar, wholeRupiah: bigint): Promise<Trader> {
  const trader = await makeTrader(tukar)
  const { db } = tukar.service.ctx
  await sql`update users set identity_status = 'success' where id = ${trader.id}`.execute(db.read)
  await fund(tukar, trader, wholeRupiah * rupiah, idr)
  return trader
}

const balanceOf = ({ tukar, trader }: Stage, asset = idr) =>
  owned(tukar.service.ctx.db, trader.id, asset)

const clean = ({ tukar }: Stage) => auditsClean(tukar.service.ctx.db, [orderHolds])

async function atVenue({ tukar }: Stage): Promise<readonly Readonly<Record<string, string>>[]> {
  return (await tukar.control('GET', '/state')).body.venue.orders
}

/** Asserts that nothing was stored, held or sent to the venue. */
async function leftNothing(stage: Stage): Promise<void> {
  const { rows } = await sql`select from orders`.execute(stage.tukar.service.ctx.db.read)
  assert.equal(rows.length, 0)
  assert.equal((await balanceOf(stage)).locked, 0n)
  assert.equal((await balanceOf(stage, btc)).locked, 0n)
  assert.deepEqual(await atVenue(stage), [])
}

const Created = z.looseObject({ order_no: z.string(), status: z.string() })

test('an order is returned as JSON text, frozen, and at the venue by our number', async (t) => {
  const stage = await start(t)
  const answer = await sendOrder(stage.tukar, stage.trader, {})
  assert.deepEqual(messageOf(answer), [200, 'api.order_create_success'])
  assert.equal(typeof answer.body.data, 'string')
  const { order_no: orderNo, status, ...more } = Created.parse(JSON.parse(answer.body.data))
  assert.deepEqual([status, more], ['CREATE', {}])
  assert.match(orderNo, /^[A-Za-z0-9_-]{1,36}$/)
  assert.equal((await balanceOf(stage)).locked, 16_000_000n * rupiah)
  const [order, ...others] = await atVenue(stage)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [order?.['clientOrderId'], order?.['origQty'], order?.['price'], order?.['status']],
    [orderNo, '0.01000000', '1600000000.00000000', 'NEW'],
  )
  await clean(stage)
})

test('a sale freezes the sold asset', async (t) => {
  const stage = await start(t)
  await placeOrder(stage.tukar, stage.trader, { side: 'SELL', price: '1700000000', volume: '0.25' })
  assert.equal((await balanceOf(stage, btc)).locked, oneBtc / 4n)
  assert.equal((await balanceOf(stage)).locked, 0n)
  await clean(stage)
})

test('a market order is filled at once, and its unspent money is free again', async (t) => {
  const stage = await start(t)
  const before = await balanceOf(stage)
  const orderNo = await placeOrder(stage.tukar, stage.trader, { type: 'MARKET', price: undefined })
  assert.equal((await storedOrder(stage.tukar, orderNo)).status, 'DONE')
  const after = await balanceOf(stage)
  assert.equal(after.locked, 0n)
  assert.equal(before.available - after.available, 16_400_000n * rupiah)
  // 0.01 BTC less the fee of its category.
  const coins = (await balanceOf(stage, btc)).available - 10n * oneBtc
  assert.ok(coins > 990_000n && coins < 1_000_000n, coins.toString())
  await clean(stage)
})

test('refusals come in the order of the interface, and store nothing', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const cases: readonly [Readonly<Record<string, unknown>>, string][] = [
    [{ txPair: 'DOGE_IDR' }, 'api.trading_pair_does_not_exist'],
    [{ volume: '0.010000001' }, 'api.order_filter_failed'],
    [{ volume: '0.0000001' }, 'api.order_filter_failed'],
    [{ price: '1600000000.5' }, 'api.order_filter_failed'],
    [{ price: '1650000000' }, 'api.limit_buy_price_too_high'],
    [{ side: 'SELL', price: '1630000000' }, 'api.limit_sell_price_too_low'],
  ]
  for (const [fields, key] of cases) {
    assert.deepEqual(
      messageOf(await sendOrder(tukar, trader, fields)),
      [400, key],
      JSON.stringify(fields),
    )
  }
  const poor = await traderWith(tukar, 15_999_999n)
  for (const fields of [{}, { price: '1650000000' }, { side: 'SELL', volume: '0.001' }]) {
    const answer = await sendOrder(tukar, poor, fields)
    assert.deepEqual(
      messageOf(answer),
      [400, 'api.order_insufficient_funds'],
      JSON.stringify(fields),
    )
  }
  await leftNothing(stage)
})

test('invalid fields are refused with the sentence of the first', async (t) => {
  const stage = await start(t)
  const cases: readonly [Readonly<Record<string, unknown>>, string][] = [
    [{ side: undefined }, 'The side field is required.'],
    [{ type: 'STOP' }, 'The selected type is invalid.'],
    [{ volume: '-1' }, 'The volume field must be greater than 0.'],
    [{ volume: '1e2' }, 'The volume field must be a number without an exponent.'],
    [{ price: undefined }, 'The price field is required.'],
    [{ type: 'MARKET' }, 'The price field is prohibited.'],
  ]
  for (const [fields, sentence] of cases) {
    assert.deepEqual(messageOf(await sendOrder(stage.tukar, stage.trader, fields)), [400, sentence])
  }
  await leftNothing(stage)
})

test('a user without proven identity, or a suspended one, places nothing', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const unverified = await makeTrader(tukar)
  const unproven = await sendOrder(tukar, unverified, {})
  assert.deepEqual(messageOf(unproven), [400, 'api.identity_verification_are_required'])
  await sql`update users set suspended_at = now() where id = ${trader.id}`.execute(
    tukar.service.ctx.db.read,
  )
  assert.deepEqual(messageOf(await sendOrder(tukar, trader, {})), [403, 'auth.account_suspended'])
  await leftNothing(stage)
})

test('without a market price at most seconds old nothing is placed', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const request = (fields: Readonly<Record<string, unknown>> = {}) =>
    tukar.call('POST', path, { token: trader.token, body: orderFields(fields) })
  const market = { type: 'MARKET', price: undefined }
  for (const fields of [{}, market]) {
    await sql`delete from prices`.execute(tukar.service.ctx.db.read)
    assert.deepEqual(messageOf(await request(fields)), [400, 'api.market_price_unavailable'])
    await pricesSeen(tukar.service.ctx.db, { BTC_IDR: '1640000000' }, 60)
    assert.deepEqual(messageOf(await request(fields)), [400, 'api.market_price_unavailable'])
  }
  await leftNothing(stage)
})

test('an order that the venue refuses frees its money at once', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  await tukar.control('POST', '/venue/balances', { asset: 'IDR', free: '0' })
  const answer = await sendOrder(tukar, trader, {})
  assert.deepEqual(messageOf(answer), [400, 'api.order_create_fail'])
  assert.equal((await balanceOf(stage)).locked, 0n)
  assert.deepEqual(await atVenue(stage), [])
  await clean(stage)
})

test('many concurrent orders over the whole balance never freeze more than it', async (t) => {
  const stage = await start(t)
  const { tukar } = stage
  const crowd = await traderWith(tukar, 4n * 4_800_000_000n + 1n)
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => sendOrder(tukar, crowd, { volume: '3' })),
  )
  const taken = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ body }) => body.message === 'api.order_insufficient_funds')
  assert.equal(taken.length + refused.length, 40)
  assert.equal(taken.length, 4)
  const { available, locked } = await balanceOf({ tukar, trader: crowd })
  assert.deepEqual([available, locked], [rupiah, 4n * 4_800_000_000n * rupiah])
  assert.equal((await atVenue(stage)).length, 4)
  await clean(stage)
})

test('an order with a lost response stays frozen, and is found at the venue once', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  await spoilPlacing(tukar, 'drop-response')
  const orderNo = await placeOrder(tukar, trader)
  assert.equal((await balanceOf(stage)).locked, 16_000_000n * rupiah)
  await eventually('the order to be found', async () => {
    await sql`update orders set next_at = now()`.execute(tukar.service.ctx.db.read)
    await settleDueOrders(tukar.service.ctx)
    return (await storedOrder(tukar, orderNo)).venueOrderId !== null
  })
  assert.equal((await storedOrder(tukar, orderNo)).status, 'CREATE')
  assert.equal((await atVenue(stage)).length, 1)
  await clean(stage)
})

test('an order that never reached the venue is given up once it cannot arrive', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const { db } = tukar.service.ctx
  await spoilPlacing(tukar, 'error-500')
  const orderNo = await placeOrder(tukar, trader)
  const due = sql`update orders set next_at = now()`
  await due.execute(db.read)
  await settleDueOrders(tukar.service.ctx)
  assert.equal((await storedOrder(tukar, orderNo)).status, 'CREATE')
  assert.equal((await balanceOf(stage)).locked, 16_000_000n * rupiah)
  await sql`update orders set absent_after = now()`.execute(db.read)
  await eventually('the order to end', async () => {
    await due.execute(db.read)
    await settleDueOrders(tukar.service.ctx)
    return (await storedOrder(tukar, orderNo)).status === 'CANCEL'
  })
  assert.equal((await storedOrder(tukar, orderNo)).reason, 'NOT_PLACED')
  assert.equal((await balanceOf(stage)).locked, 0n)
  assert.deepEqual(await atVenue(stage), [])
  await clean(stage)
})

test('money of an order with a lost response is free some seventeen seconds later', async (t) => {
  assert.equal(tradingLimits.absentAfterCallMs, 16_500)
  setLimits(t, tradingLimits, { absentAfterMs: 600_000, absentAfterCallMs: 1_000 })
  const stage = await start(t)
  const { tukar, trader } = stage
  await spoilPlacing(tukar, 'error-500')
  const orderNo = await placeOrder(tukar, trader)
  const { rows } = await eventually('the order to be given up', async () => {
    const found = await sql<{ seconds: number }>`
      select extract(epoch from ended_at - created_at)::float8 as seconds from orders
      where order_no = ${orderNo} and ended_at is not null`.execute(tukar.service.ctx.db.read)
    return found.rows.length > 0 && found
  })
  const [seconds = 0] = rows.map((row) => row.seconds)
  assert.ok(seconds > 1, `${seconds} seconds`)
  assert.equal((await storedOrder(tukar, orderNo)).reason, 'NOT_PLACED')
  assert.equal((await balanceOf(stage)).locked, 0n)
  await clean(stage)
})

test('an order that may be given up is queried no later than that', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const { db } = tukar.service.ctx
  await spoilPlacing(tukar, 'error-500')
  await placeOrder(tukar, trader)
  for (const attempts of [0, 3, 5, 20]) {
    await sql`update orders set next_at = now(), attempts = ${attempts},
      absent_after = now() + interval '1 second'`.execute(db.read)
    await eventually('a query that leaves it open', async () => {
      await settleDueOrders(tukar.service.ctx)
      const { rows } = await sql`select from orders where status <> 'CREATE'
        or (attempts > ${attempts} and next_at <= absent_after)`.execute(db.read)
      return rows.length === 1
    })
  }
})

test('an unreachable venue costs no user anything', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'error-429' })
  const answer = await sendOrder(tukar, trader, {})
  assert.deepEqual(messageOf(answer), [503, 'api.service_unavailable'])
  assert.equal((await balanceOf(stage)).locked, 0n)
  await clean(stage)
})

test('an order that took too long to accept is not sent, and its money is released', async (t) => {
  const stage = await start(t)
  const { service } = stage.tukar
  const { ctx } = service
  await pricesSeen(ctx.db, { BTC_IDR: '1640000000' })
  // This clock makes the deadline pass before the venue is called.
  const early = { ...ctx.clock, monotonicMs: () => ctx.clock.monotonicMs() - 600_000 }
  const { id, email } = stage.trader
  const caller = { id, email, emailVerified: true, suspended: false }
  const wanted = {
    side: 'BUY',
    type: 'LIMIT',
    txPair: 'BTC_IDR',
    volume: '0.01',
    price: '1600000000',
  } as const
  await assert.rejects(createOrder({ ...ctx, clock: early }, wanted, caller), {
    key: 'api.service_unavailable',
  })
  const { rows } = await sql`select status, reason from orders`.execute(ctx.db.read)
  assert.deepEqual(rows, [{ status: 'CANCEL', reason: 'NOT_PLACED' }])
  assert.equal((await balanceOf(stage)).locked, 0n)
  assert.deepEqual(await atVenue(stage), [])
  await clean(stage)
})

test('the same order under one idempotency key is placed once', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const headers = { 'idempotency-key': 'a-double-tap' }
  const body = orderFields()
  await pricesSeen(tukar.service.ctx.db, { BTC_IDR: '1640000000' })
  const first = await tukar.call('POST', path, { token: trader.token, body, headers })
  const again = await tukar.call('POST', path, { token: trader.token, body, headers })
  assert.equal(first.status, 200)
  assert.equal(again.text, first.text)
  assert.equal((await atVenue(stage)).length, 1)
})

test('no single user fills the shared account with open orders', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  await sql`update settings set value = '2' where key = 'order.most_open'`.execute(
    tukar.service.ctx.db.read,
  )
  await placeOrder(tukar, trader)
  await placeOrder(tukar, trader)
  assert.deepEqual(messageOf(await sendOrder(tukar, trader, {})), [400, 'api.too_many_open_orders'])
})

test('the same order again at once is refused if an operator sets it so', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const { db } = tukar.service.ctx
  await placeOrder(tukar, trader)
  await placeOrder(tukar, trader)
  await sql`update settings set value = '60' where key = 'order.repeat_guard_seconds'`.execute(
    db.read,
  )
  tukar.service.ctx.answers.clear()
  const again = await sendOrder(tukar, trader, {})
  assert.deepEqual(messageOf(again), [429, 'api.try_again_later'])
  const other = { price: '1600000001' }
  const tapped = await Promise.all([
    sendOrder(tukar, trader, other),
    sendOrder(tukar, trader, other),
  ])
  assert.deepEqual(tapped.map(({ status }) => status).toSorted(), [200, 429])
  assert.equal((await atVenue(stage)).length, 3)
  await clean(stage)
})

test('a pair that is closed while an order is under way refuses it', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  await sendOrder(tukar, trader, { txPair: 'DOGE_IDR' })
  await sql`update pairs set active = false where tx_pair = 'BTC_IDR'`.execute(
    tukar.service.ctx.db.read,
  )
  const answer = await sendOrder(tukar, trader, {})
  assert.deepEqual(messageOf(answer), [400, 'api.trading_pair_does_not_exist'])
  await leftNothing(stage)
})

test('an order that the venue ends partly filled keeps only that part', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const orderNo = await placeOrder(tukar, trader)
  await fillOrder(tukar, orderNo, '0.004')
  const ended = { clientOrderId: orderNo, status: 'EXPIRED' }
  await tukar.control('POST', '/venue/orders/end', ended)
  await eventually('the order to end', async () => {
    return (await storedOrder(tukar, orderNo)).status === 'CANCEL'
  })
  const { executed, reason } = await storedOrder(tukar, orderNo)
  assert.deepEqual([executed, reason], ['400000', 'EXPIRED'])
  const { available, locked } = await balanceOf(stage)
  assert.deepEqual([available, locked], [(100_000_000_000n - 6_400_000n) * rupiah, 0n])
  await clean(stage)
})
