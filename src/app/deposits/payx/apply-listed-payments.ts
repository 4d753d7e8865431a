import type { LRUCache } from 'lru-cache'
import type { Context } from '../../../context.ts'
import { asLeader } from '../../../core/database/cluster/leader.ts'
import type { Tx } from '../../../core/database/database.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { plain } from '../../../providers/outbound.ts'
import type { ListedPayment } from '../../../providers/payx/transactions.ts'
import { togetherOrApart } from '../../transfers/together-or-apart.ts'
import { findRecorded } from '../cash-deposits.sql.ts'
import { paymentListLimits } from '../deposit-limits.ts'
import { type OpenReport, reportKey, type Verdict } from '../payment-report.rules.ts'
import { findReportStates, lockOpenReports, recordReports } from '../payment-reports.sql.ts'
import { settleReports } from '../settle-reports.ts'
import { fromList, paidAmount } from './paid-amount.rules.ts'
import type { PayxPayment, Unconfirmed, UnconfirmedPayment } from './unconfirmed.ts'

export type ApplyListContext = Pick<Context, 'clock' | 'db' | 'log'>

type Listed = Readonly<{ id: string; createdAtMs: number; payment: PayxPayment }>

/**
 * Listed payments that need no statement more, by the id of the listing: `booked` ones were found
 * in our books, `confirmed` ones only in memory, so a deep read looks for them in the books.
 */
export type SeenListings = LRUCache<string, 'booked' | 'confirmed'>

export type ApplyingList = Readonly<{
  epoch: number
  unconfirmed: Unconfirmed
  seen: SeenListings
  isDeep: boolean
}>

/**
 * Confirms the payments of a page that were credited on a message alone, and books reported ones
 * that wait, also those that payx is asked about. A payment that no callback reported in time is
 * recorded as a report: payx is asked about it by its own id before it is booked. If the page
 * fails, each payment is applied by itself; of one that fails alone operators are alerted. Returns
 * whether it saw all of them before.
 *
 * @transactions if the page fails, its payments are applied or set aside one by one.
 */
export async function applyListedPayments(
  ctx: ApplyListContext,
  page: readonly ListedPayment[],
  applying: ApplyingList,
): Promise<boolean> {
  const wereSeen = await togetherOrApart(
    page,
    (some) => applyTogether(ctx, some, applying),
    (one, cause) => setAside(ctx, one, applying, cause),
  )
  return wereSeen ?? false
}

/** Alerts operators of a payment that cannot be recorded, once. */
async function setAside(
  { db, log }: ApplyListContext,
  { id }: ListedPayment,
  { epoch, seen }: ApplyingList,
  cause: unknown,
): Promise<void> {
  log.error({ err: cause, id }, 'a payment in the list of payx failed on its own and was skipped')
  await asLeader(db, epoch, (tx) =>
    enqueueAll(tx, [
      {
        to: 'operator',
        kind: 'payment-not-confirmed',
        key: `payment-unrecorded:payx:${plain(id)}`,
        severity: 'critical',
        subject: `payx lists a payment that could not be recorded: ${plain(id)}`.slice(0, 300),
        data: { payment: plain(id) },
      },
    ]),
  )
  seen.set(id, 'booked')
}

async function applyTogether(
  ctx: ApplyListContext,
  page: readonly ListedPayment[],
  { epoch, unconfirmed, seen, isDeep }: ApplyingList,
): Promise<boolean> {
  const isSeen = (id: string) => (isDeep ? seen.get(id) === 'booked' : seen.has(id))
  const listed = page.filter(({ id }) => !isSeen(id)).flatMap(readListed)
  const others = listed.filter(({ id, payment }) => {
    const released = unconfirmed.release(payment)
    const isConfirmed = released?.isAsked === false
    if (isConfirmed) seen.set(id, 'confirmed')
    return !isConfirmed
  })
  if (others.length === 0) return listed.length === 0
  const lostBeforeMs = ctx.clock.now().getTime() - paymentListLimits.lostMs
  const known = await asLeader(ctx.db, epoch, async (tx) => {
    const recorded = await findRecorded(
      tx,
      others.map(({ payment: { ref } }) => ({ provider: 'payx', ref })),
    )
    const missing = others.filter(({ payment: { ref } }) => !recorded.has(`payx:${ref}`))
    const reported = await bookReported(tx, others)
    const lost = missing.filter(
      ({ payment, createdAtMs }) => !reported.has(reportKey(payment)) && createdAtMs < lostBeforeMs,
    )
    await recordReports(
      tx,
      lost.map(({ payment }) => ({ ...payment, reference: fromList })),
    )
    return recorded
  })
  for (const { id, payment } of others) {
    if (known.has(`payx:${payment.ref}`)) seen.set(id, 'booked')
  }
  return false
}

/** Books those that a callback reported; returns the keys of all that are reported. */
async function bookReported(tx: Tx, listed: readonly Listed[]): Promise<ReadonlySet<string>> {
  const byKey = new Map(listed.map(({ payment }) => [reportKey(payment), payment]))
  const open = await lockOpenReports(tx, [...byKey.values()])
  await settleReports(
    tx,
    open.flatMap((report) => {
      const verdict = verdictOf(report, byKey.get(reportKey(report)))
      return verdict === null ? [] : [{ report, verdict }]
    }),
  )
  return new Set(open.map(reportKey))
}

/**
 * Returns null if payx must be asked about the payment itself: because the account is at another
 * bank than reported, or because only the list names it.
 */
function verdictOf(report: OpenReport, payment: PayxPayment | undefined): Verdict | null {
  if (payment === undefined || report.reference === fromList) return null
  if (payment.method === 'VA' && payment.bankCode !== report.bankCode) return null
  return { kind: 'paid', payment }
}

function readListed(listed: ListedPayment): readonly Listed[] {
  const { id, createdAtMs, payment: found, isUnreadable = false } = listed
  const unreadable = `payx lists ${plain(id)} in a form that cannot be read`
  if (isUnreadable) throw new Error(unreadable)
  if (found === null) return []
  const paid = paidAmount(found.amount)
  if (paid === null) throw new Error(unreadable)
  const { method, ref, externalId, accountNumber, channelCode: bankCode } = found
  const payment: PayxPayment =
    method === 'VA'
      ? { method, ref, account: accountNumber ?? externalId, bankCode, ...paid }
      : { method, ref, account: externalId, bankCode, paidAt: new Date(createdAtMs), ...paid }
  return [{ id, createdAtMs, payment }]
}

/** Releases the payments that payx confirmed when it was asked, or that were not credited. */
export async function releaseDecided(tx: Tx, unconfirmed: Unconfirmed): Promise<void> {
  const asked = unconfirmed.asked().slice(-paymentListLimits.askedStates)
  if (asked.length === 0) return
  const payments = asked.map(({ payment }) => payment)
  const states = await findReportStates(tx, payments)
  const recorded = await findRecorded(
    tx,
    payments.map(({ ref }) => ({ provider: 'payx', ref })),
  )
  for (const one of asked) decide(unconfirmed, one, states.get(reportKey(one.payment)), recorded)
}

function decide(
  unconfirmed: Unconfirmed,
  one: UnconfirmedPayment,
  state: string | undefined,
  recorded: Awaited<ReturnType<typeof findRecorded>>,
): void {
  const { payment } = one
  const isCredited = recorded.get(`payx:${payment.ref}`)?.amount === payment.amount.units
  // The transaction that recorded the report was rolled back.
  if (state === undefined) one.isAsked = false
  else if (state === 'BOOKED' || !isCredited) unconfirmed.release(payment)
}
