import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import {
  fillOrder,
  makeOrderTrader,
  orderAtVenue,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { leaderOf } from '../../../../tests/make/payx.ts'
import { expectOk } from '../../../../tests/make/trader.ts'
import { idr } from '../../../base/values/money.ts'
import { orderHolds } from '../order-model/orders.sql.ts'
import { pullTrades } from './pull-trades.ts'

for (const how of ['filled', 'cancelled'] as const) {
  test(`an order that was lowered at the venue, then ${how}, releases the rest`, async (t) => {
    const tukar = await startTukar(t, { jobs: ['settle orders'] })
    await stillMarket(tukar)
    const { ctx } = await leaderOf(tukar)
    await pullTrades(ctx)
    const trader = await makeOrderTrader(tukar)
    const { orderNo } = await orderAtVenue(tukar, trader)
    const lowered = { clientOrderId: orderNo, quantity: '0.004' }
    const amended = await tukar.control('POST', '/venue/orders/amend', lowered)
    expectOk(amended)
    const { clientOrderId } = amended.body
    assert.notEqual(clientOrderId, orderNo)
    await fillOrder(tukar, clientOrderId, how === 'filled' ? '0.004' : '0.001')
    await pullTrades(ctx)
    if (how === 'cancelled') {
      await tukar.control('POST', '/venue/orders/end', { clientOrderId })
    }
    await ctx.db.read
      .updateTable('orders')
      .set({ next_at: new Date(0) })
      .execute()
    await eventually('the end', async () => (await storedOrder(tukar, orderNo)).status === 'CANCEL')
    const { executed, incident } = await storedOrder(tukar, orderNo)
    assert.deepEqual([executed, incident], [how === 'filled' ? '400000' : '100000', null])
    assert.equal((await owned(ctx.db, trader.id, idr)).locked, 0n)
    await auditsClean(ctx.db, [orderHolds])
  })
}
