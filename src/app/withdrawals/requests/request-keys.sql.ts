import { money } from '../../../base/values/money.ts'
import type { Database } from '../../../core/database/database.ts'
import { oneOfTexts, readRows } from '../../../core/database/driver/read-rows.ts'
import { statuses } from '../model/withdrawal.rules.ts'
import type { Requested } from './request-withdrawals.ts'

/** Finds the withdrawal created under a request key, with its current status. */
export async function findRequested(
  db: Pick<Database, 'read'>,
  requestKey: Buffer,
): Promise<Requested | null> {
  const rows = await readRows(db.read, {
    requestId: 'requestId',
    status: oneOfTexts(...statuses),
    assetId: 'assetId',
    symbol: 'text',
    scale: 'smallint',
    amount: 'units',
    fee: 'units',
  })`
    select w.request_id as "requestId", w.status, a.id as "assetId", a.symbol, a.scale,
      w.amount, w.fee
    from withdrawals w join assets a on a.id = w.asset_id
    where w.request_key = ${requestKey}`
  const [row] = rows
  if (row === undefined) return null
  const { requestId, status, assetId: id, symbol, scale, amount, fee } = row
  const of = (units: bigint) => money({ id, symbol, scale }, units)
  return { requestId, status, amount: of(amount), fee: of(fee) }
}
