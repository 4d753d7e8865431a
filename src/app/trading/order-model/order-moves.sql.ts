import type { OrderNo } from '../../../base/values/ids.ts'
import type { Reader } from '../../../core/database/database.ts'
import { columnsOf, type RowOf, readRows } from '../../../core/database/driver/read-rows.ts'

const moveColumns = columnsOf({
  postingId: 'postingId',
  key: 'text',
  at: 'timestamptz',
  assetId: 'assetId',
  symbol: 'text',
  scale: 'smallint',
  units: 'units',
  from: 'text',
  to: 'text',
})

/** A move of the ledger that an order caused. */
export type OrderMove = RowOf<typeof moveColumns>

/** Reads the moves of an order's hold and of these trades, oldest first. */
export const readMoves = (
  db: Reader,
  orderNo: OrderNo,
  tradeIds: readonly string[],
): Promise<readonly OrderMove[]> =>
  readRows(db, moveColumns)`
    select p.id as "postingId", p.key, p.at, m.asset_id as "assetId", a.symbol, a.scale, m.units,
      f.name as "from", t.name as "to"
    from postings p join moves m on m.posting_id = p.id
    join assets a on a.id = m.asset_id
    join account_kinds f on f.id = m.from_kind join account_kinds t on t.id = m.to_kind
    where p.key in (
      select unnest(array['hold:order:' || ${orderNo}::text, 'release:order:' || ${orderNo}::text])
      union all
      select 'fill:' || o.pair_id || ':' || trade.id || ':' || o.side
      from orders o cross join unnest(${tradeIds}::text[]) as trade (id)
      where o.order_no = ${orderNo})
    order by p.id, m.line`
