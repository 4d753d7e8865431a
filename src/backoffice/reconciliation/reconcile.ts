import { isDeepStrictEqual } from 'node:util'
import { inTurn } from '../../base/concurrency/in-turn.ts'
import type { Context } from '../../context.ts'
import { asLeader } from '../../core/database/cluster/leader.ts'
import type { Tx } from '../../core/database/database.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { type Custodian, findOverdue, readOpenings, writeCompared } from './books.sql.ts'
import { type BreakKind, type BreakProvider, breakAlert } from './break.rules.ts'
import { lockBalanceBreaks, noteBreaks, takeAlerts } from './breaks.sql.ts'
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
 * @transactions each comparison is stored separately, so that one failure keeps no other from being
 * made; providers are called in between.
 */
export async function reconcile(ctx: ReconcileContext): Promise<void> {
  const term = ctx.leadership.current()
  if (term === null) return
  const note: Note = (write) => asLeader(ctx.db, term.epoch, write)
  const parts = [
    () => noteBalances(ctx, 'custody', note),
    () => noteBalances(ctx, 'payx', note),
    () => noteBalances(ctx, 'venue', note),
    () => noteWithdrawals(ctx, note),
    () => noteSilentOrders(ctx, note),
    () => noteOverdue(ctx, note),
    () => note(alertAndStop),
  ]
  await inTurn(parts, (part) => part())
}

/** Stores what a comparison found, while this node still leads. */
type Note = (write: (tx: Tx) => Promise<void>) => Promise<void>

/**
 * Stores nothing if operators booked a part of a break as the house's own since the comparison
 * began: the old difference would invite them to book it twice. They requested another comparison.
 */
async function noteBalances(
  ctx: ReconcileContext,
  custodian: Custodian | 'venue',
  note: Note,
): Promise<void> {
  const found =
    custodian === 'venue' ? await compareVenue(ctx) : await compareBalances(ctx, custodian)
  if (found === null) return
  await note(async (tx) => {
    await lockBalanceBreaks(tx, custodian)
    const openings = (await readOpenings(tx, custodian)) ?? new Map()
    if (!isDeepStrictEqual(openings, found.openings)) return
    await noteBreaks(tx, found.scope, found.differences)
    await writeComparisons(tx, custodian, found.compared)
  })
}

async function noteWithdrawals(ctx: ReconcileContext, note: Note): Promise<void> {
  const withdrawals = await compareWithdrawals(ctx)
  await note(async (tx) => {
    await noteLooked(tx, 'custody', ['transfer', 'sent-twice'], withdrawals)
    await noteLooked(tx, 'payx', ['transfer', 'sent-twice'], withdrawals)
    await writeCompared(tx, 'withdrawal', withdrawals.map(resultOf))
  })
}

async function noteSilentOrders(ctx: ReconcileContext, note: Note): Promise<void> {
  const orders = await compareSilentOrders(ctx)
  await note(async (tx) => {
    await noteLooked(tx, 'payd', ['payment'], orders)
    await writeCompared(tx, 'payd-order', orders.map(resultOf))
  })
}

async function noteOverdue({ db }: ReconcileContext, note: Note): Promise<void> {
  const most = reconciliationLimits.overdueItems
  const overdue = await findOverdue(db, { ...reconciliationLimits, most })
  // A list that is full may lack others that are still overdue.
  const kinds = overdueKinds.filter(
    (kind) => overdue.filter((one) => one.kind === kind).length < most,
  )
  await note((tx) => noteBreaks(tx, { provider: 'house', kinds, subjects: null }, overdue))
}

async function alertAndStop(tx: Tx): Promise<void> {
  const { graceMs, alerts } = reconciliationLimits
  const due = await takeAlerts(tx, graceMs, reportedAtOnce, alerts)
  enqueueAll(tx, due.map(breakAlert))
  await stopForBreaks(tx, graceMs)
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
