import { z } from 'zod'
import { orderHolds } from '../../app/trading/order-model/orders.sql.ts'
import { withdrawalHolds } from '../../app/withdrawals/model/withdrawals.sql.ts'
import type { Context } from '../../context.ts'
import {
  type AuditScope,
  auditLedger,
  type Breach,
  type HoldOwner,
} from '../../core/ledger/audit.ts'
import { linkPostings } from '../../core/ledger/chain/link-postings.ts'
import { sealDays } from '../../core/ledger/chain/seal-days.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { deactivateWallet } from '../../core/reference/wallet-flags.sql.ts'

/** The owners of frozen money, each declared by the feature that freezes it. */
const holdOwners: readonly HoldOwner[] = [withdrawalHolds, orderHolds]

/**
 * Audits the ledger. A breach stops withdrawals and alerts operators; credits go on, so that
 * incoming money is not lost.
 */
export async function checkLedger(
  ctx: Pick<Context, 'db' | 'patientDb' | 'clock' | 'log'>,
  scope: AuditScope,
): Promise<readonly Breach[]> {
  const breaches = await auditLedger({ db: ctx.patientDb, clock: ctx.clock }, scope, holdOwners)
  await reportBreaches(ctx, breaches)
  return breaches
}

/** Adds committed postings to the chain. */
export async function extendChain(ctx: Pick<Context, 'db' | 'clock' | 'leadership'>) {
  const term = ctx.leadership.current()
  if (term !== null) await linkPostings(ctx, term.epoch)
}

/** Checks and seals the links of each day that is over. */
export async function sealChain(
  ctx: Pick<Context, 'config' | 'db' | 'patientDb' | 'clock' | 'log' | 'leadership'>,
): Promise<void> {
  const term = ctx.leadership.current()
  if (term === null) return
  await sealDays(ctx.patientDb, ctx.config, term.epoch, (found) => reportBreaches(ctx, found))
}

async function reportBreaches(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  breaches: readonly Breach[],
): Promise<void> {
  if (breaches.length === 0) return
  ctx.log.fatal({ breaches }, 'the ledger is in breach; withdrawals are stopped')
  const day = ctx.clock.now().toISOString().slice(0, 10)
  await ctx.db.inTransaction(async (tx) => {
    await deactivateWallet(tx, 'WD', 'ledger breach')
    enqueueAll(
      tx,
      breaches.map(({ invariant, details }) => ({
        to: 'operator',
        kind: 'ledger-breach',
        key: `ledger-breach:${day}:${invariant.slice(0, 2)}:${placeOf(details)}`.slice(0, 300),
        severity: 'critical',
        subject: `Ledger breach: ${invariant}`,
        data: { invariant, details: JSON.stringify(details) },
      })),
    )
  })
}

const Place = z
  .object({
    user_id: z.unknown(),
    asset_id: z.unknown(),
    kind: z.unknown(),
    owner_kind: z.unknown(),
    owner_id: z.unknown(),
    hold: z.unknown(),
    link: z.unknown(),
  })
  .partial()

/** Identifies the place of a breach without its amount, which keeps changing. */
const placeOf = (details: unknown): string => JSON.stringify(Place.parse(details))
