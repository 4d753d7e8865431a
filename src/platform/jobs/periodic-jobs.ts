import { type RawBuilder, sql } from 'kysely'
import { pullCustody } from '../../app/custody-reports/pull-custody.ts'
import { checkSupply } from '../../app/deposits/check-supply.ts'
import { paymentListLimits, refundLimits } from '../../app/deposits/deposit-limits.ts'
import { hasOpenPaydOrders } from '../../app/deposits/payd/payd-orders.sql.ts'
import { pollPaydOrders } from '../../app/deposits/payd/poll-orders.ts'
import { lookUpRefunds } from '../../app/deposits/payx/look-up-refunds.ts'
import { pollQrCodes } from '../../app/deposits/payx/poll-codes.ts'
import { pullPayments } from '../../app/deposits/payx/pull-payments.ts'
import { hasDueCodes } from '../../app/deposits/payx/qris-codes.sql.ts'
import { remindOfCertification } from '../../app/identity/certification/remind-certification.ts'
import { certificationLimits, identityLimits } from '../../app/identity/identity-limits.ts'
import { hasDueRegistrations } from '../../app/identity/identity-registrations.sql.ts'
import { pollRegistrations } from '../../app/identity/poll-registrations.ts'
import { drawProof } from '../../app/proofs/draw-proof.ts'
import { proofLimits } from '../../app/proofs/proof-limits.ts'
import { hasProofWork } from '../../app/proofs/proofs.sql.ts'
import { checkVenueFunds } from '../../app/trading/executions/check-venue-funds.ts'
import { confirmFills } from '../../app/trading/executions/confirm-fills.ts'
import { checkHeartbeat } from '../../app/trading/executions/heartbeat.ts'
import { pullTrades } from '../../app/trading/executions/pull-trades.ts'
import { settleDueOrders } from '../../app/trading/executions/settle-due-orders.ts'
import { sweepDust } from '../../app/trading/executions/sweep-dust.ts'
import { hasNotedDust } from '../../app/trading/executions/venue-dust.sql.ts'
import { applyListings } from '../../app/trading/listings/apply-listings.ts'
import { hasClosedOrders } from '../../app/trading/listings/closed-orders.sql.ts'
import { comparePairs } from '../../app/trading/market/compare-pairs.ts'
import { observePrices } from '../../app/trading/market/observe-prices.ts'
import { hasUnconfirmedFills } from '../../app/trading/order-model/hints.sql.ts'
import { hasDueOrders } from '../../app/trading/order-model/order-changes.sql.ts'
import { tradingLimits } from '../../app/trading/trading-limits.ts'
import { pollingLimits } from '../../app/transfers/polling-limits.ts'
import { hasDuePayouts } from '../../app/withdrawals/model/payouts.sql.ts'
import { hasDueWithdrawals } from '../../app/withdrawals/model/withdrawals.sql.ts'
import { pollPayouts } from '../../app/withdrawals/sending/poll-payouts.ts'
import { settleDueWithdrawals } from '../../app/withdrawals/sending/send-withdrawals.ts'
import { withdrawalLimits } from '../../app/withdrawals/withdrawal-limits.ts'
import { confirmWaitedOperators } from '../../backoffice/accounts/confirm-operator.ts'
import { hasCarfDrawing } from '../../backoffice/carf/carf-reports.sql.ts'
import { carfLimits, drawCarfReports } from '../../backoffice/carf/draw-carf-report.ts'
import { applyDueChanges } from '../../backoffice/content/proposals/apply-changes.ts'
import { hasEndingChanges } from '../../backoffice/content/proposals/guarded-changes.sql.ts'
import { proposalLimits } from '../../backoffice/content/proposals/proposal-limits.ts'
import { eventLimits } from '../../backoffice/events/event-limits.ts'
import { writeEventFiles } from '../../backoffice/events/write-event-files.ts'
import { countDays } from '../../backoffice/overview/count-days.ts'
import { countJob, overviewLimits } from '../../backoffice/overview/overview-limits.ts'
import { reconcile } from '../../backoffice/reconciliation/reconcile.ts'
import {
  reconcileJob,
  reconciliationLimits,
} from '../../backoffice/reconciliation/reconciliation-limits.ts'
import { applyRecoveries } from '../../backoffice/users/apply-recoveries.ts'
import type { Context } from '../../context.ts'
import { expiryLimits, rangeLimits } from '../../core/database/database-limits.ts'
import { addCheckpoints } from '../../core/ledger/balances-at/add-checkpoints.ts'
import { closeTimes } from '../../core/ledger/balances-at/closed-time.sql.ts'
import { hasUnlinked } from '../../core/ledger/chain/links.sql.ts'
import { hasUnsealedDay } from '../../core/ledger/chain/seals.sql.ts'
import { hasNewMoves, rollUpHouse } from '../../core/ledger/house.ts'
import { ledgerLimits } from '../../core/ledger/ledger-limits.ts'
import { operatorLimits } from '../../core/operators/operator-limits.ts'
import { jobLimits } from '../../core/outbox/job-limits.ts'
import { hasListingWork } from '../../core/reference/listings.sql.ts'
import { priceLimits } from '../../core/reference/price-limits.ts'
import { recordRupiahRates } from '../../core/reference/rupiah-rates.sql.ts'
import { observeSandboxPrices } from '../../core/reference/sandbox-prices.ts'
import { provisionalLimits } from '../../core/users/provisional-limits.ts'
import { custodyLimits } from '../../providers/custody/custody-limits.ts'
import { venueLimits } from '../../providers/venue/venue-limits.ts'
import { fileLimits } from '../files/file-limits.ts'
import { sweepFiles } from '../files/sweep-files.ts'
import { checkLedger, extendChain, sealChain } from './audit-ledger.ts'
import { forgetExpired } from './forget-expired.ts'
import { addPartitions, detachPartitions } from './keep-partitions.ts'
import { untilCalm } from './lanes/give-way.ts'
import { retryGivenUp } from './lanes/given-up.ts'
export type Periodic = Readonly<{
  name: string
  everyMs: number
  /** The interval while no requests come. */
  quietEveryMs?: number
  /** The interval in a sandbox, whose emulators run on faster time, while requests come. */
  sandboxEveryMs?: number
  /** Whether there is anything to do: the job then runs at its interval, else not at all. */
  hasWork?: RawBuilder<boolean>
  /** The share of the time that it may run at most: a longer run is followed by a longer pause. */
  share?: number
  /** Also runs on nodes that do not lead. */
  onEveryNode?: boolean
  run: (ctx: Context) => Promise<unknown>
}>

