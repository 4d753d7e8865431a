import { orderCrashPoints } from '../../src/base/crash-point.ts'
import { ampleLimits, ampleRates } from '../make/ample-venue.ts'
import { pricesSeen } from '../make/prices.ts'
import { poolIn } from '../make/venue-books.ts'
import { appAt } from './apps.ts'
import { crashAtEach } from './crash-at-each.ts'
import { judgeOrders, untilAsAtVenue } from './judge-orders.ts'
import { auditNow } from './judge-withdrawals.ts'
import type { Node } from './node.ts'
import { type Pair, startPairWithProviders } from './pair.ts'
import { appKey } from './providers.ts'
import { between, type Stage, type Storm } from './stage.ts'
import { type Crowd, prices, startTrading } from './traders.ts'
import { makeWithdrawers } from './withdrawers.ts'

/**
 * Many trade over two nodes while answers and events of the venue are lost, doubled and reordered,
 * its stream ends, and nodes die at the worst moments and at any.
 */
export const orders: Storm = {
  name: 'orders',
  run: async (stage) => {
    const pair = await startPairWithProviders(stage)
    await openMarket(pair)
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
    sayAnswers(stage, crowd)
    await judgeOrders(pair, crowd, { traders, before })
    for (const node of pair.nodes) {
      stage.check(`no start of ${node.name} failed`, node.fell() === 0, `${node.starts()} starts`)
    }
  },
}

const observeEveryMs = 1_000
const readEveryMs = 25
const askedEveryMs = 1_000

/** Prices are fixed and known, and the venue's limits exceed our load. */
async function openMarket({ stage, db, providers, nodes }: Pair): Promise<void> {
  await providers.control('POST', '/venue/pace', { walk: false })
  await providers.control('POST', '/venue/limits', ampleLimits)
  await ampleRates(db)
  for (const [name, price] of Object.entries(prices)) {
    await providers.control('POST', '/venue/price', { symbol: name.replace('_', ''), price })
  }
  const observe = () => pricesSeen(db, prices)
  await observe()
  const observing = setInterval(() => void observe().catch(() => undefined), observeEveryMs)
  stage.atEnd(async () => clearInterval(observing))
  await Promise.all(nodes.map((node) => watch(stage, node)))
}

/** Apps read the market all the time, so every process learns the venue's limits at once. */
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

/** Fewer at once than make the service leave the venue alone; now and then more than that. */
async function spoiltAnswers({ stage, providers }: Pair): Promise<void> {
  for (let turn = 0; turn < stage.scaled(2); turn += 1) {
    for (const fault of spoils) {
      for (const [at, what] of asked.entries()) {
        // A client that goes on after a 429 is banned; one is enough.
        const times = fault === 'error-429' ? 1 : at === turn ? 6 : 2
        await providers.control('POST', '/faults', { provider: 'venue', fault, ...what, times })
      }
      await stage.sleep(2_000)
    }
  }
  await providers.control('DELETE', '/faults')
  stage.say('answers of the venue were spoilt')
}

const dripEveryMs = 2_000
const dripped = ['drop-response', 'drop-response', 'error-500', 'bad-json'] as const
const befalling = ['lose', 'reorder', 'duplicate'] as const

/** From now on an answer is lost now and then, and an event: too seldom to give the venue up. */
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
  // A later wait still gets the error.
  dripping.catch(() => undefined)
  return async () => {
    over = true
    await dripping
  }
}

/** Events are sent twice, out of order or not at all, by the stream and by callbacks. */
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
  stage.say('events of the venue were doubled, reordered and lost, and its stream ended')
}

/** Any node at any moment. */
async function kills({ stage, nodes }: Pair): Promise<void> {
  const turns = stage.scaled(6, 2)
  for (let turn = 0; turn < turns; turn += 1) {
    const node = nodes[turn % nodes.length]
    await stage.sleep(between(500, 3_000))
    node?.strike('SIGKILL')
    await node?.ready()
  }
  stage.say(`${turns} times a node was killed`)
}

/** All faults end; a restarted stream makes the service query all missed orders. */
async function calm(pair: Pair): Promise<void> {
  const { stage, providers } = pair
  await providers.control('DELETE', '/faults')
  await providers.control('POST', '/venue/stream', { drop: true })
  await untilAsAtVenue(pair)
  await auditNow(stage, pair.db, 'in the end')
}

function sayAnswers(stage: Stage, { answers }: Crowd): void {
  const counts = [...answers].toSorted(([, a], [, b]) => b - a)
  stage.say(counts.map(([answer, count]) => `${count} × ${answer}`).join(', '))
  const wrong = counts.filter(([answer]) => answer.startsWith('500'))
  stage.check('no request gets an internal error', wrong.length === 0)
}
