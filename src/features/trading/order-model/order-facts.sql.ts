import { sql } from 'kysely'
import type { Database, Tx } from '../../../database/database.ts'

/** Facts of an order that only operators see. */
export type OrderFacts = Readonly<{
  cancelRequestedAt: Date | null
  /** When the venue is queried next; null: not scheduled. */
  nextAt: Date | null
  absentAfter: Date
  endedAt: Date | null
  /** The rest of its hold, in units of the asset it is paid with. */
  remaining: bigint
}>

export async function readFacts(
  db: Database['read'] | Tx,
  orderNo: string,
): Promise<OrderFacts | null> {
  const { rows } = await sql<Omit<OrderFacts, 'remaining'> & Readonly<{ remaining: string }>>`
    select o.cancel_requested_at as "cancelRequestedAt", o.next_at as "nextAt",
      o.absent_after as "absentAfter", o.ended_at as "endedAt",
      coalesce(h.initial - h.consumed - h.released, 0) as remaining
    from orders o left join holds h on h.owner_kind = 'order' and h.owner_id = o.order_no
    where o.order_no = ${orderNo}`.execute(db)
  const [row] = rows
  return row === undefined ? null : { ...row, remaining: BigInt(row.remaining) }
}

/** Clears the incident; the caller then settles a new report of the venue. */
export async function clearIncident(tx: Tx, orderNo: string): Promise<void> {
  await sql`update orders set incident = null where order_no = ${orderNo}`.execute(tx)
}

/** A trade on our account without an order of ours; amounts in the venue's parts. */
export type ListedStray = Readonly<{
  tradeId: string
  txPair: string
  side: 'BUY' | 'SELL'
  venueOrderId: string
  clientOrderId: string | null
  baseSymbol: string
  baseScale: number
  quoteSymbol: string
  volume: string
  quote: string
  commission: string
  tradedAt: Date
  recordedAt: Date
}>

/** Lists unmatched trades, most recently recorded first. */
export async function listStrays(
  db: Database['read'],
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<readonly ListedStray[]> {
  const { rows } = await sql<ListedStray>`
    select s.trade_id as "tradeId", p.tx_pair as "txPair", s.side,
      s.venue_order_id as "venueOrderId", s.client_order_id as "clientOrderId",
      base.symbol as "baseSymbol", base.scale as "baseScale", quote.symbol as "quoteSymbol",
      s.volume, s.quote_exact as quote, s.commission, s.traded_at as "tradedAt",
      s.recorded_at as "recordedAt"
    from stray_trades s join pairs p on p.id = s.pair_id
    join assets base on base.id = p.base_asset_id
    join assets quote on quote.id = p.quote_asset_id
    order by s.recorded_at desc, s.pair_id, s.trade_id
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}
