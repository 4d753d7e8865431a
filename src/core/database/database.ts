import { EventEmitter } from 'node:events'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Clock, systemClock } from '../../base/clock.ts'
import { type Random, systemRandom } from '../../base/secrets/crypto.ts'
import { traceChild } from '../../base/tracing.ts'
import { databaseLimits } from './database-limits.ts'
import { codeOf, isRetryable } from './driver/errors.ts'
import { planning } from './driver/planned.ts'
import { type Admit, type SessionSettings, serverStateOf, serversOf } from './driver/servers.ts'
import { transactionsOf } from './driver/transactions.ts'
import { getTypeParser } from './driver/type-parsers.ts'
import type { Tables } from './tables.ts'

export { isTransient, isUniqueViolation, TransientError } from './driver/errors.ts'
export {
  acknowledgeOnCommit,
  beforeCommit,
  send,
  sendSql,
  signalOnCommit,
  signalsOf,
} from './driver/transactions.ts'

/** An open transaction; unusable after it has ended. */
export type Tx = Transaction<Tables>

export type Database = Readonly<{
  /** For single statements. Inside `inTransaction`, use its `tx`. */
  read: Kysely<Tables>
  /**
   * Runs `work` in one READ COMMITTED transaction. A deadlock or lock timeout makes it run again,
   * so it must have no effects outside of `tx`. After a lost connection it is not retried, since
   * the commit may have succeeded.
   */
  inTransaction: <T>(work: (tx: Tx) => T | Promise<T>) => Promise<T>
  /** True if the pool reaches a writable server; a connection to another one is closed. */
  isWritable: () => Promise<boolean>
  /**
   * True if callers wait for a connection of the pool, and one got one within the time that a
   * statement may take: that they wait says nothing about the server.
   */
  isBusy: () => boolean
  /** Emits what transactions of this process signalled, once they are committed. */
  signals: EventEmitter
  pool: pg.Pool
  /** The database whose replica serves these reads, if one does. */
  primary?: Database
  close: () => Promise<void>
}>

/** For reads, alone or within a transaction. */
export type Reader = Database['read'] | Tx

export type ConnectOptions = Readonly<{
  url: string
  log: Logger
  clock?: Clock
  random?: Random
  connections?: number
  applicationName?: string
  /** Statement timeout; reports and audits need more than the default. */
  statementMs?: number
  /** How long a caller waits for a connection, if longer than connecting may take. */
  waitMs?: number
  /** How long an unused connection is kept. */
  idleMs?: number
  /** Further settings of its sessions. */
  settings?: SessionSettings
  /** Receives each try of a transaction, with its time in milliseconds. */
  observe?: (outcome: 'committed' | 'failed' | 'retried', ms: number) => void
  /** Called with each new connection before its first use. */
  admit?: Admit
  /** Receives what `acknowledgeOnCommit` was given, once its commit is acknowledged. */
  acknowledge?: (keys: readonly string[]) => void
  /** The pool class, if other than the driver's own. */
  Pool?: typeof pg.Pool
}>

/**
 * Settings by which queries that users wait for use indexes, also if their plan was made while the
 * table was almost empty. Audits and reports, which read whole tables, have separate sessions.
 */
export const byIndex: SessionSettings = { enable_seqscan: 'off', jit: 'off' }

/**
 * Returns a database whose connections open on demand, so it never fails itself. If the database is
 * unavailable the statements throw errors that `isTransient` recognises.
 */
export function connectDatabase(options: ConnectOptions): Database {
  const { log, clock = systemClock, random = systemRandom, observe = () => undefined } = options
  const pool = openPool(options)
  let acquiredMs = Number.NEGATIVE_INFINITY
  pool.on('acquire', () => {
    acquiredMs = clock.monotonicMs()
  })
  const dialect = new PostgresDialect({ pool: planning(pool, clock) })
  const read = new Kysely<Tables>({ dialect })
  const signals = new EventEmitter()
  const transact = transactionsOf(read, dialect, signals, options.acknowledge)

  const inTransaction: Database['inTransaction'] = (work) =>
    traceChild('transaction', transactionSpan, () => tryOften(work))

  async function tryOften<T>(work: (tx: Tx) => T | Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const startedMs = clock.monotonicMs()
      try {
        const result = await transact(work)
        observe('committed', clock.monotonicMs() - startedMs)
        return result
      } catch (error) {
        const again = isRetryable(error) && tries < databaseLimits.transactionTries
        observe(again ? 'retried' : 'failed', clock.monotonicMs() - startedMs)
        if (!again) throw error
        log.debug({ code: codeOf(error), tries }, 'a transaction is retried')
        await clock.sleep(databaseLimits.retryPauseMs * 2 ** tries * fraction(random))
      }
    }
  }

  let closing: Promise<void> | null = null
  return {
    read,
    inTransaction,
    isWritable: () => isWritable(pool),
    isBusy: () =>
      pool.waitingCount > 0 && clock.monotonicMs() - acquiredMs < databaseLimits.statementMs,
    signals,
    pool,
    close: () => {
      closing ??= pool.end()
      return closing
    },
  }
}

const transactionSpan = {
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql' },
} as const

async function isWritable(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  let writable = false
  try {
    const { inRecovery, readOnly } = await serverStateOf(client)
    writable = !inRecovery && !readOnly
    return writable
  } finally {
    client.release(!writable)
  }
}

/** A random number up to 1, so that transactions that clashed do not retry in step. */
const fraction = (random: Random): number => (random.bytes(1).readUInt8() + 1) / 256

/**
 * Opens a pool whose connections may break without ending the process, as an unhandled error event
 * would. In pipeline mode a connection that misses its timeout is destroyed, so that the next
 * caller does not receive its late response. Cursors are not available.
 */
export function openPool(options: ConnectOptions): pg.Pool {
  const { url, log, statementMs = databaseLimits.statementMs, waitMs = 0, Pool = pg.Pool } = options
  const settings = {
    statement_timeout: statementMs,
    lock_timeout: databaseLimits.lockMs,
    idle_in_transaction_session_timeout: databaseLimits.idleInTransactionMs,
    ...options.settings,
  }
  const servers = serversOf(url, settings, options.admit)
  const pool = new Pool({
    Client: servers.Client,
    connectionString: servers.url,
    application_name: options.applicationName ?? 'tukar',
    max: options.connections ?? databaseLimits.poolConnections,
    connectionTimeoutMillis: Math.max(servers.connectMs, waitMs),
    query_timeout: statementMs + databaseLimits.answerMs - databaseLimits.statementMs,
    idleTimeoutMillis: options.idleMs ?? databaseLimits.idleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
    types: { getTypeParser },
  })
  const note = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  pool.on('error', note)
  pool.on('connect', (client) => client.on('error', note))
  return pool
}
