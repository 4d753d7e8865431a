import type { Tx } from '../../core/database/database.ts'
import { insertRows } from '../../core/database/driver/insert.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../core/database/driver/rows.ts'
import { closeAgreements } from '../../core/decisions/agreements.sql.ts'
import type { Suspended } from './suspended.rules.ts'

const columns = {
  source: 'text',
  reference: 'text',
  asset_id: 'assetId',
  units: 'numeric',
  in_words: 'text',
  reason: 'text',
  data: 'jsonb',
} as const

/** Adds items to suspense, where operators look for their owners. */
export async function insertSuspense(tx: Tx, items: readonly Suspended[]): Promise<void> {
  if (items.length === 0) return
  const records = items.map(({ source, reference, amount, inWords, reason, data }) => ({
    source,
    reference,
    asset_id: amount?.asset.id ?? null,
    units: amount?.units ?? null,
    in_words: inWords,
    reason,
    data,
  }))
  await insertRows(tx, 'suspense_items', records, { unique: ['source', 'reference'] })
  // An item stored without an amount gets it if a later report can be booked. What was decided or
  // agreed without that amount counts no more.
  const valued = await readRows(tx, { id: 'bigint' })`
    update suspense_items i
    set asset_id = t.asset_id, units = t.units, in_words = t.in_words, reason = t.reason,
      data = t.data, state = 'open', decided_by = null, decided_at = null
    from ${rowsOf(records, columns)}
    where i.source = t.source and i.reference = t.reference and i.units is null
      and t.units is not null
    returning i.id`
  for (const { id } of valued) await closeAgreements(tx, { kind: 'suspense', subject: id })
}
