import { setImmediate } from 'node:timers/promises'
import {
  AbortedTransactionError,
  CompiledQuery,
  type Dialect,
  DummyDriver,
  type Kysely,
  type RawBuilder,
  Transaction,
} from 'kysely'
import type { Tables } from './tables.ts'

const begin = CompiledQuery.raw('begin')
const commit = CompiledQuery.raw('commit')
const rollback = CompiledQuery.raw('rollback')

/** Statements of a transaction that no caller awaits; the first is `begin`. */
class Sent {
  readonly #statements: Promise<unknown>[] = []
  #failed = false

  add(statement: Promise<unknown>): void {
    statement.catch(() => {
      this.#failed = true
    })
    this.#statements.push(statement)
  }

  /** True if a statement failed before it was sent; other failures abort the transaction itself. */
  async hasStayed(): Promise<boolean> {
    if (this.#statements.length > 1) await setImmediate()
    return this.#failed
  }

  /** Channels to notify after the commit. */
  readonly channels = new Set<string>()

  async failure(): Promise<unknown> {
    const ended = await Promise.allSettled(this.#statements)
    return ended.find((one) => one.status === 'rejected')?.reason
  }
}

const sentIn = new WeakMap<Transaction<Tables>, Sent>()

/**
 * Sends a statement without waiting for its result; later statements of the transaction see its
 * effects. If it fails, the transaction fails with its error.
 */
export function send(tx: Transaction<Tables>, statement: RawBuilder<unknown>): void {
  sentOf(tx).add(statement.execute(tx))
}

/**
 * Notifies the listeners of a channel after the commit. `NOTIFY` inside the transaction would
 * serialise commits, each waiting for the other's write to reach the disk. Listeners must also
 * poll: a process that dies after its commit sends no notification.
 */
export function tellOnCommit(tx: Transaction<Tables>, channel: string): void {
  sentOf(tx).channels.add(channel)
}

function sentOf(tx: Transaction<Tables>): Sent {
  const sent = sentIn.get(tx)
  if (sent === undefined) throw new TypeError('this works in transactions of this service only')
  return sent
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
  tell: (channel: string) => void,
) {
  const executor = read.getExecutor()
  const parts = { config: { dialect }, dialect, driver: new DummyDriver() }
  return <Result>(work: (tx: Transaction<Tables>) => Result | Promise<Result>): Promise<Result> =>
    executor.provideConnection(async (connection) => {
      let isOver = false
      const inside = executor.withConnectionProvider({
        provideConnection(use) {
          if (isOver) throw new Error('the transaction is over')
          return use(connection)
        },
      })
      const tx = new Transaction<Tables>({ ...parts, executor: inside })
      const sent = new Sent()
      sentIn.set(tx, sent)
      // It fails only with its connection, and then everything after it fails too.
      sent.add(connection.executeQuery(begin))
      try {
        const result = await work(tx)
        isOver = true
        const { rows } = await connection.executeQuery((await sent.hasStayed()) ? rollback : commit)
        // If a statement aborted the transaction without a throw, the commit ends as a rollback.
        if (isRolledBack(rows)) throw new AbortedTransactionError()
        for (const channel of sent.channels) tell(channel)
        return result
      } catch (error) {
        isOver = true
        await connection.executeQuery(rollback).catch(() => undefined)
        // Statements after a failed one fail too, without naming the cause, so the first error is
        // thrown.
        throw (await sent.failure()) ?? error
      }
    })
}

const isRolledBack = ([ended]: readonly unknown[]): boolean =>
  typeof ended === 'object' && ended !== null && 'command' in ended && ended.command === 'ROLLBACK'
