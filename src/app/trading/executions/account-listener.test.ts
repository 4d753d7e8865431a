import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { inboxOf } from '../../../../tests/make/inbox-node.ts'
import {
  fillOrder,
  makeOrderTrader,
  orderAtVenue,
  placeOrder,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { leaderOf } from '../../../../tests/make/payx.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { reportOf, tradeReport } from '../../../../tests/make/venue-events.ts'
import { readEvents } from '../../../providers/venue/venue-events.ts'
import { orderHolds } from '../order-model/orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'
import { accountListener } from './account-listener.ts'

/** Starts a leader that receives only what the test sends it. */
async function start(t: Parameters<typeof startTukar>[0]) {
  const tukar = await startTukar(t, { jobs: ['settle orders'] })
  await stillMarket(tukar)
  const { ctx } = await leaderOf(tukar)
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'lose-callbacks' })
  const term = ctx.leadership.current()
  assert.ok(term !== null)
  return { tukar, ctx, term, trader: await makeOrderTrader(tukar) }
}

const eventsOf = (...reports: readonly object[]) =>
  reports.flatMap((report) => readEvents(JSON.stringify(report)) ?? [])

test("events beyond the queue's capacity are dropped, and the open orders queried", async (t) => {
  const { tukar, ctx, term, trader } = await start(t)
  const [orderNo, other] = [await placeOrder(tukar, trader), await placeOrder(tukar, trader)]
  const { id } = await fillOrder(tukar, other, '0.01')
  const dropped = eventsOf(await tradeReport(tukar, id))
  const [event] = eventsOf(reportOf(orderNo))
  assert.ok(event !== undefined)
  const listener = accountListener(ctx, term)
  t.after(listener.end)
  listener.onEvents(Array.from({ length: tradingLimits.streamEvents }, () => event))
  listener.onEvents(dropped)
  await eventually('its end', async () => (await storedOrder(tukar, other)).status === 'DONE')
  await auditsClean(ctx.db, [orderHolds])
})

test('an event that fails alone blocks no other, and is queried', async (t) => {
  setLimits(t, tradingLimits, { streamPauseMs: 100, refreshWithinMs: 200 })
  const { tukar, ctx, term, trader } = await start(t)
  const [good, bad] = [await placeOrder(tukar, trader), await placeOrder(tukar, trader)]
  // Corrupts the books: one of the two orders has no hold. This comes before the fills, because the
  // leader pulls trades when its own subscription starts, and a slow start would settle them first.
  await sql`update holds set owner_id = 'elsewhere' where owner_id = ${bad}`.execute(ctx.db.read)
  const reports = []
  for (const orderNo of [bad, good]) {
    const { id } = await fillOrder(tukar, orderNo, '0.01')
    reports.push(await tradeReport(tukar, id))
  }
  const listener = accountListener(ctx, term)
  t.after(listener.end)
  listener.onEvents(eventsOf(...reports))
  await eventually('its end', async () => (await storedOrder(tukar, good)).status === 'DONE')
  assert.equal((await storedOrder(tukar, bad)).executed, '0')
  await sql`update holds set owner_id = ${bad} where owner_id = 'elsewhere'`.execute(ctx.db.read)
  await eventually('the other end', async () => (await storedOrder(tukar, bad)).status === 'DONE')
  await auditsClean(ctx.db, [orderHolds])
})

test('an unreadable report of the stream is stored for an operator', async (t) => {
  const { tukar, ctx, term } = await start(t)
  const listener = accountListener(ctx, term)
  t.after(listener.end)
  listener.onEvents(eventsOf(reportOf('TK-1', { l: '-1' })))
  await eventually('the report to be stored', async () => {
    const kept = await inboxOf(tukar.service.ctx.db)
    return kept.length === 1 && kept[0]?.state === 'parked'
  })
})

test('a replaced node settles no further events', async (t) => {
  const { tukar, ctx, term, trader } = await start(t)
  const { orderNo } = await orderAtVenue(tukar, trader)
  const { id } = await fillOrder(tukar, orderNo, '0.01')
  const listener = accountListener(ctx, { epoch: term.epoch - 1 })
  listener.onEvents(eventsOf(await tradeReport(tukar, id)))
  await listener.end()
  assert.equal((await storedOrder(tukar, orderNo)).executed, '0')
})
