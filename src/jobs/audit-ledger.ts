import type { Context } from '../context.ts'
import { orderHolds } from '../features/trading/orders/orders.sql.ts'
import { withdrawalHolds } from '../features/transfers/withdrawals/withdrawals.sql.ts'
import { type AuditScope, auditLedger, type Breach, type HoldOwner } from '../ledger/audit.ts'
import { enqueueAll } from '../outbox/enqueue.ts'
import { deactivateWallet } from '../reference/wallet-flags.sql.ts'

/** What may hold frozen money, each told by the feature that freezes it. */
const holdOwners: readonly HoldOwner[] = [withdrawalHolds, orderHolds]

/**
 * Audits the ledger. A breach stops withdrawals and alerts the operators; credits go on, since a
 * ledger in doubt must not lose what comes in.
 */
export async function checkLedger(
  ctx: Pick<Context, 'db' | 'patientDb' | 'clock' | 'log'>,
  scope: AuditScope,
): Promise<readonly Breach[]> {
  const breaches = await auditLedger({ db: ctx.patientDb, clock: ctx.clock }, scope, holdOwners)
  if (breaches.length === 0) return breaches
  ctx.log.fatal({ breaches }, 'the ledger is in breach; withdrawals are stopped')
  const day = ctx.clock.now().toISOString().slice(0, 10)
  await ctx.db.inTransaction(async (tx) => {
    await deactivateWallet(tx, 'WD', 'ledger breach')
    enqueueAll(
      tx,
      breaches.map(({ invariant, details }) => ({
        to: 'operator',
        kind: 'ledger-breach',
        key: `ledger-breach:${day}:${invariant.slice(0, 2)}:${JSON.stringify(details)}`.slice(
          0,
          300,
        ),
        severity: 'critical',
        subject: `Ledger breach: ${invariant}`,
        data: { invariant, details: JSON.stringify(details) },
      })),
    )
  })
  return breaches
}
