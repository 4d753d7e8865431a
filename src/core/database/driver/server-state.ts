import { sql } from 'kysely'
import { startedMs, systemIdentifier, timeline } from '../cluster/server-run.ts'
import type { Database, Tx } from '../database.ts'
import { lossLimits } from '../database-limits.ts'
import type { Acknowledged, Loss, ServerState } from './lost-commits.rules.ts'
import { readRows } from './read-rows.ts'

/**
 * Identifies the database over failovers and physical restores: the PostgreSQL cluster, and the
 * database in it.
 */
export async function readDatabaseIdentity(db: Pick<Database, 'read'>): Promise<string> {
  const [row] = await readRows(db.read, { identity: 'text' })`
    select ${sql.raw(systemIdentifier)} || '-' || (
      select oid from pg_database where datname = current_database()) as identity`
  if (row === undefined) throw new Error('the database has no identity')
  return row.identity
}

const isSynchronous = sql`
  (current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') not in ('off', 'local'))`

/** Reads the state of the server; other nodes that want to wait until the transaction ends. */
export async function readServerState(
  tx: Tx,
  acknowledged: readonly Acknowledged[],
): Promise<ServerState> {
  await sql`lock table server_timelines in share row exclusive mode`.execute(tx)
  const [server] = await readRows(tx, {
    timeline: 'bigint',
    startedMs: 'bigint',
    recoveredTo: 'bigint?',
    position: 'bigint',
    synchronous: 'boolean',
    isTargeted: 'boolean',
    isLeaderRecent: 'boolean',
  })`
    select ${sql.raw(timeline)} as timeline, ${sql.raw(startedMs)} as "startedMs",
      (pg_last_wal_replay_lsn() - '0/0')::bigint as "recoveredTo",
      (pg_current_wal_insert_lsn() - '0/0')::bigint as position,
      ${isSynchronous} as synchronous,
      concat(current_setting('recovery_target'), current_setting('recovery_target_time'),
        current_setting('recovery_target_lsn'), current_setting('recovery_target_xid'),
        current_setting('recovery_target_name')) <> '' as "isTargeted",
      coalesce((select at > clock_timestamp() - make_interval(secs => ${lossLimits.leaderSeconds})
        from leader_beat), false) as "isLeaderRecent"`
  if (server === undefined) throw new Error('the database returned no state')
  const timelines = await readRows(tx, {
    timeline: 'bigint',
    beganAt: 'bigint?',
    synchronous: 'boolean',
    lostAfter: 'bigint?',
    isLossOfRun: 'boolean',
  })`
    select timeline, began_at as "beganAt", synchronous, lost_after as "lostAfter",
      coalesce(lost_at > pg_postmaster_start_time(), false) as "isLossOfRun"
    from server_timelines order by timeline`
  const uncommitted = await readRows(tx, { xid: 'bigint' })`
    select xid from unnest(${acknowledged.map(({ xid }) => xid)}::bigint[]) as xid
    where case
      when xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint then true
      else coalesce(pg_xact_status(xid::text::xid8) <> 'committed', false) end`
  return { ...server, timelines, uncommitted: new Set(uncommitted.map(({ xid }) => xid)) }
}

/**
 * Records the timeline of the server, before commits on it are acknowledged. It begins at the end
 * of what was recovered; on a server that was not recovered, at its position now.
 */
export async function writeTimeline(
  tx: Tx,
  { timeline, recoveredTo, position, synchronous }: ServerState,
): Promise<void> {
  await sql`
    insert into server_timelines (timeline, began_at, synchronous)
    values (${timeline}, ${recoveredTo ?? position}, ${synchronous})
    on conflict do nothing`.execute(tx)
}

export async function writeLoss(tx: Tx, { timeline, after }: Loss): Promise<void> {
  await sql`
    update server_timelines set lost_after = ${after}, lost_at = now()
    where timeline = ${timeline}`.execute(tx)
}

/** Records whether commits wait for a standby now. */
export async function recordSynchronous(db: Pick<Database, 'read'>): Promise<void> {
  await sql`
    update server_timelines set synchronous = ${isSynchronous}
    where timeline = ${sql.raw(timeline)} and synchronous <> ${isSynchronous}`.execute(db.read)
}

/** Forgets the timelines of another cluster, from which the database was dumped. */
export async function forgetTimelines(tx: Tx): Promise<void> {
  await sql`delete from server_timelines`.execute(tx)
}
