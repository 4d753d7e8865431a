import { orderCrashPoints } from '../../src/base/crash-point.ts'
import { poolIn } from '../make/venue-books.ts'
import { appAt } from './apps.ts'
import { crashAtEach } from './crash-at-each.ts'
import { judgeOrders, untilAsAtVenue } from './judge-orders.ts'
import { auditNow } from './judge-withdrawals.ts'
import type { Node } from './node.ts'
import { type Pair, startPairWithProviders } from './pair.ts'
import { appKey } from './providers.ts'
import { between, type Stage, type Storm } from './stage.ts'
import { type Crowd, openMarket, startTrading } from './traders.ts'
import { makeWithdrawers } from './withdrawers.ts'

/**
 * Users trade over two nodes while the venue's responses and events are lost, doubled and
 * reordered, its stream ends, and nodes crash at the worst moments and at random.
 */
export const orders: Storm = {
  name: 'orders',
  run: async (stage) => {
    const pair = await startPairWithProviders(stage)
    await openMarket(pair)
    await Promise.all(pair.nodes.map((node) => watch(stage, node)))
    const before = poolIn((await pair.providers.state()).venue.balances)
    const traders = await makeWithdrawers(pair.db, appKey, 'trader', stage.scaled(200, 20))
    const crowd = startTrading(pair, traders)
    await spoiltAnswers(pair)
    await auditNow(stage, pair.db, 'while answers are lost')
    const stopDripping = drip(pair)
    await spoiltEvents(pair)
    // The load of the traders depends on nothing else.
    await crashAtEach(pair, orderCrashPoints, async () => undefined)
    await auditNow(stage, pair.db, 'after the crashes')
    await kills(pair)
    await stopDripping()
    await crowd.stop()
    await calm(pair)
    printAnswers(stage, crowd)
    await judgeOrders(pair, crowd, { traders, before })
    for (const node of pair.nodes) {
      stage.check(
        `no start of ${node.name} failed`,
        node.crashes() === 0,
        `${node.starts()} starts`,
      )
    }
  },
}

const readEveryMs = 25
const askedEveryMs = 1_000

/** Apps read the market continuously, so every process reads the venue's limits at once. */
async function watch(stage: Stage, node: Node): Promise<void> {
  const app = appAt(node)
  let over = false
  stage.atEnd(async () => {
    over = true
  })
  const look = () =>
    app.get('/api/exchange/venue/exchangeInfo').then(
      () => true,
      () => false,
    )
  const looking = async () => {
    while (!over && !stage.signal.aborted) {
      const seen = await look()
      await stage.sleep(seen ? askedEveryMs : readEveryMs)
    }
  }
  await look()
  looking().catch(() => undefined)
}

const spoils = ['drop-response', 'error-500', 'bad-json', 'error-429', 'timeout'] as const
const asked = [
  { method: 'POST', path: '/api/v3/order' },
  { method: 'DELETE', path: '/api/v3/order' },
  { method: 'GET', path: '/api/v3/order' },
  { method: 'GET', path: '/api/v3/myTrades' },
] as const

/** Fewer failures at once than open the circuit breaker; sometimes more than that. */
async function spoiltAnswers({ stage, providers }: Pair): Promise<void> {
  for (let turn = 0; turn < stage.scaled(2); turn += 1) {
    for (const fault of spoils) {
      for (const [at, what] of asked.entries()) {
        // A client that continues after a 429 is banned; one is enough.
        const times = fault === 'error-429' ? 1 : at === turn ? 6 : 2
        await providers.control('POST', '/faults', { provider: 'venue', fault, ...what, times })
      }
      await stage.sleep(2_000)
    }
  }
  await providers.control('DELETE', '/faults')
  stage.print('responses of the venue were disturbed')
}

const dripEveryMs = 2_000
const dripped = ['drop-response', 'drop-response', 'error-500', 'bad-json'] as const
const befalling = ['lose', 'reorder', 'duplicate'] as const

/** From now on responses and events are lost sometimes, too rarely to open the circuit breaker. */
function drip({ stage, providers }: Pair): () => Promise<void> {
  let over = false
  const spoil = (what: Readonly<Record<string, unknown>>) =>
    providers.control('POST', '/faults', { provider: 'venue', ...what })
  const dripping = (async () => {
    for (let turn = 0; !over && !stage.signal.aborted; turn += 1) {
      const what = asked[between(0, asked.length)]
      await spoil({ ...what, fault: dripped[between(0, dripped.length)], times: 1 })
      const how = befalling[turn % befalling.length]
      await spoil({ fault: `${how}-callbacks`, times: between(1, 4), delayMs: 500 })
      await stage.sleep(dripEveryMs)
    }
  })()
  // An error is still thrown to a later `await`.
  dripping.catch(() => undefined)
  return async () => {
    over = true
    await dripping
  }
}

/** Events are sent twice, out of order or not at all, on the stream and as callbacks. */
async function spoiltEvents({ stage, providers }: Pair): Promise<void> {
  for (let turn = 0; turn < stage.scaled(15, 4); turn += 1) {
    for (const fault of ['duplicate', 'reorder', 'lose'] as const) {
      const times = between(5, 25)
      const what = { fault: `${fault}-callbacks`, times, delayMs: between(100, 1_500) }
      await providers.control('POST', '/faults', { provider: 'venue', ...what })
    }
    if (turn % 4 === 1) await providers.control('POST', '/venue/stream', { drop: true })
    if (turn % 4 === 3) await providers.control('POST', '/venue/stream', { terminate: true })
    await providers.control('POST', '/venue/stream', { silent: turn % 3 === 0 })
    await stage.sleep(1_000)
  }
  await providers.control('POST', '/venue/stream', { silent: false })
  await providers.control('DELETE', '/faults')
  stage.print('events of the venue were doubled, reordered and lost, and its stream ended')
}

/** Kills random nodes at random moments. */
async function kills({ stage, nodes }: Pair): Promise<void> {
  const turns = stage.scaled(6, 2)
  for (let turn = 0; turn < turns; turn += 1) {
    const node = nodes[turn % nodes.length]
    await stage.sleep(between(500, 3_000))
    node?.sendSignal('SIGKILL')
    await node?.ready()
  }
  stage.print(`${turns} nodes were killed`)
}

/** All faults end; a restarted stream makes the service query all missed orders. */
async function calm(pair: Pair): Promise<void> {
  const { stage, providers } = pair
  await providers.control('DELETE', '/faults')
  await providers.control('POST', '/venue/stream', { drop: true })
  await untilAsAtVenue(pair)
  await auditNow(stage, pair.db, 'in the end')
}

function printAnswers(stage: Stage, { answers }: Crowd): void {
  const counts = [...answers].toSorted(([, a], [, b]) => b - a)
  stage.print(counts.map(([answer, count]) => `${count} × ${answer}`).join(', '))
  const wrong = counts.filter(([answer]) => answer.startsWith('500'))
  stage.check('no request gets an internal error', wrong.length === 0)
}
