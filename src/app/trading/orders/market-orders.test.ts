import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import { makeFirstAdmin } from '../../../../tests/make/operator.ts'
import {
  fillOrder,
  makeOrderTrader,
  placeOrder,
  sendOrder,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { putAgreed } from '../../../../tests/make/proposals.ts'
import type { Trader } from '../../../../tests/make/trader.ts'
import { poolAgrees, poolOf } from '../../../../tests/make/venue-books.ts'
import { btc, oneBtc } from '../../../../tests/make/withdrawal.ts'
import { systemClock } from '../../../base/clock.ts'
import { idr } from '../../../base/values/money.ts'
import { settleDueOrders } from '../executions/settle-due-orders.ts'
import { readDepth } from '../market/read-depth.ts'
import { orderHolds } from '../order-model/orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'

const rupiah = 100n
const buy = { type: 'MARKET', price: undefined } as const
const sell = { ...buy, side: 'SELL' } as const

type Stage = Readonly<{ tukar: Tukar; trader: Trader }>

async function start(t: TestContext): Promise<Stage> {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  return { tukar, trader: await makeOrderTrader(tukar) }
}

const balanceOf = ({ tukar, trader }: Stage, asset = idr) =>
  owned(tukar.service.ctx.db, trader.id, asset)

const clean = ({ tukar }: Stage) => auditsClean(tukar.service.ctx.db, [orderHolds])

type VenueOrder = Readonly<Record<'type' | 'timeInForce' | 'price' | 'status', string>>

const atVenue = async ({ tukar }: Stage): Promise<readonly VenueOrder[]> =>
  (await tukar.control('GET', '/state')).body.venue.orders

const depthOf = ({ tukar }: Stage, asks: readonly unknown[], bids: readonly unknown[]) =>
  tukar.control('POST', '/venue/depth', { symbol: 'BTCIDR', asks, bids })

const movePrice = ({ tukar }: Stage, price: string) =>
  tukar.control('POST', '/venue/price', { symbol: 'BTCIDR', price })

/** Freezes the order book that orders are checked against, as if the market moved afterwards. */
async function keepDepth(t: TestContext, { tukar }: Stage): Promise<void> {
  const { venue } = tukar.service.ctx
  const depth = await venue.depth('BTCIDR', 'price')
  t.mock.method(venue, 'depth', async () => depth)
}

/** Makes orders due and settles them until the order has ended. */
const untilOver = ({ tukar }: Stage, orderNo: string) =>
  eventually('the order to be over', async () => {
    await sql`update orders set next_at = now() where status = 'CREATE'`.execute(
      tukar.service.ctx.db.read,
    )
    await settleDueOrders(tukar.service.ctx)
    return (await storedOrder(tukar, orderNo)).status === 'DONE'
  })

const isActive = async ({ tukar }: Stage): Promise<boolean> => {
  const { rows } = await sql<{ active: boolean }>`
    select active from pairs where tx_pair = 'BTC_IDR'`.execute(tukar.service.ctx.db.read)
  return rows[0]?.active === true
}

test('a market order reaches the venue with the worst price that its hold covers', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  await placeOrder(tukar, trader, buy)
  await placeOrder(tukar, trader, sell)
  const inShort = (await atVenue(stage)).map(({ type, timeInForce, price, status }) => [
    type,
    timeInForce,
    price,
    status,
  ])
  assert.deepEqual(inShort, [
    ['LIMIT', 'IOC', '1672800000.00000000', 'FILLED'],
    ['LIMIT', 'IOC', '1558000000.00000000', 'FILLED'],
  ])
  const { body } = await tukar.call('GET', '/api/exchange/venue/historyOrder', {
    token: trader.token,
  })
  const shown = body.data.data.map(({ type, price, status }: Record<string, unknown>) => [
    type,
    price,
    status,
  ])
  assert.deepEqual(shown, [
    ['MARKET', null, 'DONE'],
    ['MARKET', null, 'DONE'],
  ])
  await clean(stage)
})

test('a tenfold move of the market costs nothing to the user or to us', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const [before, pool] = [await balanceOf(stage), await poolOf(tukar)]
  await keepDepth(t, stage)
  await movePrice(stage, '1700000000')
  const orderNo = await placeOrder(tukar, trader, { ...buy, volume: '0.02' })
  const { status, executed, reason } = await storedOrder(tukar, orderNo)
  assert.deepEqual([status, executed, reason], ['CANCEL', '0', 'EXPIRED'])
  await movePrice(stage, '16400000000')
  // At such a distance the venue's own filter refuses it.
  const refused = await sendOrder(tukar, trader, { ...buy, volume: '0.02' })
  assert.deepEqual(messageOf(refused), [400, 'api.order_filter_failed'])
  assert.deepEqual(await balanceOf(stage), before)
  await clean(stage)
  await poolAgrees(tukar, pool)
  assert.ok(await isActive(stage))
})

test('the unfilled part of a market order expires and is released', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  await keepDepth(t, stage)
  await depthOf(stage, [['1640000000', '0.004']], [['1640000000', '0.003']])
  for (const [fields, executed] of [
    [buy, '400000'],
    [sell, '300000'],
  ] as const) {
    const orderNo = await placeOrder(tukar, trader, fields)
    const { status, executed: done, reason } = await storedOrder(tukar, orderNo)
    assert.deepEqual([status, done, reason], ['CANCEL', executed, 'EXPIRED'])
  }
  assert.equal((await balanceOf(stage)).locked, 0n)
  assert.equal((await balanceOf(stage, btc)).locked, 0n)
  await clean(stage)
})

