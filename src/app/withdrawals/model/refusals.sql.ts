import { sql } from 'kysely'
import type { RequestId } from '../../../base/values/ids.ts'
import type { Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { msInterval } from '../../../core/database/driver/times.sql.ts'
import type { CustodyRefusal } from './refusal.rules.ts'

/** A stored refusal: the withdrawal is not sent again. */
export type KeptRefusal = Readonly<{
  requestId: RequestId
  words: string
  /** No earlier request can still be under way. */
  isSettled: boolean
}>

/** Stores the first refusal of each withdrawal. */
export async function keepRefusals(tx: Tx, refusals: readonly CustodyRefusal[]): Promise<void> {
  if (refusals.length === 0) return
  const kept = rowsOf(refusals, { requestId: 'requestId', words: 'text' })
  await sql`
    update withdrawals w set refused_at = clock_timestamp(), refusal = t.words
    from ${kept} where w.request_id = t."requestId" and w.refused_at is null`.execute(tx)
}

export async function findRefusals(
  tx: Tx,
  requestIds: readonly RequestId[],
  settledMs: number,
): Promise<ReadonlyMap<RequestId, KeptRefusal>> {
  if (requestIds.length === 0) return new Map()
  const rows = await readRows(tx, { requestId: 'requestId', words: 'text', isSettled: 'boolean' })`
    select request_id as "requestId", refusal as words,
      refused_at <= statement_timestamp() - ${msInterval(settledMs)}
        as "isSettled"
    from withdrawals
    where request_id = any(${requestIds}) and refused_at is not null`
  return new Map(rows.map((row) => [row.requestId, row]))
}
