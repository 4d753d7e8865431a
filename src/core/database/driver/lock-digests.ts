import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/**
 * Locks all digests that a value may have until the transaction ends, in one order: nodes whose
 * first application keys differ wait for each other too.
 */
export async function lockDigests(tx: Tx, digests: readonly Buffer[]): Promise<void> {
  const keys = digests.map((digest) => digest.readBigInt64BE().toString())
  await sql`
    select pg_advisory_xact_lock(key)
    from (select distinct key from unnest(${keys}::bigint[]) as k(key) order by key) as ordered
  `.execute(tx)
}
