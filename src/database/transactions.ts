import {
  AbortedTransactionError,
  CompiledQuery,
  type Dialect,
  DummyDriver,
  type Kysely,
  Transaction,
} from 'kysely'
import type { Tables } from './tables.ts'

const begin = CompiledQuery.raw('begin')
const commit = CompiledQuery.raw('commit')
const rollback = CompiledQuery.raw('rollback')

/**
 * Transactions whose statements need not wait for each other: those of one `Promise.all` go to the
 * database in one go and run there one after the other, in the order they were begun, each seeing
 * what the one before it did. Kysely's own transactions wait for every answer before the next
 * statement leaves, and for that of `begin` too.
 */
export function transactionsOf(read: Kysely<Tables>, dialect: Dialect) {
  const executor = read.getExecutor()
  const parts = { config: { dialect }, dialect, driver: new DummyDriver() }
  return <Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> =>
    executor.provideConnection(async (connection) => {
      let isOver = false
      const inside = executor.withConnectionProvider({
        provideConnection(use) {
          if (isOver) throw new Error('the transaction is over')
          return use(connection)
        },
      })
      const tx = new Transaction<Tables>({ ...parts, executor: inside })
      // It fails only with its connection, and everything after it then fails as well.
      const begun = connection.executeQuery(begin)
      begun.catch(() => undefined)
      try {
        const result = await work(tx)
        await begun
        isOver = true
        const { rows } = await connection.executeQuery(commit)
        // So ends what a failed statement has aborted, though nobody threw.
        if (isRolledBack(rows)) throw new AbortedTransactionError()
        return result
      } catch (error) {
        isOver = true
        await connection.executeQuery(rollback).catch(() => undefined)
        throw error
      }
    })
}

const isRolledBack = ([ended]: readonly unknown[]): boolean =>
  typeof ended === 'object' && ended !== null && 'command' in ended && ended.command === 'ROLLBACK'
