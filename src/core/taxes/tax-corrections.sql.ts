import { type RawBuilder, sql } from 'kysely'
import type { PairId, UserId } from '../../base/values/ids.ts'
import type { Reader, Tx } from '../database/database.ts'
import { columnsOf, oneOfTexts, type RowOf, readRows } from '../database/driver/read-rows.ts'
import type { TaxCorrecting, TaxFigures } from './tax-months.rules.ts'

/** Of a corrected tax: cancelled if nothing of it is due; `row` names the correction. */
export const correctedStatus = (row: string): RawBuilder<unknown> => sql`
  case when ${sql.ref(`${row}.value_idr`)} = 0 and ${sql.ref(`${row}.tax_idr`)} = 0
    then 'cancelled' else 'corrected' end`

/** The last figures of a tax; `paid`: what its user paid of it, less what was given back. */
type FoundFigures = TaxFigures & Readonly<{ user: UserId; tradedAt: Date; paid: bigint }>

/** Returns the payer, the time of the trade and the last figures of a tax; null without one. */
export async function findTaxFigures(db: Reader, tax: number): Promise<FoundFigures | null> {
  const [found] = await readRows(db, {
    user: 'userId',
    tradedAt: 'timestamptz',
    value: 'units',
    tax: 'units',
    paid: 'units',
  })`
    select t.user_id as "user", t.traded_at as "tradedAt",
      coalesce(c.value_idr, t.value_idr) as value, coalesce(c.tax_idr, t.tax_idr) as tax,
      least(t.tax_idr, (select min(tax_idr) from tax_corrections where tax_id = t.id)) as paid
    from trade_taxes t left join lateral (
      select value_idr, tax_idr from tax_corrections where tax_id = t.id
      order by id desc limit 1) c on true
    where t.id = ${tax}`
  return found ?? null
}

/** Records a correction of the last figures of a tax; returns its id. */
export async function insertCorrection(
  tx: Tx,
  tax: number,
  { user, value, tax: due }: TaxFigures & Readonly<{ user: UserId }>,
  right: TaxCorrecting,
): Promise<number> {
  const [row] = await readRows(tx, { id: 'bigint' })`
    insert into tax_corrections
      (tax_id, user_id, old_value_idr, old_tax_idr, value_idr, tax_idr, reason)
    values (${tax}, ${user}, ${value.toString()}::numeric, ${due.toString()}::numeric,
      ${right.value.toString()}::numeric, ${right.tax.toString()}::numeric, ${right.reason})
    returning id`
  if (row === undefined) throw new Error('the correction was not stored')
  return row.id
}

const columns = columnsOf({
  id: 'bigint',
  status: oneOfTexts('corrected', 'cancelled'),
  taxId: 'bigint',
  kind: oneOfTexts('PPH', 'PPN'),
  side: oneOfTexts('BUY', 'SELL'),
  txPair: 'text',
  orderNo: 'orderNo',
  tradedAt: 'timestamptz',
  oldValue: 'units',
  oldTax: 'units',
  value: 'units',
  tax: 'units',
  reason: 'text',
  madeAt: 'timestamptz',
})

/** A correction with the trade that it is about. */
export type TaxCorrection = RowOf<typeof columns>

const most = 1_000

type CorrectionFilter = Readonly<{
  user: UserId
  from: Date | null
  until: Date | null
  pairId: PairId | null
  side: 'BUY' | 'SELL' | null
}>

/** Lists the corrections that were made for a user in a time span, oldest first. */
export function listCorrections(
  db: Reader,
  { user, from, until, pairId, side }: CorrectionFilter,
): Promise<readonly TaxCorrection[]> {
  return readRows(db, columns)`
    select c.id, ${correctedStatus('c')} as status, t.id as "taxId", t.kind, t.side,
      p.tx_pair as "txPair", t.order_no as "orderNo", t.traded_at as "tradedAt",
      c.old_value_idr as "oldValue", c.old_tax_idr as "oldTax", c.value_idr as value,
      c.tax_idr as tax, c.reason, c.made_at as "madeAt"
    from tax_corrections c join trade_taxes t on t.id = c.tax_id join pairs p on p.id = t.pair_id
    where c.user_id = ${user} and ${from === null ? sql`true` : sql`c.made_at >= ${from}`}
      and ${until === null ? sql`true` : sql`c.made_at < ${until}`}
      and ${pairId === null ? sql`true` : sql`t.pair_id = ${pairId}`}
      and ${side === null ? sql`true` : sql`t.side = ${side}`}
    order by c.id limit ${most}`
}
