import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '../../../base/clock.ts'
import { byIndex, connectDatabase, type Database, isTransient } from '../database.ts'
import { replicaLimits } from '../database-limits.ts'
import { codeOf, UnfitServer } from '../driver/errors.ts'
import { readRows } from '../driver/read-rows.ts'
import { UnfitDatabase } from './fit-database.ts'
import { systemIdentifier } from './server-run.ts'

/** Where reads that may be some seconds old went. */
export type ReadRoute = 'replica' | 'primary'

/** Routes reads that may be some seconds old. */
export type Replicas = Readonly<{
  /**
   * Runs `work` with a replica that lags less than five seconds, else with the primary; again with
   * the primary if the replica fails. `work` must have no effects but those of the transactions of
   * its database, which always run at the primary.
   */
  read: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>
  /** The reads so far, by where they went. */
  counts: () => ReadonlyMap<ReadRoute, number>
  /** The greatest age of what the replica shows now; null if it cannot be used. */
  lagMs: () => number | null
  close: () => Promise<void>
}>

/** Without replicas, every read goes to the primary. */
export const noReplicas = (primary: Database): Replicas => ({
  read: (work) => work(primary),
  counts: () => new Map(),
  lagMs: () => null,
  close: async () => undefined,
})

export type ReplicaOptions = Readonly<{
  /** The URL with `target_session_attrs` that accepts standbys. */
  url: string
  primary: Database
  clock: Clock
  log: Logger
}>

/** The connections to one server; another server has a lag of its own. */
type Replica = Readonly<{
  /** Reads from the replica, transactions at the primary. */
  db: Database
  readLagMs: () => Promise<number>
  close: () => Promise<void>
}>

export function startReplicas(options: ReplicaOptions): Replicas {
  const { primary } = options
  const counts = new Map<ReadRoute, number>()
  const count = (route: ReadRoute) => counts.set(route, (counts.get(route) ?? 0) + 1)
  const watch = watchReplica(options)

  return {
    read: async (work) => {
      const chosen = watch.choose()
      if (chosen === null) {
        count('primary')
        return work(primary)
      }
      try {
        const result = await work(chosen.db)
        count('replica')
        return result
      } catch (error) {
        const code = codeOf(error) ?? ''
        if (code === statementTimeout) throw error
        if (!isTransient(error) && !unfitStates.has(code)) throw error
        // A query that conflicts with replay, or a lost replica: the primary can still serve it.
        watch.doubt(chosen, error)
        count('primary')
        return work(primary)
      }
    },
    counts: () => counts,
    lagMs: watch.lagMs,
    close: watch.close,
  }
}

/**
 * Measures the lag of the replica each second. The leader's heartbeat commits each second, so the
 * time of the last commit that the replica replayed is the age of what it shows.
 */
function watchReplica(options: ReplicaOptions) {
  const { clock, log } = options
  const stopped = new AbortController()
  let replica: Replica | null = null
  /** When the replica showed the state of the primary, on this process's clock. */
  let shownMs: number | null = null

  const lagMs = () => (shownMs === null ? null : clock.monotonicMs() - shownMs)

  function drop(failed: Replica, error: unknown): void {
    if (replica !== failed) return
    log.warn({ err: error }, 'the replica cannot be used; reads go to the primary')
    replica = null
    shownMs = null
    failed.close().catch(() => undefined)
  }

  async function measure(): Promise<void> {
    if (stopped.signal.aborted) return
    replica ??= openReplica(options)
    const measured = replica
    const startedMs = clock.monotonicMs()
    try {
      const lag = await measured.readLagMs()
      if (replica === measured) shownMs = startedMs - lag
    } catch (error) {
      drop(measured, error)
    }
  }

  const measuring = (async () => {
    while (!stopped.signal.aborted) {
      await measure()
      await clock.sleep(replicaLimits.measureEveryMs, stopped.signal)
    }
  })()

  return {
    lagMs,
    /** The replica, unless it lags too much. */
    choose: () => ((lagMs() ?? replicaLimits.lagMs) < replicaLimits.lagMs ? replica : null),
    /** Examines the replica after a failed read. */
    doubt: (failed: Replica, error: unknown): void => {
      if (error instanceof UnfitServer) drop(failed, error)
      else void measure()
    },
    close: async () => {
      stopped.abort()
      await measuring
      await replica?.close()
    },
  }
}

/** The statement was too slow, which a second run at the primary would be too. */
const statementTimeout = '57014'

/** A statement that a standby cannot run, such as one on an unlogged table. */
const unfitStates: ReadonlySet<string> = new Set(['0A000', '55000'])

function openReplica({ url, primary, clock, log }: ReplicaOptions): Replica {
  let server: string | null = null
  const admit = async (client: pg.Client) => {
    const [{ id }] = Server.parse((await client.query(serverQuery)).rows)
    server ??= id
    // The lag of one standby says nothing about another one.
    if (id !== server) throw new UnfitServer('DATABASE_READ_URL leads to several servers')
  }
  const options = { url, log, clock, applicationName: 'tukar reads', admit }
  const { connections } = replicaLimits
  const reads = connectDatabase({ ...options, settings: byIndex, connections })
  const { inTransaction, isBusy, isWritable, pool } = primary
  // Reads that fill the other connections must not delay a measurement.
  const measuring = connectDatabase({ ...options, connections: 1 })
  return {
    db: { ...reads, inTransaction, isBusy, isWritable, pool, primary },
    readLagMs: () => readLagMs(measuring),
    close: async () => {
      await Promise.all([reads.close(), measuring.close()])
    },
  }
}

const Server = z.tuple([z.object({ id: z.string() })])

const serverQuery = `
  select concat_ws(' ', ${systemIdentifier}, inet_server_addr(), inet_server_port(),
    extract(epoch from pg_postmaster_start_time())) as id`

/** Throws if the server is not a standby any more, or replayed no commit since it started. */
async function readLagMs({ read }: Database): Promise<number> {
  const [row] = await readRows(read, { isStandby: 'boolean', lagMs: 'bigint?' })`
    select pg_is_in_recovery() as "isStandby", (1000 * extract(epoch from
      clock_timestamp() - pg_last_xact_replay_timestamp()))::bigint as "lagMs"`
  if (row?.isStandby !== true) throw new UnfitServer('the replica was promoted')
  if (row.lagMs === null) throw new UnfitServer('the replica replayed nothing yet')
  return Math.max(0, row.lagMs)
}

/**
 * Throws `UnfitDatabase` if the replica belongs to another PostgreSQL cluster than the primary. A
 * replica that cannot be reached is logged: reads go to the primary until it can.
 */
export async function checkReplica(url: string, primary: Database, log: Logger): Promise<void> {
  const replica = connectDatabase({ url, log, connections: 1 })
  try {
    const [here, there] = [await clusterOf(primary), await clusterOf(replica)]
    if (here !== there) throw new UnfitDatabase(otherCluster)
  } catch (error) {
    if (!isTransient(error)) throw error
    log.warn({ err: error }, 'the replica of DATABASE_READ_URL cannot be used now')
  } finally {
    await replica.close()
  }
}

const otherCluster =
  'DATABASE_READ_URL leads to another PostgreSQL cluster than DATABASE_URL. It must lead to a ' +
  'standby that replicates the primary physically.'

async function clusterOf({ read }: Database): Promise<string> {
  const [row] = await readRows(read, { cluster: 'text' })`
    select ${sql.raw(systemIdentifier)}::text as cluster`
  if (row === undefined) throw new Error('the database returned no identity')
  return row.cluster
}
