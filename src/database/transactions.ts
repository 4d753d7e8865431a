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

/** Statements of a transaction that nobody waits for, `begin` the first of them. */
class Sent {
  readonly #statements: Promise<unknown>[] = []
  #failed = false

  add(statement: Promise<unknown>): void {
    statement.catch(() => {
      this.#failed = true
    })
    this.#statements.push(statement)
  }

  /** Whether one of them could not even leave; all the others fail with their transaction. */
  async hasStayed(): Promise<boolean> {
    if (this.#statements.length > 1) await setImmediate()
    return this.#failed
  }

  /** What is told once the transaction is committed. */
  readonly channels = new Set<string>()

  async failure(): Promise<unknown> {
    const ended = await Promise.allSettled(this.#statements)
    return ended.find((one) => one.status === 'rejected')?.reason
  }
}

const sentIn = new WeakMap<Transaction<Tables>, Sent>()

/**
 * Has a statement run whose answer nobody needs: the work goes on at once, and what comes after it
 * finds it done. A transaction in which it fails fails with its error.
 */
export function send(tx: Transaction<Tables>, statement: RawBuilder<unknown>): void {
  sentOf(tx).add(statement.execute(tx))
}

/**
 * Has the listeners of a channel told once the transaction is committed. `NOTIFY` within it would
 * let no two such transactions commit at once, each waiting for the other's write to reach the
 * disk. Whoever listens must look now and then all the same: a process that dies tells nobody.
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
 * Transactions whose statements need not wait for each other: those that are sent, and those of one
 * `Promise.all`, go to the database in one go and run there one after the other, in the order they
 * were begun, each seeing what the one before it did. Kysely's own transactions wait for every
 * answer before the next statement leaves, and for that of `begin` too.
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
      // It fails only with its connection, and everything after it then fails as well.
      sent.add(connection.executeQuery(begin))
      try {
        const result = await work(tx)
        isOver = true
        const { rows } = await connection.executeQuery((await sent.hasStayed()) ? rollback : commit)
        // So ends what a failed statement has aborted, though nobody threw.
        if (isRolledBack(rows)) throw new AbortedTransactionError()
        for (const channel of sent.channels) tell(channel)
        return result
      } catch (error) {
        isOver = true
        await connection.executeQuery(rollback).catch(() => undefined)
        // Every statement after one that failed fails as well, and says nothing of why.
        throw (await sent.failure()) ?? error
      }
    })
}

const isRolledBack = ([ended]: readonly unknown[]): boolean =>
  typeof ended === 'object' && ended !== null && 'command' in ended && ended.command === 'ROLLBACK'
