import { sql } from 'kysely'
import type { Database, Tx } from '../../database/database.ts'

/**
 * From when on a provider's list is to be read: at first from now, since what went before this
 * service was anybody's, unless a moment is given to begin with.
 */
export async function readPulled(
  db: Database,
  provider: string,
  firstMs: number | null = null,
): Promise<number> {
  const found = await sql<{ since: number }>`
    insert into pulled as p (provider, since_ms)
    values (${provider},
      coalesce(${firstMs}::bigint, (extract(epoch from now()) * 1000)::bigint))
    on conflict (provider) do update set provider = p.provider
    returning since_ms as since`.execute(db.read)
  return found.rows[0]?.since ?? 0
}

/** Nothing before this moment needs to be read again. */
export async function writePulled(tx: Tx, provider: string, sinceMs: number): Promise<void> {
  await tx
    .updateTable('pulled')
    .set({ since_ms: sinceMs, updated_at: sql<Date>`now()` })
    .where('provider', '=', provider)
    .where('since_ms', '<', sinceMs)
    .execute()
}
