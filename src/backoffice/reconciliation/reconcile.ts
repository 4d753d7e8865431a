import type { Context } from '../../context.ts'
import { asLeader, type Term } from '../../core/database/cluster/leader.ts'
import type { Tx } from '../../core/database/database.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { findOverdue, writeCompared } from './books.sql.ts'
import { type BreakKind, type BreakProvider, breakAlert } from './break.rules.ts'
import { noteBreaks, takeAlerts } from './breaks.sql.ts'
import { compareBalances } from './compare-balances.ts'
import { compareSilentOrders, compareWithdrawals, type Looked } from './compare-movements.ts'
import { compareVenue } from './compare-venue.ts'
import { writeComparisons } from './comparisons.sql.ts'
import { reconciliationLimits } from './reconciliation-limits.ts'
import { stopForBreaks } from './stop-withdrawals.ts'

export type ReconcileContext = Pick<
  Context,
  'clock' | 'custody' | 'db' | 'leadership' | 'payd' | 'payx' | 'venue'
>

/** These kinds skip the grace period: they imply an age already, or are wrong at any age. */
const reportedAtOnce: readonly BreakKind[] = ['sent-twice', 'withdrawal-overdue', 'hold-overdue']

const overdueKinds: readonly BreakKind[] = [
  'withdrawal-overdue',
  'withdrawal-in-doubt',
  'hold-overdue',
]

/**
 * Compares our books with the providers' and stores the differences. If a provider does not report
 * now, its earlier breaks stay open. Movements in progress often cause short differences, so
 * operators are alerted only after a grace period, and daily while a break stays open.
 *
 * @transactions each comparison is stored separately; providers are called in between.
 */
export async function reconcile(ctx: ReconcileContext): Promise<void> {
  const term = ctx.leadership.current()
  if (term === null) return
  for (const custodian of ['custody', 'payx', 'venue'] as const) {
    const found =
      custodian === 'venue' ? await compareVenue(ctx) : await compareBalances(ctx, custodian)
    if (found !== null) {
      await note(ctx, term, async (tx) => {
        await noteBreaks(tx, found.scope, found.differences)
        await writeComparisons(tx, custodian, found.compared)
      })
    }
  }
  const withdrawals = await compareWithdrawals(ctx)
  await note(ctx, term, async (tx) => {
    await noteLooked(tx, 'custody', ['transfer', 'sent-twice'], withdrawals)
    await noteLooked(tx, 'payx', ['transfer', 'sent-twice'], withdrawals)
    await writeCompared(tx, 'withdrawal', withdrawals.map(resultOf))
  })
  const orders = await compareSilentOrders(ctx)
  await note(ctx, term, async (tx) => {
    await noteLooked(tx, 'payd', ['payment'], orders)
    await writeCompared(tx, 'payd-order', orders.map(resultOf))
  })
  const overdue = await findOverdue(ctx.db, {
    ...reconciliationLimits,
    most: reconciliationLimits.overdueItems,
  })
  await note(ctx, term, async (tx) => {
    // A list that is full may lack others that are still overdue.
    const kinds = overdueKinds.filter(
      (kind) =>
        overdue.filter((one) => one.kind === kind).length < reconciliationLimits.overdueItems,
    )
    await noteBreaks(tx, { provider: 'house', kinds, subjects: null }, overdue)
    const due = await takeAlerts(
      tx,
      reconciliationLimits.graceMs,
      reportedAtOnce,
      reconciliationLimits.alerts,
    )
    enqueueAll(tx, due.map(breakAlert))
    await stopForBreaks(tx, reconciliationLimits.graceMs)
  })
}

async function note(
  { db }: Pick<Context, 'db'>,
  { epoch }: Term,
  write: (tx: Tx) => Promise<void>,
): Promise<void> {
  await asLeader(db, epoch, async (tx) => {
    await write(tx)
  })
}

const resultOf = ({ reference, difference }: Looked) => ({ reference, agrees: difference === null })

const noteLooked = (
  tx: Tx,
  provider: BreakProvider,
  kinds: readonly BreakKind[],
  looked: readonly Looked[],
): Promise<void> =>
  noteBreaks(
    tx,
    { provider, kinds, subjects: looked.map(({ reference }) => reference) },
    looked.flatMap(({ difference }) => (difference?.provider === provider ? [difference] : [])),
  )
