import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Database, Reader, Tx } from '../../core/database/database.ts'
import { sendRows } from '../../core/database/driver/insert.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { msInterval } from '../../core/database/driver/times.sql.ts'
import { jobLimits } from '../../core/outbox/job-limits.ts'
import type { ProviderState } from '../../providers/health.ts'
import type { JobRun } from './job-runs.ts'

export type Node = Readonly<{
  node: string
  url: string
  version: string
  startedAt: Date
  epoch: number | null
  providers: readonly ProviderState[]
}>

/** Sends a node's own row. */
export function writeNode(tx: Tx, node: Node): void {
  const { startedAt: started_at, ...facts } = node
  sendRows(tx, 'nodes', [{ ...facts, started_at }], {
    computed: { seen_at: sql`now()` },
    unique: ['node'],
    replace: {},
  })
}

/** Deletes the rows of nodes that are gone for long. */
export async function deleteGoneNodes({ read }: Pick<Database, 'read'>): Promise<void> {
  await sql`
    delete from nodes
    where seen_at < now() - ${msInterval(jobLimits.nodeKeptMs)}`.execute(read)
}

/** Sends the last runs of a node's jobs. */
export function writeRuns(tx: Tx, node: string, runs: readonly JobRun[]): void {
  const records = runs.map((run) => ({
    job: run.job,
    node,
    every_ms: run.everyMs,
    started_at: run.startedAt,
    took_ms: run.tookMs,
    failures: run.failures,
    succeeded_at: run.succeededAt,
    failed_at: run.failedAt,
    error: run.error,
  }))
  sendRows(tx, 'periodic_runs', records, {
    orderBy: ['job'],
    unique: ['job'],
    replace: {
      // A node that took the job over does not know of earlier runs.
      succeeded_at: sql`coalesce(excluded.succeeded_at, stored.succeeded_at)`,
      failed_at: sql`coalesce(excluded.failed_at, stored.failed_at)`,
    },
  })
}

const Requests = z.array(z.object({ job: z.string(), askedMs: z.int() }))

/**
 * Returns for each condition whether it holds, and the requests of operators to run a job now, with
 * their times in milliseconds.
 */
export async function findWork(db: Reader, conditions: readonly RawBuilder<boolean>[]) {
  const [found] = await readRows(db, { work: z.array(z.boolean()), requests: Requests })`
    select array[${sql.join(conditions)}]::boolean[] as work,
      (select coalesce(json_agg(json_build_object(
          'job', job, 'askedMs', (extract(epoch from asked_at) * 1000)::bigint)), '[]')
        from run_requests where asked_at > now() - interval '1 hour') as requests`
  return found ?? { work: [], requests: [] }
}
