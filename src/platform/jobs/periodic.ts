import { pullCustody } from '../../app/custody-reports/pull-custody.ts'
import { checkSupply } from '../../app/deposits/check-supply.ts'
import { paymentListLimits, refundLimits } from '../../app/deposits/deposit-limits.ts'
import { pollPaydOrders } from '../../app/deposits/payd/poll-orders.ts'
import { lookUpRefunds } from '../../app/deposits/payx/look-up-refunds.ts'
import { pollQrCodes } from '../../app/deposits/payx/poll-codes.ts'
import { pullPayments } from '../../app/deposits/payx/pull-payments.ts'
import { remindOfCertification } from '../../app/identity/certification/remind-certification.ts'
import { certificationLimits, identityLimits } from '../../app/identity/identity-limits.ts'
import { pollRegistrations } from '../../app/identity/poll-registrations.ts'
import { checkVenueFunds } from '../../app/trading/executions/check-venue-funds.ts'
import { confirmFills } from '../../app/trading/executions/confirm-fills.ts'
import { checkHeartbeat } from '../../app/trading/executions/heartbeat.ts'
import { pullTrades } from '../../app/trading/executions/pull-trades.ts'
import { settleDueOrders } from '../../app/trading/executions/settle-due-orders.ts'
import { sweepDust } from '../../app/trading/executions/sweep-dust.ts'
import { applyListings } from '../../app/trading/listings/apply-listings.ts'
import { comparePairs } from '../../app/trading/market/compare-pairs.ts'
import { observePrices } from '../../app/trading/market/observe-prices.ts'
import { tradingLimits } from '../../app/trading/trading-limits.ts'
import { pollingLimits } from '../../app/transfers/polling-limits.ts'
import { pollPayouts } from '../../app/withdrawals/sending/poll-payouts.ts'
import { settleDueWithdrawals } from '../../app/withdrawals/sending/send-withdrawals.ts'
import { withdrawalLimits } from '../../app/withdrawals/withdrawal-limits.ts'
import { confirmWaitedOperators } from '../../backoffice/accounts/confirm-operator.ts'
import { carfLimits, drawCarfReports } from '../../backoffice/carf/draw-carf-report.ts'
import { applyDueChanges } from '../../backoffice/content/proposals/apply-changes.ts'
import { proposalLimits } from '../../backoffice/content/proposals/proposal-limits.ts'
import { countDays } from '../../backoffice/overview/count-days.ts'
import { countJob, overviewLimits } from '../../backoffice/overview/overview-limits.ts'
import { reconcile } from '../../backoffice/reconciliation/reconcile.ts'
import {
  reconcileJob,
  reconciliationLimits,
} from '../../backoffice/reconciliation/reconciliation-limits.ts'
import { applyRecoveries } from '../../backoffice/users/apply-recoveries.ts'
import { traceRoot } from '../../base/tracing.ts'
import type { Context } from '../../context.ts'
import { LeadershipLost } from '../../core/database/cluster/leader.ts'
import { expiryLimits, rangeLimits } from '../../core/database/database-limits.ts'
import type { AnyCallback } from '../../core/inbox/callback.ts'
import { inboxLimits } from '../../core/inbox/inbox-limits.ts'
import { sweepInbox } from '../../core/inbox/sweep.ts'
import { rollUpHouse } from '../../core/ledger/house.ts'
import { ledgerLimits } from '../../core/ledger/ledger-limits.ts'
import { operatorLimits } from '../../core/operators/operator-limits.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { jobLimits } from '../../core/outbox/job-limits.ts'
import { priceLimits } from '../../core/reference/price-limits.ts'
import { recordRupiahRates } from '../../core/reference/rupiah-rates.sql.ts'
import { observeSandboxPrices } from '../../core/reference/sandbox-prices.ts'
import { provisionalLimits } from '../../core/users/provisional-limits.ts'
import { custodyLimits } from '../../providers/custody/custody-limits.ts'
import { plain } from '../../providers/outbound.ts'
import { venueLimits } from '../../providers/venue/venue-limits.ts'
import { fileLimits } from '../files/file-limits.ts'
import { sweepFiles } from '../files/sweep-files.ts'
import { checkLedger } from './audit-ledger.ts'
import { forgetExpired } from './forget-expired.ts'
import { noteRun } from './job-runs.ts'
import { addPartitions, detachPartitions } from './keep-partitions.ts'
import { retryGivenUp } from './lanes/given-up.ts'
import { reportNode } from './report-node.ts'
import type { ObserveJob } from './worker.ts'

