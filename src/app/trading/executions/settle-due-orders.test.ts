import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { makeUser } from '../../../../tests/make/ledger.ts'
import {
  fillOrder,
  makeOrderTrader,
  orderAtVenue,
  placeOrder,
  spoilPlacing,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { storeOrders } from '../../../../tests/make/stored-orders.ts'
import { type OrderNo, orderNo } from '../../../base/values/ids.ts'
import type { Database } from '../../../core/database/database.ts'
import { requestCancels } from '../order-model/order-changes.sql.ts'
import { orderHolds, readOrders } from '../order-model/orders.sql.ts'
import type { OrderReport } from './order-report.rules.ts'
import { applyLearned, notePlaced } from './settle-due-orders.ts'

const accepted = (orderNo: OrderNo, venueOrderId: string): OrderReport => ({
  orderNo,
  venueOrderId,
  symbol: 'BTCIDR',
  side: 'BUY',
  quantity: '0.01000000',
  stage: 'accepted',
  executed: '0.00000000',
  trades: [],
  reason: null,
  source: 'placing',
})

/** Returns the seconds until the next query of an order. */
async function queriedIn(db: Database, orderNo: OrderNo): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from next_at - now())::float8 as seconds from orders
    where order_no = ${orderNo}`.execute(db.read)
  return rows[0]?.seconds ?? null
}

test('an accepted order gets its venue id, whatever happened to it meanwhile', async (t) => {
  // Without a service, whose jobs would query these orders as well.
  const { db } = await testDatabase(t)
  const ctx = { db }
  const books = { service: { ctx } }
  const rows = [{}, {}, {}, { status: 'CANCEL' }] as const
  const numbers = await storeOrders(books, { id: await makeUser(db) }, rows)
  const [fresh, canceling, known, ended] = numbers.map(orderNo)
  assert.ok(fresh && canceling && known && ended)
  const leased = { leaseMs: 600_000, own: true }
  await ctx.db.inTransaction((tx) => requestCancels(tx, [canceling], leased))
  await notePlaced(ctx, accepted(known, '13'))
  const reports = [
    accepted(fresh, '11'),
    accepted(canceling, '12'),
    accepted(known, '99'),
    accepted(ended, '14'),
  ]
  await Promise.all(reports.map((report) => notePlaced(ctx, report)))
  const stored = await Promise.all(numbers.map((number) => storedOrder(books, number)))
  assert.deepEqual(
    stored.map(({ venueOrderId, incident }) => [venueOrderId, incident]),
    [
      ['11', null],
      ['12', null],
      ['13', null],
      ['14', null],
    ],
  )
  const seconds = await Promise.all([fresh, canceling, known].map((no) => queriedIn(db, no)))
  // At the usual interval; at once, to cancel it; soon, since the venue contradicts itself.
  assert.deepEqual(
    seconds.map((until) => until !== null && until > 60),
    [true, false, false],
  )
})

test('an order that an event filled first still gets the number of its response', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  await stillMarket(tukar)
  const trader = await makeOrderTrader(tukar)
  await spoilPlacing(tukar, 'drop-response')
  const orderNo = await placeOrder(tukar, trader)
  const { orderId } = await fillOrder(tukar, orderNo, '0.01')
  await eventually('its end', async () => (await storedOrder(tukar, orderNo)).status === 'DONE')
  assert.equal((await storedOrder(tukar, orderNo)).venueOrderId, null)
  await notePlaced(ctx, accepted(orderNo, `${orderId}`))
  const path = `/api/exchange/venue/order/${orderId}/${trader.id}/delete`
  const answer = await tukar.call('POST', path, { token: trader.token })
  assert.deepEqual(messageOf(answer), [400, 'api.order_status_completed'])
  await auditsClean(ctx.db, [orderHolds])
})

test('an order whose number the venue reported meanwhile is not given up', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  await stillMarket(tukar)
  const { orderNo, venueOrderId } = await orderAtVenue(tukar, await makeOrderTrader(tukar))
  const [order] = await readOrders(ctx.db.read, [orderNo])
  assert.ok(order !== undefined)
  // The row as it was read before a query that returned `absent`.
  const before = { ...order, venueOrderId: null, absentCounts: true }
  await applyLearned(ctx, before, { kind: 'absent' })
  const { status, reason, ...now } = await storedOrder(tukar, orderNo)
  assert.deepEqual([status, reason, now.venueOrderId], ['CREATE', null, venueOrderId])
  await auditsClean(ctx.db, [orderHolds])
})

test('an outage alerts only of undecided orders, a delisting of all', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const { db } = ctx
  const numbers = await storeOrders(tukar, { id: await makeUser(db) }, [{}, {}, {}])
  const [sent, accepted, canceling] = numbers.map(orderNo)
  assert.ok(sent && accepted && canceling)
  await sql`update orders set venue_order_id = id, attempts = 10, next_at = now()`.execute(db.read)
  await sql`update orders set venue_order_id = null where order_no = ${sent}`.execute(db.read)
  const leased = { leaseMs: 600_000, own: true }
  await db.inTransaction((tx) => requestCancels(tx, [canceling], leased))
  for (const order of await readOrders(db.read, numbers.map(orderNo))) {
    await applyLearned(ctx, order, { kind: 'unknown' })
  }
  const alerted = async () => {
    const { rows } = await sql<{ no: string }>`
      select data->>'orderNo' as no from operator_alerts
      where kind = 'order-undecided' order by no`.execute(db.read)
    return rows.map(({ no }) => no)
  }
  await eventually('the alerts', async () => (await alerted()).length > 1)
  assert.deepEqual(await alerted(), [sent, canceling])
  const [gone] = await readOrders(db.read, [accepted])
  assert.ok(gone !== undefined)
  await applyLearned(ctx, gone, { kind: 'unknown', delisted: true })
  await eventually('an alert of the delisted one', async () => (await alerted()).length > 2)
})
