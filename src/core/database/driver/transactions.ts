import type { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  type Kysely,
  type RawBuilder,
  sql,
  Transaction,
} from 'kysely'
import type { Tables } from '../tables.ts'
import { isAfterFailure } from './errors.ts'

const begin = CompiledQuery.raw('begin')
const commit = CompiledQuery.raw('commit')
const rollback = CompiledQuery.raw('rollback')

/** Statements of a transaction that no caller awaits; the first is `begin`. */
class Sent {
  readonly #connection: DatabaseConnection
  readonly #statements: Promise<unknown>[] = []
  #isCertain = true
  #failed = false
  #isOver = false
  #first: unknown = null

  constructor(connection: DatabaseConnection) {
    this.#connection = {
      executeQuery: <Row>(statement: CompiledQuery) => {
        const result = connection.executeQuery<Row>(statement)
        result.catch((error: unknown) => {
          if (!isAfterFailure(error)) this.#first ??= error
        })
        return result
      },
      streamQuery: (...args) => connection.streamQuery(...args),
    }
  }

  /** The connection while the transaction is open; afterwards another one may have it. */
  connection(): DatabaseConnection {
    if (this.#isOver) throw new Error('the transaction is over')
    return this.#connection
  }

  end(): void {
    this.#isOver = true
  }

  reopen(): void {
    this.#isOver = false
  }

  add(statement: CompiledQuery, use?: (rows: readonly unknown[]) => void): void {
    if (!statement.parameters.every(isPlain)) this.#isCertain = false
    const result = this.connection().executeQuery(statement)
    result.catch(() => {
      this.#failed = true
    })
    this.#statements.push(result)
    if (use !== undefined) this.uses.push(async () => use((await result).rows))
  }

  /**
   * True if a statement failed before it was sent, for a value that the driver cannot write; other
   * failures abort the transaction itself.
   */
  async hasStayed(): Promise<boolean> {
    if (this.#isCertain) return this.#failed
    // The commit leaves later than they do, so it would not be skipped.
    if (this.instead !== null) await Promise.allSettled(this.#statements)
    else await setImmediate()
    return this.#failed
  }

  /** Whether its statements are planned once. */
  plansOnce = false

  /** Further work of the transaction, done once its own work is. */
  readonly last: (() => Promise<void>)[] = []

  /** Work whose statements leave with the commit. */
  ending: (() => Promise<(() => Promise<void>) | null>) | null = null

  /** What is committed instead if these statements fail. */
  instead: (() => Promise<void>) | null = null

  /** What is done after the commit with results of sent statements. */
  uses: (() => Promise<void>)[] = []

  /** Signals to give after the commit. */
  readonly signals = new Set<string>()

  /** The keys of what the transaction records for ever. */
  readonly keys: string[] = []

  /**
   * The cause of a transaction's failure. Statements after a failed one fail too, without naming
   * the cause, and their callers may receive it sooner.
   */
  async causeOf(error: unknown): Promise<unknown> {
    const ended = await Promise.allSettled(this.#statements)
    const cause = ended.find((one) => one.status === 'rejected')?.reason ?? error
    return isAfterFailure(cause) ? (this.#first ?? cause) : cause
  }
}

/** True for values that the driver always writes, so that the commit may leave with them. */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || value instanceof Date || Buffer.isBuffer(value)

class SendingTransaction extends Transaction<Tables> {
  readonly sent: Sent
  readonly signals: EventEmitter

  constructor(
    props: ConstructorParameters<typeof Transaction<Tables>>[0],
    sent: Sent,
    signals: EventEmitter,
  ) {
    super(props)
    this.sent = sent
    this.signals = signals
  }
}

/**
 * Sends a statement without waiting for its result; later statements of the transaction see its
 * effects. If it fails, the transaction fails with its error. `use` gets its rows once they are
 * committed; a process that dies before that uses none.
 */
export function send(
  tx: Transaction<Tables>,
  statement: RawBuilder<unknown>,
  use?: (rows: readonly unknown[]) => void,
): void {
  sentOf(tx).add(statement.compile(tx), use)
}

/** Sends the statement of the template in the same way. */
export const sendSql =
  (tx: Transaction<Tables>) =>
  (...statement: Parameters<typeof sql<unknown>>): void =>
    send(tx, sql<unknown>(...statement))

/**
 * Lets each connection plan the further statements of a transaction once. By itself PostgreSQL
 * plans a statement anew each time if it expects that to cost less with its values.
 * Only for statements whose plan does not depend on their values.
 */
export function planOnce(tx: Transaction<Tables>): void {
  const sent = sentOf(tx)
  if (sent.plansOnce) return
  sent.plansOnce = true
  send(tx, sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`)
}

/** Does further work in a transaction after all of its own work, just before the commit. */
export function beforeCommit(tx: Transaction<Tables>, work: () => Promise<void>): void {
  sentOf(tx).last.push(work)
}

/**
 * Does the very last work of a transaction, whose statements leave with the commit. If one of them
 * fails, the server skips the commit, and what the work returned runs and is committed instead: it
 * must return to a savepoint first. A transaction has one such work.
 */
export function withCommit(
  tx: Transaction<Tables>,
  work: () => Promise<(() => Promise<void>) | null>,
): void {
  const sent = sentOf(tx)
  if (sent.ending !== null) throw new Error('the transaction has a last work already')
  sent.ending = work
}

/**
 * Gives a signal to this process after the commit. Listeners must also poll: a process that dies
 * after its commit gives no signal.
 */
export function signalOnCommit(tx: Transaction<Tables>, signal: string): void {
  sentOf(tx).signals.add(signal)
}

/** Has the node remember these keys once the commit is acknowledged. */
export function acknowledgeOnCommit(tx: Transaction<Tables>, keys: readonly string[]): void {
  sentOf(tx).keys.push(...keys)
}

/** The signals of the database that runs a transaction, which identify it. */
export const signalsOf = (tx: Transaction<Tables>): EventEmitter => ownTransaction(tx).signals

const sentOf = (tx: Transaction<Tables>): Sent => ownTransaction(tx).sent

function ownTransaction(tx: Transaction<Tables>): SendingTransaction {
  if (tx instanceof SendingTransaction) return tx
  throw new TypeError('this works only in transactions of this service')
}

/**
 * Returns a function that runs pipelined transactions: statements that are sent with `send`, or
 * started in one `Promise.all`, leave together and run in the order they were started, each seeing
 * the effects of the one before. Kysely's own transactions wait for each response, also that of
 * `begin`, before the next statement.
 */
export function transactionsOf(
  read: Kysely<Tables>,
  dialect: Dialect,
  signals: EventEmitter,
  acknowledge: (keys: readonly string[]) => void = () => undefined,
) {
  const executor = read.getExecutor()
  const parts = { config: { dialect }, dialect, driver: new DummyDriver() }
  return <Result>(work: (tx: Transaction<Tables>) => Result | Promise<Result>): Promise<Result> =>
    executor.provideConnection(async (connection) => {
      const sent = new Sent(connection)
      const inside = executor.withConnectionProvider({
        provideConnection: (use) => use(sent.connection()),
      })
      const tx = new SendingTransaction({ ...parts, executor: inside }, sent, signals)
      // It fails only with its connection, and then everything after it fails too.
      sent.add(begin)
      try {
        const result = await work(tx)
        for (const further of sent.last) await further()
        sent.instead = (await sent.ending?.()) ?? null
        sent.end()
        const { rows } = await endOf(connection, sent)
        // If a statement aborted the transaction without a throw, the commit ends as a rollback.
        if (isRolledBack(rows)) throw new AbortedTransactionError()
        acknowledge(sent.keys)
        for (const use of sent.uses) void use()
        for (const name of sent.signals) signals.emit(name)
        return result
      } catch (error) {
        sent.end()
        await connection.executeQuery(rollback).catch(() => undefined)
        throw await sent.causeOf(error)
      }
    })
}

async function endOf(connection: DatabaseConnection, sent: Sent) {
  if (!(await sent.hasStayed())) {
    return connection
      .executeQuery(commit)
      .catch((error: unknown) => commitInstead(connection, sent, error))
  }
  if (sent.instead === null) return connection.executeQuery(rollback)
  return commitInstead(connection, sent, new AbortedTransactionError())
}

/** Rejects with this error if there is nothing to commit instead, or if that fails too. */
async function commitInstead(connection: DatabaseConnection, sent: Sent, error: unknown) {
  if (sent.instead === null) throw error
  sent.reopen()
  sent.uses = []
  try {
    await sent.instead()
    return await connection.executeQuery(commit)
  } catch {
    throw error
  } finally {
    sent.end()
  }
}

const isRolledBack = ([ended]: readonly unknown[]): boolean =>
  typeof ended === 'object' && ended !== null && 'command' in ended && ended.command === 'ROLLBACK'
