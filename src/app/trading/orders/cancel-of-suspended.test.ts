import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { ampleVenue } from '../../../../tests/make/ample-venue.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import { makeOperator } from '../../../../tests/make/operator.ts'
import {
  fillOrder,
  makeOrderTrader,
  orderAtVenue,
  placeOrder,
  sendOrder,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { expectOk, password, type Trader } from '../../../../tests/make/trader.ts'
import { btc, oneBtc } from '../../../../tests/make/withdrawal.ts'
import { orderHolds } from '../order-model/orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'
import { cancelOfSuspended } from './cancel-of-suspended.ts'

async function start(t: Parameters<typeof startTukar>[0]): Promise<Tukar> {
  const tukar = await startTukar(t, { jobs: ['settle orders'] })
  await stillMarket(tukar)
  return tukar
}

const sell = { side: 'SELL', price: '1700000000', volume: '0.5' }

const becomes = (tukar: Tukar, orderNo: string, status: string) =>
  eventually(
    `${orderNo} to be ${status}`,
    async () => (await storedOrder(tukar, orderNo)).status === status,
  )

const suspend = async (tukar: Tukar, { token }: Trader) =>
  expectOk(await tukar.call('POST', '/api/user/suspend', { token, body: { password } }))

/** Returns the state of an order at the venue, by our order number. */
async function atVenue(tukar: Tukar, orderNo: string): Promise<string | undefined> {
  const { body } = await tukar.control('GET', '/state')
  const orders: readonly Readonly<{ clientOrderId: string; status: string }>[] = body.venue.orders
  return orders.find(({ clientOrderId }) => clientOrderId === orderNo)?.status
}

test('suspending an account cancels every open order, and frees its money', async (t) => {
  const tukar = await start(t)
  const { db } = tukar.service.ctx
  const [trader, other] = [await makeOrderTrader(tukar), await makeOrderTrader(tukar)]
  const bought = await placeOrder(tukar, trader)
  const sold = await placeOrder(tukar, trader, sell)
  const kept = await placeOrder(tukar, other)
  await fillOrder(tukar, sold, '0.2')
  await suspend(tukar, trader)
  for (const orderNo of [bought, sold]) {
    await becomes(tukar, orderNo, 'CANCEL')
    assert.equal(await atVenue(tukar, orderNo), 'CANCELED')
  }
  assert.equal((await owned(db, trader.id)).locked, 0n)
  const coins = await owned(db, trader.id, btc)
  assert.deepEqual(coins, { available: 10n * oneBtc - oneBtc / 5n, locked: 0n })
  assert.equal((await storedOrder(tukar, kept)).status, 'CREATE')
  await auditsClean(db, [orderHolds])
})

test('a suspension by an operator cancels open orders as well', async (t) => {
  const tukar = await start(t)
  const trader = await makeOrderTrader(tukar)
  const orderNo = await placeOrder(tukar, trader)
  const { token } = await makeOperator(tukar, 'support')
  const path = `/operator/api/users/${trader.id}/suspend`
  expectOk(await tukar.call('POST', path, { token, body: { reason: 'a stolen phone' } }))
  await becomes(tukar, orderNo, 'CANCEL')
  assert.equal(await atVenue(tukar, orderNo), 'CANCELED')
  await auditsClean(tukar.service.ctx.db, [orderHolds])
})

test('a suspension with failing cancels retries them until no order is open', async (t) => {
  setLimits(t, tradingLimits.pauses, { firstMs: 100 })
  const tukar = await start(t)
  const trader = await makeOrderTrader(tukar)
  const orderNo = await placeOrder(tukar, trader)
  const lost = { provider: 'venue', fault: 'error-500', method: 'DELETE', times: 1 }
  await tukar.control('POST', '/faults', lost)
  await suspend(tukar, trader)
  await becomes(tukar, orderNo, 'CANCEL')
  assert.equal((await owned(tukar.service.ctx.db, trader.id)).locked, 0n)
})

const away = { provider: 'venue', fault: 'error-500', path: '/api/v3/order' }

test('the job fails while an order is open, and succeeds after', async (t) => {
  const tukar = await start(t)
  const { ctx } = tukar.service
  const trader = await makeOrderTrader(tukar)
  const orderNo = await placeOrder(tukar, trader)
  await sql`update users set suspended_at = now() where id = ${trader.id}`.execute(ctx.db.read)
  await tukar.control('POST', '/faults', { ...away, times: 2 })
  const run = () => Promise.all(cancelOfSuspended(ctx, [trader.id]))
  await assert.rejects(run(), /still has open orders/)
  await eventually('a run without a failure', () =>
    run().then(
      () => true,
      () => false,
    ),
  )
  assert.equal((await storedOrder(tukar, orderNo)).status, 'CANCEL')
  await run()
})

test('an order in doubt is left to an operator, and delays no suspension', async (t) => {
  const tukar = await start(t)
  const { ctx } = tukar.service
  const trader = await makeOrderTrader(tukar)
  const doubtful = await placeOrder(tukar, trader)
  const orderNo = await placeOrder(tukar, trader, sell)
  await sql`
    update orders set incident = 'its quantity is 2', next_at = null
    where order_no = ${doubtful}`.execute(ctx.db.read)
  await suspend(tukar, trader)
  await becomes(tukar, orderNo, 'CANCEL')
  await Promise.all(cancelOfSuspended(ctx, [trader.id]))
  assert.equal((await storedOrder(tukar, doubtful)).status, 'CREATE')
})

test('an order in doubt of a suspended user is cancelled once the doubt is cleared', async (t) => {
  setLimits(t, tradingLimits, { querySoonMs: 100 })
  setLimits(t, tradingLimits.pauses, { firstMs: 100 })
  const tukar = await start(t)
  const { ctx } = tukar.service
  const trader = await makeOrderTrader(tukar)
  const { orderNo } = await orderAtVenue(tukar, trader)
  await sql`
    update orders set incident = 'somebody saw something', next_at = null
    where order_no = ${orderNo}`.execute(ctx.db.read)
  await suspend(tukar, trader)
  await Promise.all(cancelOfSuspended(ctx, [trader.id]))
  const { rows } = await sql<{ nextAt: Date | null }>`
    select next_at as "nextAt" from orders where order_no = ${orderNo}`.execute(ctx.db.read)
  assert.deepEqual(rows, [{ nextAt: null }])
  assert.equal(await atVenue(tukar, orderNo), 'NEW')
  const { token } = await makeOperator(tukar, 'finance')
  expectOk(await tukar.call('POST', `/operator/api/orders/${orderNo}/ask`, { token }))
  await becomes(tukar, orderNo, 'CANCEL')
  assert.equal(await atVenue(tukar, orderNo), 'CANCELED')
  assert.equal((await owned(ctx.db, trader.id)).locked, 0n)
  await auditsClean(ctx.db, [orderHolds])
})

test('an account restored before the job ran keeps its open orders', async (t) => {
  const tukar = await start(t)
  const trader = await makeOrderTrader(tukar)
  const orderNo = await placeOrder(tukar, trader)
  await Promise.all(cancelOfSuspended(tukar.service.ctx, [trader.id]))
  assert.equal((await storedOrder(tukar, orderNo)).status, 'CREATE')
})

test('an order placed at the moment of a suspension is refused or cancelled', async (t) => {
  const tukar = await start(t)
  const { db } = tukar.service.ctx
  await ampleVenue(tukar)
  const trader = await makeOrderTrader(tukar)
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, () => sendOrder(tukar, trader, {})),
    suspend(tukar, trader).then(() => null),
    ...Array.from({ length: 12 }, () => sendOrder(tukar, trader, {})),
  ])
  const refused = new Set(['auth.account_suspended', 'auth.unauthenticated'])
  for (const answer of answers) {
    const isFit = answer === null || answer.status === 200 || refused.has(answer.body.message)
    assert.ok(isFit, answer?.text ?? '')
  }
  await eventually('no open order', async () => {
    const { rows } = await sql`
      select from orders where user_id = ${trader.id} and status = 'CREATE'`.execute(db.read)
    return rows.length === 0
  })
  assert.equal((await owned(db, trader.id)).locked, 0n)
  await auditsClean(db, [orderHolds])
})

test('an order with an unanswered placement ends with the suspension, in its time', async (t) => {
  const tukar = await start(t)
  const trader = await makeOrderTrader(tukar)
  const lost = { provider: 'venue', fault: 'error-500', method: 'POST', times: 1 }
  await tukar.control('POST', '/faults', lost)
  const orderNo = await placeOrder(tukar, trader)
  await suspend(tukar, trader)
  // After this time the order can no longer arrive at the venue.
  await sql`update orders set absent_after = now()`.execute(tukar.service.ctx.db.read)
  await becomes(tukar, orderNo, 'CANCEL')
  assert.equal((await storedOrder(tukar, orderNo)).reason, 'NOT_PLACED')
  assert.equal((await owned(tukar.service.ctx.db, trader.id)).locked, 0n)
})