type Periodic = Readonly<{
  name: string
  everyMs: number
  /** The interval in a sandbox, whose emulators run on faster time. */
  sandboxEveryMs?: number
  /** The share of the time that it may run at most: a longer run is followed by a longer pause. */
  share?: number
  /** Also runs on nodes that do not lead. */
  onEveryNode?: boolean
  run: (ctx: Context) => Promise<unknown>
}>

const periodic: readonly Periodic[] = [
  {
    name: 'roll up house balances',
    everyMs: ledgerLimits.rollUpEveryMs,
    run: (ctx) => rollUpHouse(ctx.db),
  },
  {
    name: 'audit recent moves',
    everyMs: ledgerLimits.auditEveryMs,
    run: (ctx) => checkLedger(ctx, 'recent'),
  },
  {
    name: 'audit the ledger',
    everyMs: ledgerLimits.fullAuditEveryMs,
    share: ledgerLimits.fullAuditShare,
    run: (ctx) => checkLedger(ctx, 'full'),
  },
  {
    name: 'check supply caps',
    everyMs: ledgerLimits.supplyEveryMs,
    run: checkSupply,
  },
  {
    name: 'retry jobs that were given up',
    everyMs: jobLimits.givenUpEveryMs,
    run: (ctx) => retryGivenUp(ctx),
  },
  {
    name: 'record sandbox prices',
    everyMs: priceLimits.sandboxEveryMs,
    run: (ctx) => observeSandboxPrices(ctx),
  },
  {
    name: 'record venue prices',
    everyMs: venueLimits.pricesEveryMs,
    run: observePrices,
  },
  {
    name: 'record rupiah rates',
    everyMs: carfLimits.ratesEveryMs,
    run: (ctx) => recordRupiahRates(ctx.db.read),
  },
  {
    name: 'compare pairs with the venue',
    everyMs: venueLimits.compareEveryMs,
    // The response also shows each node the venue's caps on open orders.
    onEveryNode: true,
    run: comparePairs,
  },
  {
    name: 'apply listings',
    everyMs: tradingLimits.listingsEveryMs,
    run: applyListings,
  },
  {
    name: 'settle orders',
    everyMs: tradingLimits.dueEveryMs,
    run: settleDueOrders,
  },
  {
    name: 'pull venue trades',
    everyMs: tradingLimits.pullEveryMs,
    sandboxEveryMs: tradingLimits.pullSandboxEveryMs,
    run: pullTrades,
  },
  {
    name: 'confirm fills',
    everyMs: tradingLimits.confirmEveryMs,
    run: confirmFills,
  },
  {
    name: 'check funds at the venue',
    everyMs: tradingLimits.fundsEveryMs,
    run: checkVenueFunds,
  },
  {
    name: 'check the venue heartbeat',
    everyMs: tradingLimits.listenEveryMs,
    run: (ctx) => checkHeartbeat(ctx),
  },
  {
    name: 'add up dust of trades',
    everyMs: tradingLimits.dustEveryMs,
    run: (ctx) => sweepDust(ctx),
  },
  {
    name: 'sweep files',
    everyMs: fileLimits.sweepEveryMs,
    run: sweepFiles,
  },
  {
    name: 'poll identity registrations',
    everyMs: identityLimits.askAgain.everyMs,
    run: pollRegistrations,
  },
  {
    name: 'draw yearly reports',
    everyMs: carfLimits.everyMs,
    run: drawCarfReports,
  },
  {
    name: 'remind of tax certifications',
    everyMs: certificationLimits.remindEveryMs,
    run: remindOfCertification,
  },
  {
    name: 'pull custody transactions',
    everyMs: custodyLimits.pullEveryMs,
    sandboxEveryMs: custodyLimits.pullSandboxEveryMs,
    run: pullCustody,
  },
  {
    name: 'pull payx payments',
    everyMs: paymentListLimits.everyMs,
    run: pullPayments,
  },
  {
    name: 'look up payx refunds',
    everyMs: refundLimits.everyMs,
    run: lookUpRefunds,
  },
  {
    name: 'poll unpaid QR codes',
    everyMs: pollingLimits.everyMs,
    run: pollQrCodes,
  },
  {
    name: 'poll unpaid payd orders',
    everyMs: pollingLimits.everyMs,
    run: pollPaydOrders,
  },
  {
    name: 'poll completed payouts',
    everyMs: pollingLimits.everyMs,
    run: pollPayouts,
  },
  {
    name: 'settle withdrawals',
    everyMs: withdrawalLimits.settleEveryMs,
    run: settleDueWithdrawals,
  },
  {
    name: reconcileJob,
    everyMs: reconciliationLimits.everyMs,
    sandboxEveryMs: reconciliationLimits.sandboxEveryMs,
    run: reconcile,
  },
  {
    name: countJob,
    everyMs: overviewLimits.countEveryMs,
    sandboxEveryMs: overviewLimits.countSandboxEveryMs,
    run: countDays,
  },
  {
    name: 'apply guarded changes',
    everyMs: proposalLimits.everyMs,
    run: applyDueChanges,
  },
  {
    name: 'remove recovered authenticators',
    everyMs: provisionalLimits.recoveriesEveryMs,
    run: applyRecoveries,
  },
  {
    name: 'confirm operators after the waiting time',
    everyMs: operatorLimits.confirmEveryMs,
    run: confirmWaitedOperators,
  },
  {
    name: 'add partitions',
    everyMs: rangeLimits.extendEveryMs,
    run: addPartitions,
  },
  {
    name: 'detach old partitions',
    everyMs: rangeLimits.retainEveryMs,
    run: detachPartitions,
  },
  {
    name: 'delete expired rows',
    everyMs: expiryLimits.everyMs,
    run: forgetExpired,
  },
]

