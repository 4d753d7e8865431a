import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import {
  fillOrder,
  makeOrderTrader,
  placeOrder,
  stillMarket,
  storedOrder,
} from '../../../tests/make/order.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import type { Trader } from '../../../tests/make/trader.ts'
import { poolAgrees, poolOf } from '../../../tests/make/venue-books.ts'
import { listened, listeners } from '../../../tests/make/venue-stream.ts'
import { checkHeartbeat } from '../../app/trading/executions/heartbeat.ts'
import { orderHolds } from '../../app/trading/order-model/orders.sql.ts'
import { tradingLimits } from '../../app/trading/trading-limits.ts'

type Stage = Readonly<{ tukar: Tukar; trader: Trader; pool: Awaited<ReturnType<typeof poolOf>> }>

/** Starts with lost callbacks, so that only the stream reports events. */
async function start(t: Parameters<typeof startTukar>[0], nodes = 1): Promise<Stage> {
  const tukar = await startTukar(t, { jobs: ['settle orders', 'check the venue heartbeat'], nodes })
  await stillMarket(tukar)
  await listened(tukar)
  const lost = { provider: 'venue', fault: 'lose-callbacks', method: 'POST' }
  await tukar.control('POST', '/faults', lost)
  return { tukar, trader: await makeOrderTrader(tukar), pool: await poolOf(tukar) }
}

const becomes = (tukar: Tukar, orderNo: string, status: string) =>
  eventually(`${orderNo} to be ${status}`, async () => {
    return (await storedOrder(tukar, orderNo)).status === status
  })

const booksAgree = async ({ tukar, pool }: Stage) => {
  await auditsClean(tukar.service.ctx.db, [orderHolds])
  await poolAgrees(tukar, pool)
}

test('each report of the stream is settled, and stored once', async (t) => {
  const stage = await start(t)
  const { tukar, trader } = stage
  await tukar.control('POST', '/faults', {
    provider: 'venue',
    fault: 'duplicate-callbacks',
    method: 'WS',
  })
  const orders = await Promise.all(Array.from({ length: 10 }, () => placeOrder(tukar, trader)))
  for (const orderNo of orders) {
    for (const quantity of ['0.003', '0.003', '0.004']) await fillOrder(tukar, orderNo, quantity)
  }
  for (const orderNo of orders) await becomes(tukar, orderNo, 'DONE')
  const { rows } = await sql<{ fills: number }>`
    select count(*)::int as fills from fills`.execute(tukar.service.ctx.db.read)
  assert.equal(rows[0]?.fills, 30)
  assert.deepEqual(await inboxOf(tukar.service.ctx.db), [])
  await booksAgree(stage)
})

test('a stream in another order has the same result', async (t) => {
  setLimits(t, tradingLimits, { querySoonMs: 100 })
  const stage = await start(t)
  const { tukar, trader } = stage
  const orderNo = await placeOrder(tukar, trader)
  await tukar.control('POST', '/faults', {
    provider: 'venue',
    fault: 'reorder-callbacks',
    method: 'WS',
    times: 1,
  })
  await fillOrder(tukar, orderNo, '0.006')
  await fillOrder(tukar, orderNo, '0.004')
  await becomes(tukar, orderNo, 'DONE')
  await booksAgree(stage)
})

test('orders are queried for the time that the stream was disconnected', async (t) => {
  setLimits(t, tradingLimits, { refreshWithinMs: 200 })
  const stage = await start(t)
  const { tukar, trader } = stage
  const lost = { provider: 'venue', fault: 'lose-callbacks', method: 'WS' }
  const [filled, ended] = [await placeOrder(tukar, trader), await placeOrder(tukar, trader)]
  await tukar.control('POST', '/faults', lost)
  await fillOrder(tukar, filled, '0.01')
  await tukar.control('POST', '/venue/orders/end', { clientOrderId: ended, status: 'EXPIRED' })
  // Only the query after the reconnect, or the list of trades, reports these.
  await tukar.control('POST', '/venue/stream', { drop: true })
  await becomes(tukar, filled, 'DONE')
  await becomes(tukar, ended, 'CANCEL')
  await booksAgree(stage)
})

test('one node listens: the one that leads, until it stops', async (t) => {
  const stage = await start(t, 2)
  const { tukar, trader } = stage
  const leader = await leaderOf(tukar)
  const orderNo = await placeOrder(tukar, trader)
  assert.equal(await listeners(tukar), 1)
  const left = tukar.nodes.find((node) => node !== leader)
  assert.ok(left !== undefined)
  await leader.stop()
  await eventually('the other to lead', async () => left.ctx.leadership.current() !== null)
  await listened(tukar)
  await fillOrder(tukar, orderNo, '0.01')
  const { db } = left.ctx
  await eventually('its end', async () => {
    const { rows } = await sql<{ status: string }>`
      select status from orders where order_no = ${orderNo}`.execute(db.read)
    return rows[0]?.status === 'DONE'
  })
  await auditsClean(db, [orderHolds])
})

test('a long silence makes the node query the open orders', async (t) => {
  setLimits(t, tradingLimits, { refreshWithinMs: 200 })
  const stage = await start(t)
  const { tukar, trader } = stage
  const orderNo = await placeOrder(tukar, trader)
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'lose-callbacks' })
  await fillOrder(tukar, orderNo, '0.01')
  assert.equal(await checkHeartbeat(tukar.service.ctx), false)
  assert.equal(await checkHeartbeat(tukar.service.ctx, 0), true)
  await becomes(tukar, orderNo, 'DONE')
  await booksAgree(stage)
})
