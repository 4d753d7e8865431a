import type { Tx } from '../database/database.ts'
import { sendRows } from '../database/driver/insert.ts'
import { oneOfTexts, readRows } from '../database/driver/read-rows.ts'
import { jakartaToday } from '../database/driver/times.sql.ts'
import { type DayFlow, flows } from './day-flows.rules.ts'
import { ledgerLimits } from './ledger-limits.ts'

/** Sends the flows of postings, to be added to the totals of this day. */
export function sendFlows(tx: Tx, added: readonly DayFlow[]): void {
  sendRows(
    tx,
    'day_flows',
    added.map(({ flow, method, assetId, units, items }) => {
      return { flow, method, asset_id: assetId, units, items }
    }),
    { computed: { day: jakartaToday } },
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
