import type { AssetId, RequestId } from '../../../base/values/ids.ts'
import type { Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'

/** A transaction at custody in the place of one that we sent. */
export type Replacement = Readonly<{
  /** Custody's id. */
  id: string
  replacedTxHash: string
  address: string
  assetId: AssetId
  units: bigint
}>

/**
 * Finds the withdrawals whose transaction is replaced, in the order of the replacements: as it
 * was recorded, else by the hash of what it replaces, else by address and amount, if just one open
 * withdrawal has those. Null if none is.
 */
export async function findReplaced(
  tx: Tx,
  replacements: readonly Replacement[],
): Promise<readonly (RequestId | null)[]> {
  if (replacements.length === 0) return []
  const records = replacements.map((one, at) => ({ ...one, at, units: one.units.toString() }))
  const wanted = rowsOf(records, {
    at: 'integer',
    id: 'text',
    replacedTxHash: 'text',
    address: 'text',
    assetId: 'assetId',
    units: 'numeric',
  })
  const found = await readRows(tx, { requestId: 'requestId?' })`
    select coalesce(
      (select w.request_id from withdrawals w
        where w.replaced_by = t.id and w.address = t.address
        order by w.id limit 1),
      (select w.request_id from withdrawals w
        where w.kind = 'COIN' and w.tx_hash = t."replacedTxHash" and w.address = t.address
        order by w.id limit 1),
      (select min(w.request_id) from withdrawals w
        where w.kind = 'COIN' and w.status in ('PROCESSING', 'SUBMITTED')
          and w.address = t.address and w.asset_id = t."assetId" and w.sent = t.units
        having count(*) = 1)) as "requestId"
    from ${wanted} order by t.at`
  return found.map((row) => row.requestId)
}
