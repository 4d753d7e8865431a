import { withdrawalCrashPoints } from '../../src/base/crash-point.ts'
import type { Database } from '../../src/core/database/database.ts'
import { type Asked, type Kind, requestAll, wishesOf } from './asked.ts'
import { crashAtEach } from './crash-at-each.ts'
import { auditNow, type Contradicted, judgeWithdrawals } from './judge-withdrawals.ts'
import type { Node } from './node.ts'
import { leaderOf, type Pair, startPairWithProviders } from './pair.ts'
import { appKey } from './providers.ts'
import type { Storm } from './stage.ts'
import { makeWithdrawers } from './withdrawers.ts'

/**
 * Many users withdraw while providers' responses are lost, nodes crash at the worst moments, the
 * leader is killed, paused and cut off, and providers contradict themselves.
 */
export const withdrawals: Storm = {
  name: 'withdrawals',
  run: async (stage) => {
    const pair = await startPairWithProviders(stage)
    await approveNothing(pair)
    const set: Play = { ...pair, wishes: [], pending: [] }
    await spoiltAnswers(set)
    await crashes(set)
    await lostLeaders(set)
    await Promise.all(set.pending)
    await set.providers.control('DELETE', '/faults')
    await untilAllEnded(set)
    const contradicted = await contradictions(set)
    await judgeWithdrawals(stage, set, set.wishes, contradicted)
    for (const node of set.nodes) {
      stage.check(
        `no start of ${node.name} failed`,
        node.crashes() === 0,
        `${node.starts()} starts`,
      )
    }
  },
}

type Play = Pair &
  Readonly<{
    /** All requests so far, and the users who still send some. */
    wishes: Asked[]
    pending: Promise<void>[]
  }>

/** All users send to one address, so its sums would soon wait for operators. */
const approveNothing = async ({ db }: Pair): Promise<void> => {
  await db.read
    .updateTable('settings')
    .set({ value: '999999999999999' })
    .where('key', 'like', 'withdrawal.%approval%')
    .execute()
}

let crowds = 0

/** Starts withdrawals of this many new users; the results are checked at the end. */
async function crowd(
  { stage, db, nodes, wishes, pending }: Play,
  kind: Kind,
  count: number,
  at: readonly Node[] = nodes,
): Promise<readonly Asked[]> {
  crowds += 1
  const users = await makeWithdrawers(db, appKey, `crowd-${crowds}`, count)
  const made = wishesOf(users, kind)
  wishes.push(...made)
  const done = requestAll(stage, at, made)
  // An error is still thrown to a later `await`.
  done.catch(() => undefined)
  pending.push(done)
  return made
}

const mixedCrowd = async (set: Play): Promise<void> => {
  await crowd(set, 'COIN', set.stage.scaled(10, 2))
  await crowd(set, 'CASH', set.stage.scaled(10, 2))
}

const spoils = ['drop-response', 'timeout', 'error-500', 'error-429', 'bad-json'] as const
const rails: readonly Readonly<{ kind: Kind; provider: string; path: string }>[] = [
  { kind: 'COIN', provider: 'custody', path: '/v1/transactions' },
  { kind: 'CASH', provider: 'payx', path: '/v2/payouts' },
]

/** The providers' responses to transfers and queries are lost, late, or invalid. */
async function spoiltAnswers(set: Play): Promise<void> {
  const { stage, providers } = set
  for (const { kind, provider, path: to } of rails) {
    for (const fault of spoils) {
      const times = stage.scaled(8, 1)
      await providers.control('POST', '/faults', {
        provider,
        fault,
        method: 'POST',
        path: to,
        times,
      })
      await providers.control('POST', '/faults', {
        provider,
        fault,
        method: 'GET',
        path: to,
        times: Math.ceil(times / 2),
      })
      await crowd(set, kind, stage.scaled(16, 2))
      await stage.sleep(500)
    }
  }
  for (const { provider } of rails) {
    const times = stage.scaled(30, 2)
    await providers.control('POST', '/faults', { provider, fault: 'lose-callbacks', times })
  }
  await mixedCrowd(set)
  stage.print('responses of the providers were disturbed, callbacks were lost')
  await auditNow(stage, set.db, 'while answers are lost')
}

