import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import {
  makeOrderTrader,
  orderAtVenue,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { orderHolds, readOrders } from '../order-model/orders.sql.ts'
import { takeIn } from './settle-due-orders.ts'

test('an order whose number the venue told meanwhile is not given up', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  await stillMarket(tukar)
  const { orderNo, venueOrderId } = await orderAtVenue(tukar, await makeOrderTrader(tukar))
  const [order] = await readOrders(ctx.db.read, [orderNo])
  assert.ok(order !== undefined)
  // As read before a query that returned `absent`.
  const before = { ...order, venueOrderId: null, absentCounts: true }
  await takeIn(ctx, before, { kind: 'absent' })
  const { status, reason, ...now } = await storedOrder(tukar, orderNo)
  assert.deepEqual([status, reason, now.venueOrderId], ['CREATE', null, venueOrderId])
  await auditsClean(ctx.db, [orderHolds])
})
