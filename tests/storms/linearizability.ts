import { isLinearizable, playHistories, shown, type Tally } from '../linearizability/histories.ts'
import { auditNow } from './judge-withdrawals.ts'
import { leaderOf, type Pair, startPairWithProviders } from './pair.ts'
import { appKey } from './providers.ts'
import type { Storm } from './stage.ts'
import { openMarket } from './traders.ts'
import { approveAll } from './withdrawers.ts'

const atOnce = 20

/**
 * Users deposit, trade, withdraw and read at both nodes while the leader is killed again and again.
 * Each account's history must be one that a single node could have produced.
 */
export const linearizability: Storm = {
  name: 'linearizability',
  run: async (stage) => {
    const pair = await startPairWithProviders(stage)
    const { db, nodes } = pair
    await openMarket(pair)
    await approveAll(db)
    const count = stage.scaled(1_000, atOnce)
    const tally: Tally = new Map()
    let anomalies = 0
    let played = 0
    for (let round = 0; played < count; round += 1) {
      const arena = { db, nodes, appKey }
      const playing = playHistories(arena, `history-${round}`, atOnce, tally)
      if (round % 2 === 0) await killLeader(pair)
      for (const history of await playing) {
        played += 1
        if (isLinearizable(history)) continue
        anomalies += 1
        stage.print(`not linearizable:\n${shown(history)}`)
      }
    }
    for (const [key, times] of [...tally].toSorted()) stage.print(`${times} × ${key}`)
    stage.check('each history is linearizable', anomalies === 0, `${anomalies} of ${played} not`)
    await auditNow(stage, db, 'in the end')
  },
}

async function killLeader(pair: Pair): Promise<void> {
  await pair.stage.sleep(200)
  const leader = await leaderOf(pair)
  leader.sendSignal('SIGKILL')
  await leader.ready()
}
