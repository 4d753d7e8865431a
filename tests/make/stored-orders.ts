import { sql } from 'kysely'
import { settleDueOrders } from '../../src/app/trading/executions/settle-due-orders.ts'
import type { Context } from '../../src/context.ts'
import { eventually, type Tukar } from '../harness.ts'
import type { Trader } from './trader.ts'

type Owner = Pick<Trader, 'id'>
/** A service, or only its database. */
type Books = Readonly<{ service: Readonly<{ ctx: Pick<Context, 'db'> }> }>

export type OrderRow = Readonly<{
  orderNo: string
  txPair: string
  side: 'BUY' | 'SELL'
  status: 'CREATE' | 'DONE' | 'CANCEL'
  at: string
  incident: string | null
}>

const minuteMs = 60_000
const firstMs = Date.parse('2026-03-01T00:00:00.000Z')

/** The time of the nth row, a minute after the one before. */
export const minute = (n: number): string => new Date(firstMs + n * minuteMs).toISOString()

/** Inserts orders a minute apart, without money and unknown to the venue. */
export async function storeOrders(
  { service }: Books,
  { id }: Owner,
  rows: readonly Partial<OrderRow>[],
): Promise<readonly string[]> {
  const orderNos: string[] = []
  for (const [n, row] of rows.entries()) {
    const { orderNo = `TK-${id}-${n}`, txPair = 'BTC_IDR', side = 'BUY', incident = null } = row
    const { status = 'CREATE', at = minute(n) } = row
    await sql`
      insert into orders (order_no, user_id, pair_id, side, type, volume, price, fee_ppm, held,
        status, incident, absent_after, created_at, updated_at, ended_at)
      select ${orderNo}, ${id}, p.id, ${side}, 'LIMIT', 1000000, 160000000000, 1000, 1600000000,
        ${status}, ${incident}, now(), ${at}::timestamptz, ${at}::timestamptz,
        case when ${status} <> 'CREATE' then now() end
      from pairs p where p.tx_pair = ${txPair}`.execute(service.ctx.db.read)
    orderNos.push(orderNo)
  }
  return orderNos
}

export type FillRow = Readonly<{ tradeId: string; orderNo: string; at: string }>

/** Fills of such orders: each a thousandth of a bitcoin for 1,600,000 rupiah. */
export async function storeFills(
  { service }: Books,
  fills: readonly (Pick<FillRow, 'orderNo'> & Partial<FillRow>)[],
): Promise<void> {
  for (const [n, { orderNo, tradeId = `${n + 1}`, at = minute(n) }] of fills.entries()) {
    await sql`
      insert into fills (pair_id, trade_id, side, order_id, user_id, price, volume, quote_exact,
        commission, amount, fee, tax, vat_idr, traded_at)
      select pair_id, ${tradeId}, side, id, user_id, 1600000000, 100000, 160000000000000, 0,
        160000000, 100, 0, 15855, ${at}::timestamptz
      from orders where order_no = ${orderNo}`.execute(service.ctx.db.read)
  }
}

/** Queries the venue for an order until a part of it was executed. */
export const executed = ({ service: { ctx } }: Tukar, orderNo: string) =>
  eventually(`a trade of ${orderNo}`, async () => {
    await sql`update orders set next_at = now() where status = 'CREATE'`.execute(ctx.db.read)
    await settleDueOrders(ctx)
    const { rows } = await sql`
      select from orders where order_no = ${orderNo} and executed_volume > 0`.execute(ctx.db.read)
    return rows.length > 0
  })
