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
import { type History, isLinearizable, playHistories, shown, type Tally } from './histories.ts'

const jobs = ['settle withdrawals', 'settle orders', 'sweep the inbox']
/** How many histories each test plays, a few at once. */
const wanted = Number(process.env['HISTORIES'] ?? '6')
const atOnce = 12

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

const rounds = Array.from({ length: Math.ceil(wanted / atOnce) }, (_, round) => {
  return { name: `round-${round}`, count: Math.min(atOnce, wanted - round * atOnce) }
})

test('calls of one account at two nodes appear to happen one at a time', async (t) => {
  const arena = await startArena(t)
  const tally: Tally = new Map()
  let stale = 0
  for (const { name, count } of rounds) {
    const histories = await playHistories(arena, name, count, tally)
    check(histories)
    stale += histories.filter((history) => !isLinearizable(withStaleRead(history))).length
  }
  await auditsClean(arena.db, [withdrawalHolds, orderHolds])
  assert.ok(stale > 0)
  t.diagnostic(summaryOf(tally))
})

test('the same while the leader stops and the other node takes over', async (t) => {
  const tally: Tally = new Map()
  for (const { name, count } of rounds) {
    await t.test(name, async (round) => {
      const { leader, other, ...common } = await startArena(round)
      const playing = playHistories(common, name, count, tally)
      await leader.stop()
      await eventually('the next leader', () =>
        Promise.resolve(other.ctx.leadership.current() !== null),
      )
      check(await playing)
      await auditsClean(common.db, [withdrawalHolds, orderHolds])
    })
  }
  t.diagnostic(summaryOf(tally))
})

const summaryOf = (tally: Tally): string =>
  `${wanted} histories: ${[...tally].toSorted().map(([answer, count]) => `${count} ${answer}`)}`

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
