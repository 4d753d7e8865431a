import { sql } from 'kysely'
import { slices } from '../base/slices.ts'
import { send, type Tx } from '../database/database.ts'
import type { Notice } from './notices.ts'

/** What is announced is seen in the app at once, so it never waits behind mails. */
const priorities: { readonly [Job in DeliveryJob]: number } = {
  announce: 0,
  'cancel-orders': 0,
  'confirm-payments': 0,
  'send-withdrawals': 5,
  'submit-reports': 10,
  'send-pushes': 10,
  'push-to-devices': 10,
  'mail-asked': 20,
  'send-mails': 20,
}

/** The names of the jobs that follow a commit; each takes a list and retries what failed of it. */
export type DeliveryJob =
  | 'announce'
  | 'cancel-orders'
  | 'confirm-payments'
  | 'mail-asked'
  | 'push-to-devices'
  | 'send-mails'
  | 'send-pushes'
  | 'send-withdrawals'
  | 'submit-reports'

/**
 * Enqueues notices in the transaction whose facts they tell, as one job for all of them: what is
 * not committed is never told, and what is committed is told at least once.
 */
export function enqueueAll(tx: Tx, notices: readonly Notice[]): void {
  if (notices.length > 0) enqueueJob(tx, 'announce', notices)
}

/** Deliveries a job makes at most: small enough that a crash repeats few of them. */
const deliveriesPerJob = 25

/** Enqueues deliveries as jobs of a bounded size; none make no job. */
export function enqueueDeliveries(
  tx: Tx,
  job: 'push-to-devices' | 'send-mails' | 'send-pushes' | 'submit-reports',
  items: readonly unknown[],
): void {
  for (const some of slices(items, deliveriesPerJob)) enqueueJob(tx, job, some)
}

export function enqueueJob(tx: Tx, job: DeliveryJob, items: readonly unknown[]): void {
  send(
    tx,
    sql`
    select graphile_worker.add_job(
      ${job}::text,
      payload => ${JSON.stringify(items)}::json,
      priority => ${priorities[job]}::int
    )`,
  )
}