/** The periodic jobs that every service has. */
export const periodicJobs: readonly Periodic[] = [
  {
    name: 'roll up house balances',
    everyMs: ledgerLimits.rollUpEveryMs,
    hasWork: hasNewMoves,
    run: (ctx) => rollUpHouse(ctx.db),
  },
  {
    name: 'close times of the ledger',
    everyMs: ledgerLimits.closeEveryMs,
    quietEveryMs: ledgerLimits.quietCloseEveryMs,
    run: async (ctx) => {
      await closeTimes(ctx.db)
      await addCheckpoints(ctx.patientDb)
    },
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
    name: 'link postings',
    everyMs: ledgerLimits.linkEveryMs,
    hasWork: hasUnlinked,
    run: extendChain,
  },
  {
    name: 'seal the ledger',
    everyMs: ledgerLimits.sealEveryMs,
    hasWork: hasUnsealedDay,
    run: sealChain,
  },
  {
    name: 'check supply caps',
    everyMs: ledgerLimits.supplyEveryMs,
    quietEveryMs: ledgerLimits.quietSupplyEveryMs,
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
    quietEveryMs: venueLimits.quietPricesEveryMs,
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
    hasWork: sql`(${hasListingWork} or ${hasClosedOrders})`,
    run: applyListings,
  },
  {
    name: 'settle orders',
    everyMs: tradingLimits.dueEveryMs,
    hasWork: hasDueOrders,
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
    hasWork: hasUnconfirmedFills,
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
    hasWork: hasNotedDust,
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
    hasWork: hasDueRegistrations,
    run: pollRegistrations,
  },
  {
    name: 'draw yearly reports',
    everyMs: carfLimits.everyMs,
    hasWork: hasCarfDrawing,
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
    quietEveryMs: refundLimits.quietEveryMs,
    run: lookUpRefunds,
  },
  {
    name: 'poll unpaid QR codes',
    everyMs: pollingLimits.everyMs,
    hasWork: hasDueCodes,
    run: pollQrCodes,
  },
  {
    name: 'poll unpaid payd orders',
    everyMs: pollingLimits.everyMs,
    hasWork: hasOpenPaydOrders,
    run: pollPaydOrders,
  },
  {
    name: 'poll completed payouts',
    everyMs: pollingLimits.everyMs,
    hasWork: hasDuePayouts,
    run: pollPayouts,
  },
  {
    name: 'settle withdrawals',
    everyMs: withdrawalLimits.settleEveryMs,
    hasWork: hasDueWithdrawals,
    run: settleDueWithdrawals,
  },
  {
    name: reconcileJob,
    everyMs: reconciliationLimits.everyMs,
    sandboxEveryMs: reconciliationLimits.sandboxEveryMs,
    run: reconcile,
  },
  {
    name: 'prove liabilities',
    everyMs: proofLimits.everyMs,
    hasWork: hasProofWork,
    run: (ctx) => drawProof(ctx, () => untilCalm(ctx)),
  },
  {
    name: countJob,
    everyMs: overviewLimits.countEveryMs,
    sandboxEveryMs: overviewLimits.countSandboxEveryMs,
    run: countDays,
  },
  {
    name: 'write event files',
    everyMs: eventLimits.filesEveryMs,
    run: (ctx) => writeEventFiles(ctx),
  },
  {
    name: 'apply guarded changes',
    everyMs: proposalLimits.everyMs,
    hasWork: hasEndingChanges,
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
