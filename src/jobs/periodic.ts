import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import { applyDueChanges } from '../features/content/proposals/apply-changes.ts'
import { pollRegistrations } from '../features/identity/poll-registrations.ts'
import { confirmWaitedOperators } from '../features/operator/confirm-operator.ts'
import { reconcile } from '../features/reconciliation/reconcile.ts'
import { checkHeartbeat } from '../features/trading/executions/heard.ts'
import { pullTrades } from '../features/trading/executions/pull-trades.ts'
import { settleDueOrders } from '../features/trading/executions/settle-due-orders.ts'
import { sweepDust } from '../features/trading/executions/sweep-dust.ts'
import { comparePairs } from '../features/trading/market/compare-pairs.ts'
import { observePrices } from '../features/trading/market/observe-prices.ts'
import { checkSupply } from '../features/transfers/deposits/check-supply.ts'
import { pollPaydOrders } from '../features/transfers/deposits/payd/poll-orders.ts'
import { pollQrCodes } from '../features/transfers/deposits/payx/poll-codes.ts'
import { pullCustody } from '../features/transfers/pull-custody.ts'
import { pollPayouts } from '../features/transfers/withdrawals/poll-payouts.ts'
import { settleDueWithdrawals } from '../features/transfers/withdrawals/send-withdrawals.ts'
import { sweepFiles } from '../files/sweep-files.ts'
import type { AnyCallback } from '../inbox/callback.ts'
import { sweepInbox } from '../inbox/sweep.ts'
import { rollUpHouse } from '../ledger/house.ts'
import { enqueueAll } from '../outbox/enqueue.ts'
import { plain } from '../providers/outbound.ts'
import { observeSandboxPrices } from '../reference/sandbox-prices.ts'
import { freeAbandonedJobs } from './abandoned.sql.ts'
import { checkLedger } from './audit-ledger.ts'
import { forgetExpired } from './forget-expired.ts'
import { retryGivenUp } from './given-up.ts'
import { holdVenueStream } from './hold-venue-stream.ts'

type Periodic = Readonly<{
  name: string
  everyMs: number
  /** The interval in a sandbox, whose emulators run on faster time. */
  sandboxEveryMs?: number
  /** Also runs on nodes that do not lead. */
  onEveryNode?: boolean
  run: (ctx: Context) => Promise<unknown>
}>

const periodic: readonly Periodic[] = [
  {
    name: 'roll up the house',
    everyMs: limits.ledger.rollUpEveryMs,
    run: (ctx) => rollUpHouse(ctx.db),
  },
  {
    name: 'audit what moved',
    everyMs: limits.ledger.auditEveryMs,
    run: (ctx) => checkLedger(ctx, 'recent'),
  },
  {
    name: 'audit the ledger',
    everyMs: limits.ledger.fullAuditEveryMs,
    run: (ctx) => checkLedger(ctx, 'full'),
  },
  {
    name: 'compare what we owe with the supply caps',
    everyMs: limits.ledger.supplyEveryMs,
    run: checkSupply,
  },
  {
    name: 'free abandoned jobs',
    everyMs: limits.jobs.freeEveryMs,
    // Also runs after the leader died, before there is a new one.
    onEveryNode: true,
    run: (ctx) => freeAbandonedJobs(ctx.db),
  },
  {
    name: 'begin anew with jobs that were given up',
    everyMs: limits.jobs.givenUpEveryMs,
    run: (ctx) => retryGivenUp(ctx),
  },
  {
    name: 'observe the prices of the sandbox',
    everyMs: limits.prices.sandboxEveryMs,
    run: (ctx) => observeSandboxPrices(ctx),
  },
  {
    name: 'observe the prices of the venue',
    everyMs: limits.venue.pricesEveryMs,
    run: observePrices,
  },
  {
    name: 'compare pairs with the venue',
    everyMs: limits.venue.compareEveryMs,
    // The response also shows each node the venue's caps on open orders.
    onEveryNode: true,
    run: comparePairs,
  },
  {
    name: 'settle orders',
    everyMs: limits.trading.dueEveryMs,
    run: settleDueOrders,
  },
  {
    name: 'pull the trades of the venue',
    everyMs: limits.trading.pullEveryMs,
    sandboxEveryMs: limits.trading.pullSandboxEveryMs,
    run: pullTrades,
  },
  {
    name: 'mind the silence of the venue',
    everyMs: limits.trading.listenEveryMs,
    run: (ctx) => checkHeartbeat(ctx),
  },
  {
    name: 'add up the dust of trades',
    everyMs: limits.trading.dustEveryMs,
    run: (ctx) => sweepDust(ctx),
  },
  {
    name: 'sweep files',
    everyMs: limits.files.sweepEveryMs,
    run: sweepFiles,
  },
  {
    name: 'ask about registrations',
    everyMs: limits.identity.askAgain.everyMs,
    run: pollRegistrations,
  },
  {
    name: 'pull the list of custody',
    everyMs: limits.custody.pullEveryMs,
    sandboxEveryMs: limits.custody.pullSandboxEveryMs,
    run: pullCustody,
  },
  {
    name: 'ask about codes nobody said were paid',
    everyMs: limits.asking.everyMs,
    run: pollQrCodes,
  },
  {
    name: 'ask about orders nobody said were paid',
    everyMs: limits.asking.everyMs,
    run: pollPaydOrders,
  },
  {
    name: 'ask whether payouts still stand',
    everyMs: limits.asking.everyMs,
    run: pollPayouts,
  },
  {
    name: 'settle withdrawals',
    everyMs: limits.withdrawals.settleEveryMs,
    run: settleDueWithdrawals,
  },
  {
    name: 'reconcile with the providers',
    everyMs: limits.reconciliation.everyMs,
    sandboxEveryMs: limits.reconciliation.sandboxEveryMs,
    run: reconcile,
  },
  {
    name: 'apply guarded changes',
    everyMs: limits.guardedChanges.everyMs,
    run: applyDueChanges,
  },
  {
    name: 'confirm operators where no second admin can',
    everyMs: limits.operators.confirmEveryMs,
    run: confirmWaitedOperators,
  },
  {
    name: 'forget what expired',
    everyMs: limits.expiry.everyMs,
    run: forgetExpired,
  },
]

