import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { sendRows } from '../database/driver/insert.ts'
import { oneOfTexts, readRows } from '../database/driver/read-rows.ts'
import { type DayFlow, flows } from './day-flows.rules.ts'
import { ledgerLimits } from './ledger-limits.ts'

/** The day in Jakarta of the transaction's start. */
export const today = sql`(now() at time zone 'Asia/Jakarta')::date`

/** Sends the flows of postings, to be added to the totals of this day. */
export function sendFlows(tx: Tx, added: readonly DayFlow[]): void {
  sendRows(
    tx,
    'day_flows',
    added.map(({ flow, method, assetId, units, items }) => {
      return { flow, method, asset_id: assetId, units, items }
    }),
    { computed: { day: today } },
  )
}

/** Takes a bounded number of rows of flows out, and sums them; each row is taken once. */
export async function takeFlows(tx: Tx) {
  return readRows(tx, {
    day: 'text',
    flow: oneOfTexts(...flows),
    method: 'text',
    assetId: 'assetId',
    units: 'units',
    items: 'integer',
  })`
    with taken as (
      delete from day_flows where ctid in (
        select ctid from day_flows limit ${ledgerLimits.takenFlows} for update)
      returning *
    )
    select day::text as day, flow, method, asset_id as "assetId", sum(units)::text as units,
      sum(items)::integer as items
    from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4`
}
