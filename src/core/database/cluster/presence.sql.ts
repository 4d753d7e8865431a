import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { msInterval } from '../driver/times.sql.ts'

/** The advisory locks of what lives: the second key is the hash of its name. */
const aliveKey = 1_414_876

/** Marks a name as live, until the session ends or `hideName` is called. */
export async function showName(session: pg.ClientBase, name: string): Promise<void> {
  await session.query('select pg_advisory_lock_shared($1, hashtext($2))', [aliveKey, name])
}

export async function hideName(session: pg.ClientBase, name: string): Promise<void> {
  await session.query('select pg_advisory_unlock_shared($1, hashtext($2))', [aliveKey, name])
}

/**
 * Sends a heartbeat without writing: the server records the time of each session's last statement.
 */
export async function beat(session: pg.ClientBase): Promise<void> {
  await session.query('select')
}

/**
 * Whether a session shows this name. With `silentMs`, a session without a statement for so long
 * does not count: its process is frozen.
 */
export const isShown = (name: RawBuilder<unknown>, silentMs: number | null = null) => sql<boolean>`
  exists (
    select from pg_locks shown join pg_stat_activity session on session.pid = shown.pid
    where shown.locktype = 'advisory' and shown.granted and shown.objsubid = 2
      and shown.database = (select oid from pg_database where datname = current_database())
      and shown.classid = ${aliveKey}::int::oid and shown.objid = hashtext(${name})::oid
      and (${silentMs}::integer is null or coalesce(session.state_change > clock_timestamp()
        - ${msInterval(silentMs)}, true)))`
