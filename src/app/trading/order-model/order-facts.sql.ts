import { sql } from 'kysely'
import type { CursorRequest } from '../../../base/values/cursor.ts'
import type { OrderNo, PairId } from '../../../base/values/ids.ts'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../../core/database/driver/read-rows.ts'
import { afterId, eachIs } from '../../../core/database/partitions/page-query.ts'
import { type TimeSpan, withinSpan } from '../../../core/database/partitions/time-span.ts'

const factColumns = columnsOf({
  cancelRequestedAt: 'timestamptz?',
  /** When the venue is queried next; null: not scheduled. */
  nextAt: 'timestamptz?',
  absentAfter: 'timestamptz',
  endedAt: 'timestamptz?',
  /** The rest of its hold, in units of the asset it is paid with. */
  remaining: 'units',
})

/** Facts of an order that only operators see. */
export type OrderFacts = RowOf<typeof factColumns>

export async function readFacts(db: Reader, orderNo: OrderNo): Promise<OrderFacts | null> {
  const rows = await readRows(db, factColumns)`
    select o.cancel_requested_at as "cancelRequestedAt", o.next_at as "nextAt",
      o.absent_after as "absentAfter", o.ended_at as "endedAt",
      coalesce(h.initial - h.consumed - h.released, 0) as remaining
    from orders o left join holds h on h.owner_kind = 'order' and h.owner_id = o.order_no
    where o.order_no = ${orderNo}`
  return rows[0] ?? null
}

/** Clears the incident; the caller then settles a new report of the venue. */
export async function clearOrderIncident(tx: Tx, orderNo: OrderNo): Promise<void> {
  await sql`update orders set incident = null where order_no = ${orderNo}`.execute(tx)
}

const unmatchedTradeColumns = columnsOf({
  id: 'bigint',
  tradeId: 'text',
  txPair: 'text',
  side: oneOfTexts('BUY', 'SELL'),
  venueOrderId: 'text',
  clientOrderId: 'text?',
  baseSymbol: 'text',
  baseScale: 'smallint',
  quoteSymbol: 'text',
  volume: 'text',
  quote: 'text',
  commission: 'text',
  tradedAt: 'timestamptz',
  recordedAt: 'timestamptz',
})

/** A trade on our account without an order of ours; amounts in the venue's parts. */
export type ListedUnmatchedTrade = RowOf<typeof unmatchedTradeColumns>

type UnmatchedTradeFilter = Readonly<{
  pairId?: PairId | undefined
  side?: 'BUY' | 'SELL' | undefined
  span: TimeSpan
}>

/** Lists unmatched trades in the order they were recorded. */
export async function listUnmatchedTrades(
  db: Database['read'],
  { pairId, side, span }: UnmatchedTradeFilter,
  page: CursorRequest,
): Promise<readonly ListedUnmatchedTrade[]> {
  const { follows, ordered } = afterId('s.id', page)
  const matching = [
    follows,
    ...eachIs({ 's.pair_id': pairId, 's.side': side }),
    ...withinSpan('s.traded_at', span),
  ]
  return readRows(db, unmatchedTradeColumns)`
    select s.id, s.trade_id as "tradeId", p.tx_pair as "txPair", s.side,
      s.venue_order_id as "venueOrderId", s.client_order_id as "clientOrderId",
      base.symbol as "baseSymbol", base.scale as "baseScale", quote.symbol as "quoteSymbol",
      s.volume, s.quote_exact as quote, s.commission, s.traded_at as "tradedAt",
      s.recorded_at as "recordedAt"
    from unmatched_trades s join pairs p on p.id = s.pair_id
    join assets base on base.id = p.base_asset_id
    join assets quote on quote.id = p.quote_asset_id
    where ${sql.join(matching, sql` and `)} ${ordered}`
}
