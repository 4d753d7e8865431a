import type { Tx } from '../../core/database/database.ts'
import type { ApplyContext } from '../../core/inbox/callback.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { Notice, OperatorNotice } from '../../core/outbox/notices.ts'
import { type Payment, reportKey } from './payment-report.rules.ts'
import { recordReports, reopenReports } from './payment-reports.sql.ts'
import type { Suspended } from './suspended.rules.ts'
import { insertSuspense } from './suspense.sql.ts'

/**
 * The outcome of an event without a payment to book, the alert about it, and what it reports as
 * received, if that goes to suspense in words.
 */
export type NoPayment = Readonly<{
  outcome: string
  alert: Notice | null
  suspended?: Suspended
}>

/** A payment that goes to suspense in words, with an alert. */
export type UnusablePayment = NoPayment & Readonly<{ suspended: Suspended; alert: OperatorNotice }>

type Take<Paid, Ahead> = (
  tx: Tx,
  payments: readonly Paid[],
  ctx: ApplyContext,
  ahead?: Promise<Ahead>,
) => Promise<readonly string[]>

type Book<Paid> = (tx: Tx, payments: readonly Paid[]) => Promise<readonly string[]>

/**
 * The effects of a kind of event that reports payments: `take` handles the payments of new events.
 * A redelivered event reopens reports that ended without a payment, because the provider's records
 * may differ by now.
 */
export function paymentEvents<Event, Paid extends Payment, Ahead = never>(
  read: (event: Event) => Paid | NoPayment,
  take: Take<Paid, Ahead>,
) {
  const paymentsIn = (events: readonly (Paid | NoPayment)[]) =>
    events.flatMap((one) => ('outcome' in one ? [] : [one]))
  return {
    apply: async (
      tx: Tx,
      events: readonly Event[],
      ctx: ApplyContext,
      ahead?: Promise<Ahead>,
    ): Promise<readonly string[]> => {
      const all = events.map(read)
      const outcomes = (await take(tx, paymentsIn(all), ctx, ahead)).values()
      const alerts = all.flatMap((one) =>
        'outcome' in one && one.alert !== null ? [one.alert] : [],
      )
      const suspended = all.flatMap((one) =>
        'outcome' in one && one.suspended !== undefined ? [one.suspended] : [],
      )
      await insertSuspense(tx, suspended)
      enqueueAll(tx, alerts)
      return all.map((one) =>
        'outcome' in one ? one.outcome : (outcomes.next().value ?? 'repeated'),
      )
    },
    onRedelivery: (tx: Tx, events: readonly Event[]): Promise<void> =>
      reopenReports(tx, paymentsIn(events.map(read))),
  }
}

type Taking<Paid> = Readonly<{
  isBelieved: (payment: Paid) => boolean
  book: Book<Paid>
  /** The pause before the job. */
  pauseMs?: number
}>

/**
 * Books the payments that are believed without a query, and records the others for a job to
 * confirm; returns an outcome for each.
 */
export async function takePayments<Paid extends Payment>(
  tx: Tx,
  payments: readonly Paid[],
  { isBelieved, book, pauseMs = 0 }: Taking<Paid>,
): Promise<readonly string[]> {
  const booked = (await book(tx, payments.filter(isBelieved))).values()
  const reported = await recordReports(
    tx,
    payments.filter((payment) => !isBelieved(payment)),
    { pauseMs },
  )
  return payments.map((payment) => {
    if (isBelieved(payment)) return booked.next().value ?? 'repeated'
    return reported.has(reportKey(payment)) ? 'reported' : 'repeated'
  })
}