/**
 * Runs the periodic jobs, most of them on the leader only. A failed run is logged and repeated at
 * the next interval; two leaders at once would do no harm. `names` selects some of them, for tests
 * of these. Returns a function that stops them.
 */
export function startPeriodic(
  ctx: Context,
  events: ReadonlyMap<string, AnyCallback>,
  observe: ObserveJob = () => undefined,
  names: readonly string[] | null = null,
): () => Promise<void> {
  const stopping = new AbortController()
  const sweep: Periodic = {
    name: 'sweep the inbox',
    everyMs: inboxLimits.sweepEveryMs,
    run: () => sweepInbox(ctx, events),
  }
  const pauses = makePauses(ctx, stopping.signal)
  const off = ctx.leadership.onChange(pauses.endAll)
  const report: Periodic = {
    name: 'report this node',
    everyMs: jobLimits.reportEveryMs,
    onEveryNode: true,
    run: () => reportNode(ctx, pauses.end),
  }
  const all = [sweep, report, ...periodic]
  const unknown = names?.find((name) => !all.some((one) => one.name === name))
  if (unknown !== undefined) throw new RangeError(`no periodic job is called ${unknown}`)
  const wanted = all.filter(({ name }) => names?.includes(name) ?? true)
  const loops = wanted.map((one) =>
    repeat(ctx, one, { signal: stopping.signal, wait: (ms) => pauses.wait(one.name, ms), observe }),
  )
  return async () => {
    off()
    stopping.abort()
    pauses.endAll()
    // Runs may be interrupted anywhere, so a slow provider does not delay the shutdown.
    const ended = new AbortController()
    const last = Promise.all(loops).finally(() => ended.abort())
    await Promise.race([last, ctx.clock.sleep(jobLimits.endMs, ended.signal)])
  }
}

