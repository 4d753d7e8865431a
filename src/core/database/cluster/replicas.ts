import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '../../../base/clock.ts'
import { withDeadline } from '../../../base/concurrency/deadline.ts'
import { connectDatabase, type Database, isTransient } from '../database.ts'
import { replicaLimits } from '../database-limits.ts'
import { codeOf, UnfitServer } from '../driver/errors.ts'
import { latest } from '../driver/latest.ts'
import { readRows } from '../driver/read-rows.ts'
import { UnfitDatabase } from './fit-database.ts'
import { systemIdentifier, timeline } from './server-run.ts'

/** Why a read went to the primary; `replica` if it did not. */
export type ReadRoute = 'replica' | 'behind' | 'away'

/** Where reads that decide nothing go. */
export type Replicas = Readonly<{
  /**
   * Runs `work` with a replica that shows every commit acknowledged before this call, by any node;
   * with the primary if no replica does in time, and again with the primary if the replica fails.
   * `work` must have no effects but those of the transactions of its database, which always run at
   * the primary unless `onlyReads` is set: then they run where the reads do, and must only read.
   */
  read: <Result>(
    work: (db: Database) => Promise<Result>,
    options?: Readonly<{ onlyReads?: boolean }>,
  ) => Promise<Result>
  /** The reads so far, by where they went and why. */
  counts: () => ReadonlyMap<ReadRoute, number>
  /** Bytes of the log that the replica had not replayed when it was last compared; null if away. */
  lagBytes: () => number | null
  close: () => Promise<void>
}>

/** Without replicas, every read goes to the primary. */
export const noReplicas = (primary: Database): Replicas => ({
  read: (work) => work(primary),
  counts: () => new Map(),
  lagBytes: () => null,
  close: async () => undefined,
})

export type ReplicaOptions = Readonly<{
  /** The URL with `target_session_attrs` that accepts standbys. */
  url: string
  primary: Database
  /** How long a read waits for the replica. */
  waitMs: number
  connections: number
  clock: Clock
  log: Logger
}>

/** Where a server's log ends, in bytes; positions of different timelines cannot be compared. */
type Position = Readonly<{ timeline: number; position: number }>

/** The connections to one server; another server has a position of its own. */
type Replica = Readonly<{
  db: Database
  /** Reads from the replica, transactions at the primary. */
  forEndpoints: Database
  position: () => Promise<Position>
  close: () => Promise<void>
}>

/**
 * Routes reads by positions of the write-ahead log. Each read takes the primary's position after it
 * arrived; reads that arrive together share one query. A commit is flushed before it is
 * acknowledged, so a replica that replayed that position shows it.
 */
export function startReplicas(options: ReplicaOptions): Replicas {
  const { primary } = options
  const counts = new Map<ReadRoute, number>()
  const choice = chooseReplica(options)
  const count = (route: ReadRoute) => counts.set(route, (counts.get(route) ?? 0) + 1)

  return {
    read: async (work, { onlyReads = false } = {}) => {
      const chosen = await choice.choose()
      if (typeof chosen === 'string') {
        count(chosen)
        return work(primary)
      }
      try {
        const result = await work(onlyReads ? chosen.db : chosen.forEndpoints)
        count('replica')
        return result
      } catch (error) {
        const code = codeOf(error) ?? ''
        if (code === statementTimeout) throw error
        if (!isTransient(error) && !unfitStates.has(code)) throw error
        // A query that conflicts with replay, or a lost replica: the primary can still serve it.
        chosen.position().catch((reason: unknown) => choice.drop(chosen, reason))
        count('away')
        return work(primary)
      }
    },
    counts: () => counts,
    lagBytes: choice.lagBytes,
    close: choice.close,
  }
}

