import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import { systemIdentifier, timelineName } from '../database/cluster/server-run.ts'
import type { Tx } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { rowsOf } from '../database/driver/rows.ts'
import { streamLimits } from './stream-limits.ts'

/**
 * A position in the sequence of writes: every transaction below `xid` had ended, so its writes were
 * visible. Timestamps cannot express that: a transaction commits after it sets them.
 */
export type Position = Readonly<{
  xid: number
  at: Date
  /**
   * The server's history: its cluster and timeline. After a failover or a restore that lost
   * transactions, their numbers are used again for others.
   */
  history: number
}>

/** A user, and the position from which changes are wanted. */
export type Follower = Readonly<{ user: UserId; from: Position }>

/** Returns the position of this transaction's snapshot, and the first unassigned transaction id. */
export async function readPosition(
  tx: Tx,
): Promise<Readonly<{ position: Position; nextXid: number }>> {
  const found = await readRows(tx, {
    xid: 'bigint',
    nextXid: 'bigint',
    at: 'timestamptz',
    history: 'bigint',
  })`
    select pg_snapshot_xmin(seen)::text::bigint as xid,
           pg_snapshot_xmax(seen)::text::bigint as "nextXid", now() as at,
           hashtext(${sql.raw(systemIdentifier)} || ${sql.raw(timelineName)})::bigint
             & 2147483647 as history
    from pg_current_snapshot() as seen`
  const [row] = found
  if (row === undefined) throw new Error('the database returned no snapshot')
  const { nextXid, ...position } = row
  return { position, nextXid }
}

/** Followers as the table `f`, to which `isWritten` and `versionOf` refer. */
export const followed = (followers: readonly Follower[]) => sql`
  (select one."user" as user_id, one.xid,
          one.at - make_interval(secs => ${streamLimits.commitSeconds}) as since,
          pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next_xid
   from ${rowsOf(
     followers.map(({ user, from }) => ({ user, xid: from.xid, at: from.at })),
     { user: 'userId', xid: 'bigint', at: 'timestamptz' },
     'one',
   )} offset 0) as f`

/** How many transaction ids ago a row was written, modulo 2^32: rows store only the low 32 bits. */
const writtenAgo = (row: string) =>
  sql`((f.next_xid - ${sql.ref(row)}.xmin::text::bigint) & 4294967295)`

/** Whether a row was written by a transaction at or after the follower's position. */
export const isWritten = (row: string) => sql`${writtenAgo(row)} <= f.next_xid - f.xid`

/** The id of the transaction that wrote a row, which differs for each of its states. */
export const versionOf = (row: string) => sql`f.next_xid - ${writtenAgo(row)}`