/**
 * Runs the periodic jobs, most of them on the leader only, and holds the venue's stream. A failed
 * run is logged and repeated at the next interval; two leaders at once would do no harm. Returns a
 * function that stops it.
 */
export function startPeriodic(
  ctx: Context,
  events: ReadonlyMap<string, AnyCallback>,
): () => Promise<void> {
  const stopping = new AbortController()
  const sweep: Periodic = {
    name: 'sweep the inbox',
    everyMs: limits.inbox.sweepEveryMs,
    run: () => sweepInbox(ctx, events),
  }
  let change = new AbortController()
  const off = ctx.leadership.onChange(() => {
    change.abort()
    change = new AbortController()
  })
  const wait = (ms: number) => ctx.clock.sleep(ms, change.signal)
  const loops = [sweep, ...periodic].map((one) =>
    repeat(ctx, one, { signal: stopping.signal, wait }),
  )
  const letGo = holdVenueStream(ctx)
  return async () => {
    off()
    stopping.abort()
    change.abort()
    // Runs may be interrupted anywhere, so a slow provider does not delay the shutdown.
    const ended = Promise.all([...loops, letGo()])
    await Promise.race([ended, ctx.clock.sleep(limits.jobs.endMs)])
  }
}

type Loop = Readonly<{
  signal: AbortSignal
  /** Waits for `ms`, or until this node gains or loses leadership. */
  wait: (ms: number) => Promise<void>
}>

async function repeat(ctx: Context, periodic: Periodic, { signal, wait }: Loop): Promise<void> {
  const { name, everyMs, sandboxEveryMs = everyMs, onEveryNode = false, run } = periodic
  const pauseMs = ctx.config.sandbox ? sandboxEveryMs : everyMs
  let failures = 0
  while (!signal.aborted) {
    if (onEveryNode || ctx.leadership.current() !== null) {
      try {
        await run(ctx)
        failures = 0
      } catch (error) {
        failures += 1
        ctx.log.warn(
          { err: error, job: name, failures },
          'a periodic job failed and will run again',
        )
        if (failures === limits.jobs.failuresToTell) await tellOfFailures(ctx, name, error)
      }
    }
    // A new leader runs everything at once.
    await wait(pauseMs)
  }
}

/** Alerts operators; if the database is not writable, only the log and `/health/ready` show it. */
async function tellOfFailures(ctx: Context, name: string, error: unknown): Promise<void> {
  const key = `periodic-failing:${name}:${ctx.random.bytes(8).toString('hex')}`
  const alert = {
    to: 'operator',
    kind: 'job-failing',
    key,
    severity: 'critical',
    subject: `What this service does again and again fails: ${name}`,
    data: { job: name, error: plain(error instanceof Error ? error.message : '') },
  } as const
  await ctx.db
    .inTransaction((tx) => enqueueAll(tx, [alert]))
    .catch((err: unknown) => ctx.log.error({ err, job: name }, 'operators could not be told'))
}
