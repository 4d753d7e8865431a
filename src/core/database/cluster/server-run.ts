import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../database.ts'

/** The identifier of the PostgreSQL cluster, which its physical copies share. */
export const systemIdentifier = `(select system_identifier from pg_control_system())`

/** The name of the server's timeline: eight hexadecimal digits. Fails on a server in recovery. */
export const timelineName = `left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`
export const timeline = `('x' || ${timelineName})::bit(32)::bigint`

/** One run of a server: its timeline, and when its process started. */
export type ServerRun = Readonly<{ timeline: number; startedMs: number }>

/** True if both are the same run of the same server; null is none. */
export const isSame = (one: ServerRun | null, other: ServerRun): boolean =>
  one !== null && one.timeline === other.timeline && one.startedMs === other.startedMs

const startedMs = `(extract(epoch from pg_postmaster_start_time()) * 1000)::bigint`

/** Reads the run of the server, for any connection. */
export const runQuery = `
  select ${timeline}::float8 as timeline, ${startedMs}::float8 as "startedMs"`

const whole = z.number().int().nonnegative()

export const Run: z.ZodType<ServerRun> = z.object({ timeline: whole, startedMs: whole })

export const readRun = async (tx: Tx): Promise<ServerRun> =>
  Run.parse((await sql.raw(runQuery).execute(tx)).rows[0])
