import type { Database, Tx } from '../../core/database/database.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../core/database/driver/rows.ts'

/**
 * Returns the time, in milliseconds, from which a provider's list is to be read. The first call
 * stores `firstMs` or, without it, the present: earlier transactions do not concern this service.
 */
export async function readPulled(
  db: Database,
  provider: string,
  firstMs: number | null = null,
): Promise<number> {
  const found = await readRows(db.read, { since: 'bigint' })`
    with known as (select since_ms from pulled where provider = ${provider}),
    made as (
      insert into pulled as p (provider, since_ms)
      select ${provider}, coalesce(${firstMs}::bigint, (extract(epoch from now()) * 1000)::bigint)
      where not exists (select from known)
      on conflict (provider) do update set provider = p.provider
      returning since_ms
    )
    select since_ms as since from known union all select since_ms from made`
  return found[0]?.since ?? 0
}

export type PulledMark = Readonly<{ provider: string; sinceMs: number }>

/**
 * Moves marks forward: earlier transactions need not be read again. None passes the present of the
 * database, which is returned in milliseconds: with a clock that is ahead, a node would leave out
 * what comes until that time.
 */
export async function writePulled(tx: Tx, marks: readonly PulledMark[]): Promise<number> {
  const rows = rowsOf(marks, { provider: 'text', sinceMs: 'bigint' })
  const [present] = await readRows(tx, { nowMs: 'bigint' })`
    with present as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms),
    moved as (
      update pulled p set since_ms = least(t."sinceMs", present.ms), updated_at = now()
      from ${rows}, present
      where p.provider = t.provider and p.since_ms < least(t."sinceMs", present.ms)
    )
    select ms as "nowMs" from present`
  return present?.nowMs ?? 0
}