function chooseReplica(options: ReplicaOptions) {
  const { primary, waitMs, clock, log } = options
  const flushed = latest(() => flushedPosition(primary))
  let replica: Replica | null = openReplica(options)
  let awayUntilMs = 0
  let behindUntilMs = 0
  let lag: number | null = null

  function drop(failed: Replica, error: unknown): void {
    if (replica !== failed) return
    log.warn({ err: error }, 'the replica cannot be used; reads go to the primary')
    replica = null
    lag = null
    awayUntilMs = clock.monotonicMs() + replicaLimits.retryMs
    failed.close().catch(() => undefined)
  }

  /** Returns the replica once it replayed what the primary has flushed by now. */
  async function choose(): Promise<Replica | 'behind' | 'away'> {
    const startedMs = clock.monotonicMs()
    if (replica === null && startedMs < awayUntilMs) return 'away'
    replica ??= openReplica(options)
    const chosen = replica
    // While it is behind, one read in a while looks whether it still is.
    if (startedMs < behindUntilMs) return 'behind'
    const wanted = await flushed()
    try {
      for (let pauseMs = 1; ; pauseMs *= 2) {
        const asked = chosen.position()
        asked.catch((error: unknown) => drop(chosen, error))
        const reached = await inTime(asked, startedMs + waitMs - clock.monotonicMs())
        if (reached === null) break
        if (reached.timeline !== wanted.timeline) {
          throw new UnfitServer('the replica follows another timeline than the primary')
        }
        lag = Math.max(0, wanted.position - reached.position)
        if (lag === 0) return chosen
        if (clock.monotonicMs() - startedMs + pauseMs > waitMs) break
        await clock.sleep(pauseMs)
      }
    } catch (error) {
      drop(chosen, error)
      return 'away'
    }
    behindUntilMs = clock.monotonicMs() + replicaLimits.behindMs
    return 'behind'
  }

  return {
    choose,
    drop,
    lagBytes: () => lag,
    close: async () => {
      await replica?.close()
    },
  }
}

/** Null if the result does not come within `ms`. */
const inTime = <Result>(result: Promise<Result>, ms: number): Promise<Result | null> =>
  withDeadline(
    Math.max(1, ms),
    (late) =>
      new Promise((resolve, reject) => {
        late.addEventListener('abort', () => resolve(null))
        result.then(resolve, reject)
      }),
  )

/** The statement was too slow, which a second run at the primary would be too. */
const statementTimeout = '57014'

/** A statement that a standby cannot run: an unlogged table, a position of a primary. */
const unfitStates: ReadonlySet<string> = new Set(['0A000', '55000'])

function openReplica({ url, primary, connections, clock, log }: ReplicaOptions): Replica {
  let server: string | null = null
  const admit = async (client: pg.Client) => {
    const [{ id }] = Server.parse((await client.query(serverQuery)).rows)
    server ??= id
    // The position of one standby says nothing about another one.
    if (id !== server) throw new UnfitServer('DATABASE_READ_URL leads to several servers')
  }
  const options = { url, log, clock, connections, applicationName: 'tukar reads', admit }
  const db = connectDatabase({ ...options, settings: { enable_seqscan: 'off', jit: 'off' } })
  const { inTransaction, isWritable, pool } = primary
  // Lists that fill the other connections neither delay a position nor make it fail.
  const positions = connectDatabase({ ...options, connections: 1 })
  const forEndpoints = { ...db, inTransaction, isWritable, pool, primary }
  return {
    db,
    forEndpoints,
    position: latest(() => replayedPosition(positions)),
    close: async () => {
      await Promise.all([db.close(), positions.close()])
    },
  }
}

const Server = z.tuple([z.object({ id: z.string() })])

const serverQuery = `
  select concat_ws(' ', ${systemIdentifier}, inet_server_addr(), inet_server_port(),
    extract(epoch from pg_postmaster_start_time())) as id`

async function flushedPosition({ read }: Database): Promise<Position> {
  const [row] = await readRows(read, { timeline: 'bigint', position: 'bigint' })`
    select ${sql.raw(timeline)} as timeline,
      (pg_current_wal_flush_lsn() - '0/0')::bigint as position`
  if (row === undefined) throw new Error('the database returned no position')
  return row
}

/** Throws if the server is not a standby any more: then it no longer follows the primary. */
async function replayedPosition({ read }: Database): Promise<Position> {
  const columns = { isStandby: 'boolean', timeline: 'bigint', position: 'bigint' } as const
  const [row] = await readRows(read, columns)`
    select pg_is_in_recovery() as "isStandby",
      coalesce((select received_tli from pg_stat_wal_receiver),
        (select timeline_id from pg_control_checkpoint()))::bigint as timeline,
      coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint as position`
  if (row?.isStandby !== true) throw new UnfitServer('the replica was promoted')
  return row
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
