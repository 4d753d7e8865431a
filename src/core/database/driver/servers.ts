import pg from 'pg'
import { z } from 'zod'
import { singleFlight } from '../../../base/concurrency/single-flight.ts'
import { databaseLimits } from '../database-limits.ts'
import {
  type DatabaseUrl,
  parseDatabaseUrl,
  type ServerAddress,
  type SessionTarget,
} from './database-url.ts'
import { codeOf, readOnlyState, UnfitServer } from './errors.ts'

/** The servers of one `DATABASE_URL`, for a pool or for single clients. */
export type Servers = Readonly<{
  /** For the pool; its clients replace the host. */
  url: string
  /** Timeout of one connection, including the attempts at every host. */
  connectMs: number
  Client: new (config?: pg.ClientConfig) => pg.Client
}>

/** Examines a new connection before its first use; throws if it must not be used. */
export type Admit = (client: pg.Client) => Promise<void>

/** Settings of a session, in force once it is connected. */
export type SessionSettings = Readonly<Record<string, string | number>>

/**
 * What this code relies on in every session. Roles, databases and servers may have other defaults:
 * formats of values, names without a schema, commits that do not wait for the disk, time limits.
 */
const ownSettings: SessionSettings = {
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: 1,
  array_nulls: 'on',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  quote_all_identifiers: 'off',
  row_security: 'on',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  idle_session_timeout: 0,
}

/**
 * Settings that depend on the server or on privileges: a stronger guarantee of commits stays, and
 * triggers and foreign keys hold, or the connection fails.
 */
const ownChoices = `
  , set_config('synchronous_commit', case current_setting('synchronous_commit')
      when 'remote_apply' then 'remote_apply' else 'on' end, false) as synchronous_commit
  , case when current_setting('server_version_num')::int >= 170000
      then set_config('transaction_timeout', '0', false) end as transaction_timeout
  , case when current_setting('session_replication_role') <> 'origin'
      then set_config('session_replication_role', 'origin', false) end as replication_role`

/**
 * Connects as libpq does: tries hosts in order, each with its own timeout, until one fits
 * `target_session_attrs`. A single host is not probed first. A server in recovery counts as
 * unavailable unless standbys are requested, since the service always needs to write. Settings are
 * made by a statement: a pooler would refuse them in the startup packet, or drop them.
 */
export function serversOf(
  databaseUrl: string,
  settings: SessionSettings = {},
  admit: Admit | null = null,
): Servers {
  const parsed = parseDatabaseUrl(databaseUrl)
  const { url, hosts, target } = parsed
  const hostMs = parsed.connectTimeoutMs ?? databaseLimits.connectMs
  const own = { ...ownSettings, ...settings }
  /** Concurrent new clients share one choice of host. */
  const choose = singleFlight(() => firstFitting(parsed, hostMs))

  class Client extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: url, connectionTimeoutMillis: hostMs })
      // While no pool or caller owns the client, an error event without a listener would end the
      // process.
      this.on('error', () => undefined)
      this.connection.on('errorMessage', (error: unknown) => {
        // Deferred, so that the statement fails with its own error first.
        if (codeOf(error) === readOnlyState) setImmediate(() => void this.end())
      })
    }

    override connect(): Promise<this>
    override connect(callback: (error: Error | null) => void): void
    override connect(callback?: (error: Error | null) => void): Promise<this> | undefined {
      const connected = this.#connectToFitting()
      if (callback === undefined) return connected
      connected.then(() => callback(null), callback)
      return undefined
    }

    async #connectToFitting(): Promise<this> {
      if (hosts.length > 1) Object.assign(this, await choose())
      if (this.connection.stream.destroyed) throw new Error('timeout expired')
      await super.connect()
      try {
        refuseUnfit(await serverStateOf(this, made(own)), target)
        await admit?.(this)
      } catch (error) {
        void this.end()
        throw error
      }
      return this
    }
  }

  return { url, connectMs: hostMs * (hosts.length > 1 ? hosts.length + 1 : 1), Client }
}

export type SessionState = Readonly<{ inRecovery: boolean; readOnly: boolean }>

const State = z.tuple([z.object({ in_recovery: z.boolean(), read_only: z.boolean() })])

/**
 * Returns whether the server is in recovery and whether the session is read-only. The same
 * statement can make settings.
 */
export async function serverStateOf(
  client: Pick<pg.Client, 'query'>,
  settings = '',
): Promise<SessionState> {
  const { rows } = await client.query(`
    select pg_is_in_recovery() as in_recovery,
      current_setting('transaction_read_only')::bool as read_only${settings}`)
  const [{ in_recovery, read_only }] = State.parse(rows)
  return { inRecovery: in_recovery, readOnly: read_only }
}

/** Columns of a statement that make these settings for the session. */
function made(settings: SessionSettings): string {
  const quoted = pg.escapeLiteral
  const columns = Object.entries(settings).map(
    ([name, value]) => `, set_config(${quoted(name)}, ${quoted(`${value}`)}, false) as "${name}"`,
  )
  return `${columns.join('')}${ownChoices}`
}

function fits({ inRecovery, readOnly }: SessionState, target: SessionTarget): boolean {
  switch (target) {
    case 'any':
    case 'primary':
      return !inRecovery
    case 'read-write':
      return !readOnly
    case 'read-only':
      return readOnly
    case 'standby':
      return inRecovery
    case 'prefer-standby':
      return true
    default:
      return target satisfies never
  }
}

function refuseUnfit(state: SessionState, target: SessionTarget): void {
  if (fits(state, target)) return
  const found = state.inRecovery ? 'in recovery' : state.readOnly ? 'read-only' : 'read-write'
  throw new UnfitServer(`the database server is ${found}, but ${target} is required`)
}

async function firstFitting(
  { url, hosts, target }: DatabaseUrl,
  hostMs: number,
): Promise<ServerAddress> {
  const wanted = target === 'prefer-standby' ? 'standby' : target
  const failures: unknown[] = []
  let reached: ServerAddress | null = null
  for (const host of hosts) {
    try {
      const state = await probe(url, host, hostMs)
      reached ??= host
      refuseUnfit(state, wanted)
      return host
    } catch (error) {
      if (isFinal(error)) throw error
      failures.push(error)
    }
  }
  if (target === 'prefer-standby' && reached !== null) return reached
  throw new AggregateError(failures, 'no server in DATABASE_URL can be used')
}

/** A server that rejects this user or database ends the search; one that is starting does not. */
const isFinal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== '57P03'

async function probe(
  connectionString: string,
  host: ServerAddress,
  hostMs: number,
): Promise<SessionState> {
  const client = new pg.Client({
    connectionString,
    application_name: 'tukar probe',
    connectionTimeoutMillis: hostMs,
    query_timeout: hostMs,
  })
  client.on('error', () => undefined)
  Object.assign(client, host)
  try {
    await client.connect()
    return await serverStateOf(client)
  } finally {
    client.end().catch(() => undefined)
  }
}
