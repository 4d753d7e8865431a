import { setTimeout } from 'node:timers/promises'
import type { Stage } from './stage.ts'

/** Sessions report their statistics at most this late. */
export const reportedMs = 1_500

/** What the sessions of the stage's database did. */
export type DatabaseWork = Readonly<{ transactions: number; statements: number; flushes: number }>

/**
 * Starts to count transactions, statements and flushes of the write-ahead log of the whole server;
 * the returned function returns them, except those of the last `reportedMs`. The stage must count
 * statements.
 */
export async function countDatabaseWork(
  stage: Pick<Stage, 'sql'>,
): Promise<() => Promise<DatabaseWork>> {
  await stage.sql.query('create extension if not exists pg_stat_statements')
  await setTimeout(reportedMs)
  const before = await workOf(stage)
  return async () => {
    const after = await workOf(stage)
    return {
      transactions: after.transactions - before.transactions,
      statements: after.statements - before.statements,
      flushes: after.flushes - before.flushes,
    }
  }
}

async function workOf({ sql }: Pick<Stage, 'sql'>): Promise<DatabaseWork> {
  const found = await sql.query(
    `select
       (select sum(xact_commit + xact_rollback) from pg_stat_database)::float8 as transactions,
       (select sum(calls) from pg_stat_statements where toplevel)::float8 as statements,
       (select sum(fsyncs) from pg_stat_io where object = 'wal')::float8 as flushes`,
  )
  return found.rows[0]
}