/** Makes both nodes crash at each of the points where the most work is half done. */
async function crashes(set: Play): Promise<void> {
  await crashAtEach(set, withdrawalCrashPoints, () => mixedCrowd(set))
  await auditNow(set.stage, set.db, 'after the crashes')
}

/** Kills the leader, pauses it and cuts it off from the database. */
async function lostLeaders(set: Play): Promise<void> {
  const { stage, nodes, link } = set
  const turns = stage.scaled(2, 1)
  for (let turn = 0; turn < turns; turn += 1) {
    const killed = await leaderOf(set)
    await mixedCrowd(set)
    killed.sendSignal('SIGKILL')
    await killed.ready()
    stage.print(`the leader, ${killed.name}, was killed`)
    const paused = await leaderOf(set)
    await mixedCrowd(set)
    paused.sendSignal('SIGSTOP')
    const other = nodes.find((node) => node !== paused)
    await stage.until('a new leader', () => other?.leads() ?? false)
    paused.sendSignal('SIGCONT')
    await paused.ready()
    stage.print(`the leader, ${paused.name}, was paused`)
  }
  const [first, second] = nodes
  // Only the second one has a link that can be cut.
  if (await first.leads()) first.sendSignal('SIGKILL')
  await stage.until('the second to lead', second.leads)
  await first.ready()
  await mixedCrowd(set)
  link.cut()
  const tookMs = await stage.until('the first to lead', first.leads, 30_000)
  link.mend()
  await second.ready()
  stage.print(`the leader, second, was cut off; the first led after ${Math.round(tookMs)} ms`)
  await auditNow(stage, set.db, 'after the leaders were lost')
}

const settleMs = 150_000

async function untilAllEnded({ stage, db }: Play): Promise<void> {
  const open = async () =>
    db.read
      .selectFrom('withdrawals')
      .select(['request_id', 'status', 'attempts', 'incident', 'provider_status'])
      .where('status', 'in', ['PENDING_APPROVAL', 'PROCESSING', 'SUBMITTED'])
      .execute()
  const ended = async () => (await open()).length === 0
  const tookMs = await stage.until('all withdrawals to end', ended, settleMs).catch(() => null)
  const left = tookMs === null ? JSON.stringify((await open()).slice(0, 5)) : undefined
  stage.check('every withdrawal reaches a final state', tookMs !== null, left)
  stage.print(`all ended after ${Math.round(tookMs ?? settleMs)} ms more`)
}

/** A provider reports a failure of an already completed withdrawal. */
async function contradictions({ stage, db, providers }: Play): Promise<Contradicted> {
  const most = stage.scaled(5, 1)
  const doubted = await successes(db, 'COIN', most)
  for (const id of doubted) {
    await providers.control('POST', `/custody/withdrawals/${id}`, { status: 'FAILED' })
  }
  const reversed = await successes(db, 'CASH', most)
  for (const id of reversed) {
    await providers.control('POST', `/payx/payouts/${id}`, { status: 'REVERSED' })
  }
  const noted = async () => {
    const marked = await db.read
      .selectFrom('withdrawals')
      .select(['request_id', 'reversed_at', 'incident'])
      .where('status', '=', 'SUCCESS')
      .execute()
    const doubts = marked.filter(({ incident }) => incident !== null)
    const returns = marked.filter(({ reversed_at: at }) => at !== null)
    return doubts.length === doubted.size && returns.length === reversed.size
  }
  const tookMs = await stage.until('contradictions to be noted', noted, 70_000).catch(() => null)
  stage.check('each contradiction is recorded, and returned money is credited', tookMs !== null)
  return { doubted, reversed }
}

async function successes(db: Database, kind: Kind, most: number): Promise<ReadonlySet<string>> {
  const rows = await db.read
    .selectFrom('withdrawals')
    .select('request_id')
    .where('status', '=', 'SUCCESS')
    .where('kind', '=', kind)
    .orderBy('id')
    .limit(most)
    .execute()
  return new Set(rows.map(({ request_id }) => request_id))
}
