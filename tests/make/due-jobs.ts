import { sql } from 'kysely'
import type { Database } from '../../src/core/database/database.ts'
import { type LaneName, signalOf } from '../../src/core/outbox/queue.ts'
import { eventually } from '../harness.ts'

/**
 * Makes jobs due that pause or that failed, without counting their attempts, and wakes the lanes,
 * which otherwise look for due jobs every two seconds.
 */
export async function hurryJobs(db: Database): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now(), attempts = 0
    where run_at > now() and locked_at is null`.execute(db.read)
  for (const lane of lanes) db.signals.emit(signalOf(lane))
}

const lanes: readonly LaneName[] = ['urgent', 'money', 'notices', 'deliveries']

/** Polls until true, and makes jobs that pause run at once meanwhile. */
export const hurried = <Seen>(
  db: Database,
  what: string,
  look: () => Promise<Seen | null | undefined | false>,
): Promise<Seen> =>
  eventually(what, async () => {
    await hurryJobs(db)
    return look()
  })
