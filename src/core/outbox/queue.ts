import { z } from 'zod'
import { currentSpan } from '../../base/tracing.ts'
import { chunks } from '../../base/values/chunks.ts'
import { signalOnCommit, type Tx } from '../database/database.ts'
import { jobLimits } from './job-limits.ts'
import { insertJobs } from './jobs.sql.ts'
import { ownWorkerOf } from './own-jobs.ts'

/** Jobs of one lane wait for each other; lanes do not. */
export type LaneName = keyof typeof jobLimits.lanes

type Place = Readonly<{ lane: LaneName; priority: number }>

const urgent: Place = { lane: 'urgent', priority: -10 }
const money: Place = { lane: 'money', priority: 0 }
const deliveries: Place = { lane: 'deliveries', priority: 10 }

/**
 * The jobs that follow a commit; each takes a list and retries the items that failed. The urgent
 * lane's jobs are first in the queue, so that fetching them need not search a long queue.
 */
const jobPlaces = {
  announce: { lane: 'notices', priority: 5 },
  'answer-inquiries': deliveries,
  'cancel-orders': money,
  'confirm-payments': money,
  'confirm-payouts': money,
  deliver: deliveries,
  'invite-operators': urgent,
  'mail-alerts': urgent,
  'mail-asked': urgent,
  'send-urgent-mails': urgent,
  'send-withdrawals': money,
} as const satisfies Readonly<Record<string, Place>>

export type DeliveryJob = keyof typeof jobPlaces

const lanes: ReadonlyMap<string, LaneName> = new Map(
  Object.entries(jobPlaces).map(([job, { lane }]) => [job, lane]),
)

/** Returns the lane of a job; undefined if there is no such job. */
export const laneOf = (job: string): LaneName | undefined => lanes.get(job)

/** The signal that a lane has new jobs. */
export const signalOf = (lane: LaneName): string => `jobs of ${lane}`

/** Enqueues deliveries as jobs of a bounded size; enqueues no job without items. */
export function enqueueDeliveries(
  tx: Tx,
  job: 'deliver' | 'mail-alerts' | 'send-urgent-mails',
  items: readonly unknown[],
): void {
  enqueueLists(tx, job, [...chunks(items, jobLimits.deliveriesPerJob)])
}

/**
 * Enqueues deliveries of new notices. This process makes them itself right after the commit if it
 * has room, which saves the fetch.
 */
export function enqueueNewDeliveries(tx: Tx, items: readonly unknown[]): void {
  const worker = ownWorkerOf(tx)
  if (worker === null || items.length === 0 || items.length > jobLimits.deliveriesPerJob) {
    enqueueDeliveries(tx, 'deliver', items)
    return
  }
  const { name: lockedBy, take } = worker
  const { priority } = jobPlaces.deliver
  const trace = currentSpan()?.traceparent ?? null
  insertJobs(tx, { job: 'deliver', priority, lists: [items], afterMs: 0, lockedBy }, (rows) => {
    for (const stored of StoredJobs.parse(rows)) take({ ...stored, items, trace })
  })
}

const StoredJobs = z.array(z.object({ id: z.string(), at: z.date() }))

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
  const { lane, priority } = jobPlaces[job]
  insertJobs(tx, { job, priority, lists, afterMs })
  if (afterMs === 0) signalOnCommit(tx, signalOf(lane))
}
