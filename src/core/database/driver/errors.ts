import { batchLimits, databaseLimits } from '../database-limits.ts'

/** A failure that is not caused by the request; a later retry may succeed. */
export class TransientError extends Error {
  override readonly name: string = 'TransientError'
}

/** The server does not fit this connection, such as a standby for writes. */
export class UnfitServer extends TransientError {
  override readonly name = 'UnfitServer'
}

/** A write was refused: the server is in recovery or read-only. */
export const readOnlyState = '25006'

const serializationFailure = '40001'
const deadlock = '40P01'
const lockNotAvailable = '55P03'
const uniqueViolation = '23505'
const statementTimeout = '57014'

const transientStates: ReadonlySet<string> = new Set([
  serializationFailure,
  deadlock,
  lockNotAvailable,
  statementTimeout,
  '57P01', // ended by an administrator
  '57P02', // another backend crashed
  '57P03', // starting up or shutting down
  '57P04', // the database was dropped
  '57P05', // idle for too long
  '25P03', // idle in a transaction for too long
  readOnlyState,
  '58030', // input or output error of the server
])

const transientSystemErrors: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** The pool's error if no connection became free in time. */
const busyMessage = 'timeout exceeded when trying to connect'

/** Connection errors of pg that have no code. */
const transientMessages = [
  'Connection terminated',
  busyMessage,
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
  'Postgres connection has been discarded',
]

/**
 * True if an error means that the database (or another store) is unavailable, full or too slow, not
 * that the request is wrong: HTTP responds with 503, a job retries.
 */
export function isTransient(error: unknown): boolean {
  return causes(error).some(isTransientItself)
}

function isTransientItself(error: Error): boolean {
  if (error instanceof TransientError || isOutdatedPlan(error)) return true
  const code = codeOf(error)
  if (code === null) return transientMessages.some((start) => error.message.startsWith(start))
  // 08: the connection; 53: no connections, memory or disk left.
  if (/^(08|53)[0-9A-Z]{3}$/.test(code) || transientStates.has(code)) return true
  if (transientSystemErrors.has(code)) return true
  // A missing socket means that the server is down; other missing files do not.
  return code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
}

/**
 * True if a failed batch should fail all of its members. A lock that was not available may be one
 * member's, until `alone` members failed by themselves: if a whole table is locked, each of the
 * others would wait as long.
 */
export const failsTogether = (error: unknown, alone: number): boolean =>
  isTransient(error) && (codeOf(error) !== lockNotAvailable || alone >= batchLimits.failedAlone)

/** True if an error means that the server is read-only. */
export const isReadOnly = (error: unknown): boolean =>
  causes(error).some((one) => one instanceof UnfitServer || codeOf(one) === readOnlyState)

/**
 * True if an error means that all connections of a pool were in use, which says nothing about the
 * server.
 */
export const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.message === busyMessage

/** Returns an error and its causes, a few levels deep. */
function causes(error: unknown, depth = 0): readonly Error[] {
  if (!(error instanceof Error) || depth === databaseLimits.causeDepth) return []
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return [error, ...inner.flatMap((cause: unknown) => causes(cause, depth + 1))]
}

/** Returns the SQLSTATE or system code of an error. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null
}

/** True if an error means that a statement took too long. */
export const isTooLong = (error: unknown): boolean =>
  causes(error).some((one) => codeOf(one) === statementTimeout)

/**
 * A table changed after the statement's plan was cached; the statement succeeds once planned again.
 */
export const isOutdatedPlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan')

const failedTransaction = '25P02'

/** True if a statement was refused because an earlier one of its transaction failed. */
export const isAfterFailure = (error: unknown): boolean => codeOf(error) === failedTransaction

/** The error of a statement that the server skipped after this failure of an earlier one. */
export const afterFailure = (cause: unknown): Error =>
  Object.assign(new Error('an earlier statement failed', { cause }), { code: failedTransaction })

/** True if the transaction left no effects and may be run again unchanged. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error)
  const clashed = code === serializationFailure || code === deadlock || code === lockNotAvailable
  return clashed || isOutdatedPlan(error)
}

/** True for a unique violation, of the given constraint or index if named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== uniqueViolation) return false
  if (constraint === undefined) return true
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