test('a volume beyond the offers within the worst price is refused before the hold', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  await depthOf(
    stage,
    [
      ['1640000000', '0.004'],
      ['1672800001', '5'],
    ],
    [
      ['1639999999', '0.004'],
      ['1557999999', '5'],
    ],
  )
  const refused = [400, 'api.market_depth_insufficient']
  const testPath = '/api/exchange/venue/testOrder'
  for (const fields of [buy, sell]) {
    assert.deepEqual(messageOf(await sendOrder(tukar, trader, fields)), refused)
    const wanted = { side: 'BUY', txPair: 'BTC_IDR', volume: '0.01', ...fields }
    assert.deepEqual(messageOf(await tukar.call('POST', testPath, { body: wanted })), refused)
  }
  const tooMuch = await sendOrder(tukar, trader, { ...sell, volume: '0.6' })
  assert.deepEqual(messageOf(tooMuch), [400, 'api.order_filter_failed'])
  assert.deepEqual(await atVenue(stage), [])
  assert.equal((await balanceOf(stage)).locked, 0n)
  const { rows } = await sql`select from orders`.execute(tukar.service.ctx.db.read)
  assert.equal(rows.length, 0)
})

test('while the venue does not report its depth a market order has no price', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const fault = { provider: 'venue', fault: 'error-500', path: '/api/v3/depth' }
  await tukar.control('POST', '/faults', fault)
  const none = [400, 'api.market_price_unavailable']
  assert.deepEqual(messageOf(await sendOrder(tukar, trader, buy)), none)
  await placeOrder(tukar, trader)
  await tukar.control('DELETE', '/faults')
  await placeOrder(tukar, trader, buy)
  await clean(stage)
})

test('the depth is read once a second for all orders; no failure is cached', async (t) => {
  const { tukar } = await start(t)
  let nowMs = 0
  const ctx = { ...tukar.service.ctx, clock: { ...systemClock, monotonicMs: () => nowMs } }
  const depthCalls = t.mock.method(ctx.venue, 'depth').mock
  const read = () => readDepth(ctx, { venueSymbol: 'BTCIDR' }, 'price')
  const depths = await Promise.all(Array.from({ length: 20 }, read))
  assert.deepEqual(new Set(depths).size, 1)
  assert.equal(depthCalls.callCount(), 1)
  nowMs = tradingLimits.depthMs
  await read()
  assert.equal(depthCalls.callCount(), 1)
  nowMs += 1
  const fault = { provider: 'venue', fault: 'error-500', path: '/api/v3/depth', times: 1 }
  await tukar.control('POST', '/faults', fault)
  assert.equal(await read(), null)
  assert.notEqual(await read(), null)
  assert.equal(depthCalls.callCount(), 3)
})

test('the first trade beyond the worst price is booked, stops the pair and alerts', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const [before, pool] = [await balanceOf(stage), await poolOf(tukar)]
  await tukar.control('POST', '/venue/pace', { match: false })
  const orderNo = await placeOrder(tukar, trader, buy)
  assert.equal((await balanceOf(stage)).locked, 16_728_000n * rupiah)
  // A real venue never executes an order beyond its price.
  await fillOrder(tukar, orderNo, '0.01', '16400000000')
  await untilOver(stage, orderNo)
  const after = await balanceOf(stage)
  assert.equal(before.available - after.available, 16_728_000n * rupiah)
  assert.equal(after.locked, 0n)
  const { rows } = await eventually('the operators to be alerted', async () => {
    const found = await sql`
      select severity, data->>'excess' as excess, data->>'worstPrice' as worst
      from operator_alerts where kind = 'order-cost-more'`.execute(tukar.service.ctx.db.read)
    return found.rows.length > 0 && found
  })
  assert.deepEqual(rows, [
    { severity: 'critical', excess: 'IDR 147,272,000', worst: 'IDR 1,672,800,000' },
  ])
  const stopped = [400, 'api.trading_pair_does_not_exist']
  assert.deepEqual(messageOf(await sendOrder(tukar, trader, {})), stopped)
  await putAgreed(tukar, await makeFirstAdmin(tukar), 'pairs/BTC_IDR', { active: true })
  await placeOrder(tukar, trader)
  await clean(stage)
  await poolAgrees(tukar, pool)
})

test('a sale below its floor is booked as the venue did it, and stops its pair too', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  await tukar.control('POST', '/venue/pace', { match: false })
  const orderNo = await placeOrder(tukar, trader, sell)
  await fillOrder(tukar, orderNo, '0.01', '1000000000')
  await untilOver(stage, orderNo)
  assert.equal((await balanceOf(stage, btc)).available, 10n * oneBtc - oneBtc / 100n)
  assert.equal(await isActive(stage), false)
  await clean(stage)
})

test('the floor of market sells and the buffer of market buys are settings', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  const { db, answers } = tukar.service.ctx
  await sql`update settings set value = '10000' where key in
    ('order.market_buffer_ppm', 'order.market_floor_ppm')`.execute(db.read)
  answers.clear()
  await placeOrder(tukar, trader, buy)
  await placeOrder(tukar, trader, sell)
  assert.deepEqual(
    (await atVenue(stage)).map(({ price }) => price),
    ['1656400000.00000000', '1623600000.00000000'],
  )
})
