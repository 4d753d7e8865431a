import type { OrderNo } from '../../base/values/ids.ts'
import { integerOf } from '../../base/values/integers.ts'
import type { Tx } from '../../core/database/database.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../core/database/driver/rows.ts'

/** Returns the orders of trades by the keys of their postings. */
export async function findTradedOrders(
  tx: Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, OrderNo>> {
  const trades = keys.flatMap((key) => {
    const [, pair = '', tradeId = '', side = ''] = /^fill:(\d+):(.+):(BUY|SELL)$/.exec(key) ?? []
    return pair === '' ? [] : [{ key, pair: integerOf(pair), tradeId, side }]
  })
  if (trades.length === 0) return new Map()
  const wanted = rowsOf(trades, { key: 'text', pair: 'integer', tradeId: 'text', side: 'text' })
  const rows = await readRows(tx, { key: 'text', orderNo: 'orderNo' })`
    select t.key, o.order_no as "orderNo"
    from ${wanted} join fills f
      on f.pair_id = t.pair and f.trade_id = t."tradeId" and f.side = t.side
    join orders o on o.id = f.order_id`
  return new Map(rows.map(({ key, orderNo }) => [key, orderNo]))
}
