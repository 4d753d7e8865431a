import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderHolds } from '../../src/app/trading/order-model/orders.sql.ts'
import { withdrawalHolds } from '../../src/app/withdrawals/model/withdrawals.sql.ts'
import { eventually, startTukar } from '../harness.ts'
import { ampleVenue } from '../make/ample-venue.ts'
import { auditsClean } from '../make/audit.ts'
import { stillMarket } from '../make/order.ts'
import { leaderOf } from '../make/payx.ts'
import { pricesSeen, steadyPrices } from '../make/prices.ts'
import { approveAll } from '../storms/withdrawers.ts'
import { type History, isLinearizable, playHistories, shown } from './histories.ts'

const jobs = ['settle withdrawals', 'settle orders', 'sweep the inbox']

async function startArena(t: Parameters<typeof startTukar>[0]) {
  const tukar = await startTukar(t, { nodes: 2, jobs })
  const leader = await leaderOf(tukar)
  const other = tukar.nodes.find((node) => node !== leader)
  assert.ok(other)
  await stillMarket(tukar)
  await ampleVenue(tukar)
  const { db } = other.ctx
  await approveAll(db)
  const prices = { BTC_IDR: '1640000000', USDT_IDR: '16400', BTC_USDT: '100000' }
  await steadyPrices(db, prices)
  const observing = setInterval(() => void pricesSeen(db, prices).catch(() => undefined), 1_000)
  t.after(() => clearInterval(observing))
  const [appKey] = tukar.config.appKeys
  return { db, nodes: tukar.nodes, appKey, leader, other }
}

function check(histories: readonly History[]): void {
  for (const history of histories) assert.ok(isLinearizable(history), shown(history))
}

test('calls of one account at two nodes appear to happen one at a time', async (t) => {
  const arena = await startArena(t)
  const histories = await playHistories(arena, 'plain', 6, new Map())
  check(histories)
  await auditsClean(arena.db, [withdrawalHolds, orderHolds])
  assert.ok(histories.some((history) => !isLinearizable(withStaleRead(history))))
})

test('the same while the leader stops and the other node takes over', async (t) => {
  const { leader, other, ...common } = await startArena(t)
  const playing = playHistories(common, 'failover', 6, new Map())
  await leader.stop()
  await eventually('the next leader', () =>
    Promise.resolve(other.ctx.leadership.current() !== null),
  )
  check(await playing)
  await auditsClean(common.db, [withdrawalHolds, orderHolds])
})

/** The history with the last read answered as the first was, as a stale cache would. */
function withStaleRead(history: History): History {
  const reads = history.filter(({ input }) => input.kind === 'read')
  const [first] = reads.toSorted((a, b) => a.startedMs - b.startedMs)
  return history.map((call) =>
    call === reads.at(-1) && call.ended !== null && first?.ended
      ? { ...call, ended: { ...call.ended, output: first.ended.output } }
      : call,
  )
}
