import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Reader } from '../../core/database/database.ts'
import { insertRows } from '../../core/database/driver/insert.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
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

/** Writes a node's own row, and deletes those of nodes that are gone for long. */
export async function writeNode(db: Reader, node: Node): Promise<void> {
  const { startedAt: started_at, ...facts } = node
  await insertRows(db, 'nodes', [{ ...facts, started_at }], {
    computed: { seen_at: sql`now()` },
    unique: ['node'],
    replace: {},
  })
  await sql`
    delete from nodes
    where seen_at < now() - make_interval(secs => ${jobLimits.nodeKeptMs}::float8 / 1000)`.execute(
    db,
  )
}

export async function writeRuns(db: Reader, node: string, runs: readonly JobRun[]): Promise<void> {
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
  await insertRows(db, 'periodic_runs', records, {
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
