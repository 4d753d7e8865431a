import { pullTrades } from '../../src/app/trading/executions/pull-trades.ts'
import { eventually, type Tukar } from '../harness.ts'
import { leaderOf } from './payx.ts'

/** The number of listeners to the venue's stream. */
export const listeners = async (tukar: Tukar): Promise<number> =>
  (await tukar.control('GET', '/venue/stream')).body.listeners

/** Waits until the leader listens and has read the venue's lists for missed events. */
export async function listened(tukar: Tukar): Promise<void> {
  await eventually('one listener', async () => (await listeners(tukar)) === 1)
  await pullTrades((await leaderOf(tukar)).ctx)
}
