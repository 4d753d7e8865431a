import { once } from 'node:events'
import { cachedCalls } from '../../base/concurrency/cache.ts'
import { withDeadline } from '../../base/concurrency/deadline.ts'
import type { Context } from '../../context.ts'
import { areStandbysAsynchronous } from '../../core/database/cluster/standbys.ts'
import { listWalletFlags } from '../../core/reference/wallet-flags.sql.ts'
import type { Metrics } from '../../platform/http/monitoring/metrics.ts'
import {
  countDueJobs,
  countOpenWithdrawals,
  countPendingEvents,
  lastAudits,
  readArchiving,
  readEventFigures,
} from './figures.sql.ts'
import { listNodes, listRuns } from './nodes.sql.ts'
import { overviewLimits } from './overview-limits.ts'
import { countQueues } from './queues.sql.ts'

type Figures = Metrics['figures']
type FigureContext = Pick<Context, 'db' | 'clock' | 'log'>

/**
 * Fills the gauges of the deployment before a gathering, at most every five seconds. If the
 * database does not respond, all of them are absent from that gathering rather than out of date.
 */
export function watchFigures(
  { figures, beforeGather }: Pick<Metrics, 'figures' | 'beforeGather'>,
  ctx: FigureContext,
): void {
  const { figuresMs, figuresWaitMs } = overviewLimits
  const read = cachedCalls<true>({ entries: 1, maxAgeMs: figuresMs, clock: ctx.clock })
  beforeGather(async () => {
    try {
      const reading = read('figures', async () => {
        await fill(figures, ctx)
        return true
      })
      const ended = await withDeadline(figuresWaitMs, (late) =>
        Promise.race([reading, once(late, 'abort')]),
      )
      if (ended !== true) throw new Error('the database took too long')
    } catch (error) {
      clear(figures)
      ctx.log.warn({ err: error }, 'the figures for the metrics could not be read')
    }
  })
}

async function fill(figures: Figures, { db, clock }: FigureContext): Promise<void> {
  // One after the other, so that they take one connection of the pool.
  const nodes = await listNodes(db)
  const jobs = await countDueJobs(db)
  const runs = await listRuns(db)
  const queues = await countQueues(db)
  const events = await countPendingEvents(db)
  const outgoing = await readEventFigures(db)
  const withdrawals = await countOpenWithdrawals(db)
  const flags = await listWalletFlags(db)
  const audits = await lastAudits(db)
  const archiving = await readArchiving(db)
  const isAsynchronous = await areStandbysAsynchronous(db)
  // A gauge without a value now, such as the oldest item of an empty queue, must disappear.
  clear(figures)
  figures.readAt.set(seconds(clock.now()))
  figures.nodes.set(nodes.filter(({ isAlive }) => isAlive).length)
  for (const { job, count, oldestAt } of jobs) {
    figures.queuedJobs.labels(job).set(count)
    if (oldestAt !== null) figures.oldestJob.labels(job).set(seconds(oldestAt))
  }
  for (const { job, everyMs, failures, succeededAt } of runs) {
    figures.jobInterval.labels(job).set(everyMs / 1_000)
    figures.jobFailures.labels(job).set(failures)
    if (succeededAt !== null) figures.jobSuccess.labels(job).set(seconds(succeededAt))
  }
  for (const { name, count, oldestAt } of queues) {
    figures.queueItems.labels(name).set(count)
    if (oldestAt !== null) figures.queueOldest.labels(name).set(seconds(oldestAt))
  }
  figures.pendingEvents.set(events.count)
  if (events.oldestAt !== null) figures.oldestEvent.set(seconds(events.oldestAt))
  figures.undelivered.set(outgoing.undelivered)
  const { oldestFactAt, failingSince } = outgoing
  if (oldestFactAt !== null) figures.oldestFact.set(seconds(oldestFactAt))
  if (failingSince !== null) figures.subscriptionsFailing.set(seconds(failingSince))
  for (const { status, count, oldestAt } of withdrawals) {
    figures.openWithdrawals.labels(status).set(count)
    if (oldestAt !== null) figures.oldestWithdrawal.labels(status).set(seconds(oldestAt))
  }
  for (const { type, value } of flags) {
    figures.walletOpen.labels(switchKinds[type]).set(value)
  }
  for (const { scope, at, breaches } of audits) {
    figures.breaches.labels(scope).set(breaches)
    figures.auditedAt.labels(scope).set(seconds(at))
  }
  figures.standbysAsynchronous.set(isAsynchronous ? 1 : 0)
  for (const { failures, failedAt, succeededAt } of archiving) {
    figures.archiveFailures.set(failures)
    if (failedAt !== null) figures.archiveFailedAt.set(seconds(failedAt))
    if (succeededAt !== null) figures.archivedAt.set(seconds(succeededAt))
  }
}

/** The switches as the metrics name them. */
const switchKinds = { WD: 'withdrawals', DEPO: 'deposits', TRADE: 'orders' } as const

function clear(figures: Figures): void {
  for (const gauge of Object.values(figures)) gauge.reset()
  // A gauge without labels is 0 after a reset.
  const { readAt, nodes, pendingEvents, oldestEvent } = figures
  const { oldestFact, undelivered, subscriptionsFailing } = figures
  const outgoing = [oldestFact, undelivered, subscriptionsFailing]
  const { archiveFailures, archiveFailedAt, archivedAt, standbysAsynchronous } = figures
  const server = [archiveFailures, archiveFailedAt, archivedAt, standbysAsynchronous]
  for (const gauge of [readAt, nodes, pendingEvents, oldestEvent, ...outgoing, ...server]) {
    gauge.remove()
  }
}

const seconds = (at: Date): number => at.getTime() / 1_000
