import { sql } from 'kysely'
import type { CursorRequest } from '../../base/values/cursor.ts'
import type { Reader, Tx } from '../database/database.ts'
import { columnsOf, type RowOf, readRows } from '../database/driver/read-rows.ts'
import type { TaxClosing, TaxHorizon } from './tax-months.rules.ts'

const columns = columnsOf({
  /** Such as 2026-10. */
  month: 'text',
  number: 'integer',
  taxes: 'bigint',
  corrections: 'bigint',
  fills: 'bigint',
  fees: 'bigint',
  items: 'bigint',
  tax: 'units',
  vat: 'units',
  taxDue: 'units',
  vatDue: 'units',
  closedAt: 'timestamptz',
  taxReceipt: 'text?',
  taxPaidAt: 'timestamptz?',
  vatReceipt: 'text?',
  vatPaidAt: 'timestamptz?',
})

/** A closed month. */
export type TaxMonth = RowOf<typeof columns>

/** The months since the year 0, by which pages go on. */
const numberOf = sql`(extract(year from month) * 12 + extract(month from month))::int`

const selectMonths = sql`
  select to_char(month, 'YYYY-MM') as month, ${numberOf} as number, taxes_upto as taxes,
    corrections_upto as corrections, fills_upto as fills, fees_upto as fees, item_count as items,
    tax_idr as tax, vat_idr as vat, greatest(tax_idr + tax_carried, 0)::units as "taxDue",
    greatest(vat_idr + vat_carried, 0)::units as "vatDue", closed_at as "closedAt",
    tax_receipt as "taxReceipt", tax_paid_at as "taxPaidAt", vat_receipt as "vatReceipt",
    vat_paid_at as "vatPaidAt"
  from tax_months`

export const horizonOf = (closed: TaxMonth | null): TaxHorizon => ({
  tax: closed?.taxes ?? 0,
  correction: closed?.corrections ?? 0,
  'trade-fee': closed?.fills ?? 0,
  fee: closed?.fees ?? 0,
})

/** Finds the last closed month before `month`, or of all. */
export async function findLastMonth(db: Reader, month?: string): Promise<TaxMonth | null> {
  const before = month === undefined ? sql`true` : sql`month < ${`${month}-01`}::date`
  const rows = await readRows(db, columns)`
    ${selectMonths} where ${before} order by month desc limit 1`
  return rows[0] ?? null
}

export async function findMonth(db: Reader, month: string): Promise<TaxMonth | null> {
  const rows = await readRows(db, columns)`${selectMonths} where month = ${`${month}-01`}::date`
  return rows[0] ?? null
}

/** Lists closed months by time. */
export function listMonths(
  db: Reader,
  { limit, cursor, sort }: CursorRequest,
): Promise<readonly TaxMonth[]> {
  const [number] = cursor ?? []
  const beyond = sql.raw(sort === 'desc' ? '<' : '>')
  const follows = number === undefined ? sql`true` : sql`${numberOf} ${beyond} ${number}::bigint`
  return readRows(db, columns)`
    ${selectMonths} where ${follows} order by month ${sql.raw(sort)} limit ${limit + 1}`
}

/**
 * Returns the last ids of what is committed. The lock waits for transactions that write these
 * tables, so that none commits a lower id afterwards: call it in a short transaction.
 */
export async function readHorizon(tx: Tx): Promise<TaxHorizon> {
  await sql`
    lock table fills, trade_taxes, fee_vats, tax_corrections in share mode`.execute(tx)
  const rows = await readRows(tx, {
    tax: 'bigint',
    correction: 'bigint',
    'trade-fee': 'bigint',
    fee: 'bigint',
  })`
    select (select coalesce(max(id), 0) from trade_taxes) as tax,
      (select coalesce(max(id), 0) from tax_corrections) as correction,
      (select coalesce(max(id), 0) from fills) as "trade-fee",
      (select coalesce(max(id), 0) from fee_vats) as fee`
  const [horizon] = rows
  if (horizon === undefined) throw new Error('the last ids were not read')
  return horizon
}

/** Closes a month; what the one before it corrected below zero is carried over. */
export async function insertMonth(
  tx: Tx,
  month: string,
  { tax, vat, items, upto }: TaxClosing,
): Promise<void> {
  await sql`
    insert into tax_months (month, taxes_upto, corrections_upto, fills_upto, fees_upto, item_count,
      tax_idr, vat_idr, tax_carried, vat_carried)
    select ${`${month}-01`}::date, ${upto.tax}, ${upto.correction}, ${upto['trade-fee']},
      ${upto.fee}, ${items}, ${tax.toString()}::numeric, ${vat.toString()}::numeric,
      least(coalesce(max(m.tax_idr + m.tax_carried), 0), 0),
      least(coalesce(max(m.vat_idr + m.vat_carried), 0), 0)
    from tax_months m where m.month = ${`${month}-01`}::date - interval '1 month'`.execute(tx)
}

/** Whether a payment was booked with one of these receipts. */
export async function isReceiptUsed(db: Reader, receipts: readonly string[]): Promise<boolean> {
  const rows = await readRows(db, { used: 'boolean' })`
    select exists (
      select from tax_months
      where tax_receipt = any(${receipts}) or vat_receipt = any(${receipts})) as used`
  return rows[0]?.used ?? false
}

/** Records the receipts of payments of a month; a receipt that is there already stays. */
export async function writePayment(
  tx: Tx,
  month: string,
  { tax, vat }: Readonly<{ tax: string | null; vat: string | null }>,
): Promise<void> {
  await sql`
    update tax_months set
      tax_receipt = coalesce(tax_receipt, ${tax}::text),
      tax_paid_at = coalesce(tax_paid_at, case when ${tax}::text is not null then now() end),
      vat_receipt = coalesce(vat_receipt, ${vat}::text),
      vat_paid_at = coalesce(vat_paid_at, case when ${vat}::text is not null then now() end)
    where month = ${`${month}-01`}::date`.execute(tx)
}
