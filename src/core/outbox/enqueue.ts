import { chunks } from '../../base/values/chunks.ts'
import { type Tx, tellOnCommit } from '../database/database.ts'
import { jobLimits } from './job-limits.ts'
import { insertJobs, jobsChannel } from './jobs.sql.ts'
import type { Notice } from './notices.ts'

/**
 * The order within each lane of `jobs/worker.ts`; lanes do not wait for each other. The urgent
 * lane's jobs are first in the queue, so that fetching them need not search a long queue.
 */
const priorities: { readonly [Job in DeliveryJob]: number } = {
  'answer-inquiries': 10,
  'invite-operators': -10,
  'mail-alerts': -10,
  'mail-asked': -10,
  'send-urgent-mails': -10,
  'cancel-orders': 0,
  'confirm-payments': 0,
  'confirm-payouts': 0,
  'send-withdrawals': 0,
  announce: 5,
  'submit-reports': 10,
  'push-to-devices': 10,
  'send-mails': 10,
}

/** The jobs that follow a commit; each takes a list and retries the items that failed. */
export type DeliveryJob =
  | 'announce'
  | 'answer-inquiries'
  | 'cancel-orders'
  | 'confirm-payments'
  | 'confirm-payouts'
  | 'invite-operators'
  | 'mail-alerts'
  | 'mail-asked'
  | 'push-to-devices'
  | 'send-mails'
  | 'send-urgent-mails'
  | 'send-withdrawals'
  | 'submit-reports'

/**
 * Enqueues notices in the transaction of the facts they report, as one job for all: nothing
 * uncommitted is announced, and everything committed is announced at least once. Mails about the
 * account itself are enqueued as urgent, since a user may be waiting for a link or a code. A
 * sign-in is both mailed at once and announced.
 */
export function enqueueAll(tx: Tx, notices: readonly Notice[]): void {
  const mails = notices.filter(isUrgent)
  if (mails.length > 0) enqueueJob(tx, 'send-urgent-mails', mails)
  const announced = notices.filter((notice) => notice.to === 'sign-in' || !isUrgent(notice))
  if (announced.length > 0) enqueueJob(tx, 'announce', announced)
}

const urgent: ReadonlySet<Notice['to']> = new Set(['mail', 'code-mail', 'sign-in'])
const isUrgent = ({ to }: Notice): boolean => urgent.has(to)

/** Enqueues deliveries as jobs of a bounded size; enqueues no job without items. */
export function enqueueDeliveries(
  tx: Tx,
  job: 'mail-alerts' | 'push-to-devices' | 'send-mails' | 'send-urgent-mails' | 'submit-reports',
  items: readonly unknown[],
): void {
  enqueueLists(tx, job, [...chunks(items, jobLimits.deliveriesPerJob)])
}

/** Enqueues one job for a list, to run at once or after a pause. */
export const enqueueJob = (
  tx: Tx,
  job: DeliveryJob,
  items: readonly unknown[],
  afterMs = 0,
): void => enqueueLists(tx, job, [items], afterMs)

function enqueueLists(
  tx: Tx,
  job: DeliveryJob,
  lists: readonly (readonly unknown[])[],
  afterMs = 0,
): void {
  if (lists.length === 0) return
  insertJobs(tx, { job, priority: priorities[job], lists, afterMs })
  if (afterMs === 0) tellOnCommit(tx, jobsChannel)
}