/** The pauses between the runs of each job, which can be ended early. */
function makePauses({ clock }: Pick<Context, 'clock'>, stopping: AbortSignal) {
  const pausing = new Map<string, AbortController>()
  const wanted = new Set<string>()
  return {
    wait: async (job: string, ms: number): Promise<void> => {
      if (stopping.aborted || wanted.delete(job)) return
      const pause = new AbortController()
      pausing.set(job, pause)
      await clock.sleep(ms, pause.signal)
      wanted.delete(job)
    },
    /** Ends the job's pause; if it is running, it runs once more without a pause. */
    end: (job: string): void => {
      wanted.add(job)
      pausing.get(job)?.abort()
    },
    endAll: (): void => {
      for (const pause of pausing.values()) pause.abort()
    },
  }
}

type Loop = Readonly<{
  signal: AbortSignal
  /** Waits for `ms`, until leadership changes, or until an operator wants the job to run. */
  wait: (ms: number) => Promise<void>
  observe: ObserveJob
}>

async function repeat(
  ctx: Context,
  periodic: Periodic,
  { signal, wait, observe }: Loop,
): Promise<void> {
  const { name, everyMs, sandboxEveryMs = everyMs, share = 1, onEveryNode = false, run } = periodic
  const leastPauseMs = ctx.config.sandbox ? sandboxEveryMs : everyMs
  while (!signal.aborted) {
    let pauseMs = leastPauseMs
    if (onEveryNode || ctx.leadership.current() !== null) {
      const [startedAt, startedMs] = [ctx.clock.now(), ctx.clock.monotonicMs()]
      const ended = (failure: unknown) => {
        const tookMs = Math.round(ctx.clock.monotonicMs() - startedMs)
        pauseMs = Math.max(leastPauseMs, pauseOf(tookMs, share))
        observe(name, failure === null ? 'done' : 'failed', tookMs)
        return noteRun(ctx, { job: name, everyMs: pauseMs, startedAt, tookMs, failure })
      }
      try {
        const attributes = { 'tukar.job': name }
        await traceRoot(`job ${name}`, { parent: null, attributes }, () => run(ctx))
        ended(null)
      } catch (error) {
        if (error instanceof LeadershipLost) {
          ctx.log.info({ job: name }, 'a periodic job ended with the leadership')
        } else {
          const failures = ended(error)
          ctx.log.warn(
            { err: error, job: name, failures },
            'a periodic job failed and will run again',
          )
          if (failures === jobLimits.failuresToTell) await alertFailures(ctx, name, error)
        }
      }
    }
    // A new leader runs everything at once.
    await wait(pauseMs)
  }
}

/** The pause after a run that makes it this share of the time. */
const pauseOf = (tookMs: number, share: number): number => Math.round(tookMs / share - tookMs)

/** Alerts operators; if the database is not writable, only the log and `/health/ready` show it. */
async function alertFailures(ctx: Context, name: string, error: unknown): Promise<void> {
  const key = `periodic-failing:${name}:${ctx.random.bytes(8).toString('hex')}`
  const alert = {
    to: 'operator',
    kind: 'job-failing',
    key,
    severity: 'critical',
    subject: `Scheduled job failing: ${name}`,
    data: { job: name, error: plain(error instanceof Error ? error.message : '') },
  } as const
  await ctx.db
    .inTransaction((tx) => enqueueAll(tx, [alert]))
    .catch((err: unknown) => ctx.log.error({ err, job: name }, 'operators could not be alerted'))
}
