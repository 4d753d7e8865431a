import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { rowsOf } from '../../database/rows.ts'
import type { Suspended } from './suspended.rules.ts'

/** Adds items to suspense, where operators look for their owners. */
export async function insertSuspense(tx: Tx, items: readonly Suspended[]): Promise<void> {
  if (items.length === 0) return
  const rows = rowsOf(
    items.map(({ amount, ...item }) => ({
      ...item,
      assetId: amount?.asset.id ?? null,
      units: amount?.units ?? null,
    })),
    {
      source: 'text',
      reference: 'text',
      assetId: 'smallint',
      units: 'numeric',
      inWords: 'text',
      reason: 'text',
      data: 'jsonb',
    },
    't',
  )
  await sql`
    insert into suspense_items (source, reference, asset_id, units, in_words, reason, data)
    select t.source, t.reference, t."assetId", t.units, t."inWords", t.reason, t.data
    from ${rows} on conflict (source, reference) do nothing`.execute(tx)
  // An undecided item stored without an amount gets its amount if a later report can be booked.
  await sql`
    update suspense_items i
    set asset_id = t."assetId", units = t.units, in_words = t."inWords", reason = t.reason,
      data = t.data
    from ${rows}
    where i.source = t.source and i.reference = t.reference and i.units is null
      and t.units is not null and i.state in ('open', 'proposed')`.execute(tx)
}
