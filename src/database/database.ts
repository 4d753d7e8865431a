import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Clock, systemClock } from '../base/clock.ts'
import { type Random, systemRandom } from '../base/crypto.ts'
import { limits } from '../base/limits.ts'
import { channelsOf } from './channels.ts'
import { codeOf, isRetryable } from './errors.ts'
import { planning } from './planned.ts'
import { serversOf, stateOf } from './servers.ts'
import type { Tables } from './tables.ts'
import { transactionsOf } from './transactions.ts'

export { isTransient, isUniqueViolation, TransientError } from './errors.ts'
export { send, tellOnCommit } from './transactions.ts'

const bounds = limits.database

/** A transaction under way. It can't be used any more once it has ended. */
export type Tx = Transaction<Tables>

export type Database = Readonly<{
  /** For statements that stand alone. Inside `inTransaction`, use its `tx`. */
  read: Kysely<Tables>
  /**
   * Runs `work` in one READ COMMITTED transaction. It is run again when the database asks for it
   * (a deadlock, a lock not given in time), so it must have no effect outside of `tx`. After a
   * lost connection it is not: the commit may have happened.
   */
  inTransaction: <T>(work: (tx: Tx) => T | Promise<T>) => Promise<T>
  /** Whether the pool reaches a server that takes writes; a connection to another is closed. */
  isWritable: () => Promise<boolean>
  pool: pg.Pool
  close: () => Promise<void>
}>

/** Reads by itself or within a transaction. */
export type Reader = Database['read'] | Tx

export type ConnectOptions = Readonly<{
  url: string
  log: Logger
  clock?: Clock
  random?: Random
  connections?: number
  applicationName?: string
  /** The longest a statement may run; for the work of reports and audits more than the default. */
  statementMs?: number
  /** How long an unused connection is kept. */
  idleMs?: number
  /** Further settings of its sessions. */
  settings?: Readonly<Record<string, string | number>>
  /** What makes the pool, if other than the driver's own. */
  Pool?: typeof pg.Pool
}>

/**
 * Connections are made as they are needed, so this never fails; a database that is away shows in
 * the statements, whose errors `isTransient` knows.
 */
export function connectDatabase(options: ConnectOptions): Database {
  const { log, clock = systemClock, random = systemRandom } = options
  const pool = openPool(options)
  const dialect = new PostgresDialect({ pool: planning(pool) })
  const read = new Kysely<Tables>({ dialect })
  const transact = transactionsOf(read, dialect, channelsOf(pool, { clock, log }))

  async function inTransaction<T>(work: (tx: Tx) => T | Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await transact(work)
      } catch (error) {
        if (!isRetryable(error) || tries >= bounds.transactionTries) throw error
        log.debug({ code: codeOf(error), tries }, 'a transaction is run again')
        await clock.sleep(bounds.retryPauseMs * 2 ** tries * fraction(random))
      }
    }
  }

  let closing: Promise<void> | null = null
  return {
    read,
    inTransaction,
    isWritable: () => isWritable(pool),
    pool,
    close: () => {
      closing ??= pool.end()
      return closing
    },
  }
}

async function isWritable(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  let writable = false
  try {
    const { inRecovery, readOnly } = await stateOf(client)
    writable = !inRecovery && !readOnly
    return writable
  } finally {
    client.release(!writable)
  }
}

/** Between 0 and 1, so that those who clashed don't clash again in step. */
const fraction = (random: Random): number => (random.bytes(1).readUInt8() + 1) / 256

/**
 * A pool whose connections may break without ending the process: an error event nobody listens
 * to would. In pipeline mode a connection that doesn't answer in time is destroyed rather than
 * handed to the next caller with its late answer. Cursors are not available on it.
 */
export function openPool(options: ConnectOptions): pg.Pool {
  const { url, log, statementMs = bounds.statementMs, Pool = pg.Pool } = options
  const servers = serversOf(url)
  const pool = new Pool({
    Client: servers.Client,
    connectionString: servers.url,
    application_name: options.applicationName ?? 'tukar',
    max: options.connections ?? bounds.poolConnections,
    connectionTimeoutMillis: servers.connectMs,
    query_timeout: statementMs + bounds.answerMs - bounds.statementMs,
    idleTimeoutMillis: options.idleMs ?? bounds.idleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
    types: { getTypeParser },
    options: sessionSettings({
      statement_timeout: statementMs,
      lock_timeout: bounds.lockMs,
      idle_in_transaction_session_timeout: bounds.idleInTransactionMs,
      default_transaction_isolation: 'read\\ committed',
      ...options.settings,
    }),
  })
  const note = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  pool.on('error', note)
  pool.on('connect', (client) => client.on('error', note))
  return pool
}

/** Settings a session starts with, as the startup packet carries them. */
export const sessionSettings = (settings: Readonly<Record<string, string | number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const textArrayOid: number = 1009
const textArray: (text: string) => (string | null)[] = pg.types.getTypeParser(textArrayOid)

const own = new Map<number, (text: string) => unknown>([
  [20, safeInteger],
  [1016, (text) => textArray(text).map((item) => (item === null ? null : safeInteger(item)))],
  // Amounts and calendar days stay as PostgreSQL writes them, in arrays too.
  [1231, textArray],
  [1082, (text) => text],
  [1182, textArray],
])

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  (format === 'binary' ? undefined : own.get(oid)) ?? pg.types.getTypeParser(oid, format)

/** An id or a count. One that a JavaScript number can't hold exactly is refused, never rounded. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`the database holds ${text} where an exact number is needed`)
}
