import type { UserId } from '../../base/values/ids.ts'
import type { Money } from '../../base/values/money.ts'
import type { Tx } from '../database/database.ts'
import { sendRows } from '../database/driver/insert.ts'
import { oneOfTexts, readRows } from '../database/driver/read-rows.ts'

/** The value-added tax in a fee of a deposit or a withdrawal; below zero if it is given back. */
export type FeeVat = Readonly<{
  key: string
  /** The posting whose fee is given back; null: the fee was taken. */
  corrects: string | null
  user: UserId
  source: FeeSource
  fee: Money
  feeIdr: bigint
  vatIdr: bigint
  rule: string
  valuedBy: string
  valuedAt: Date
}>

export const feeSources = ['deposit', 'withdrawal'] as const
export type FeeSource = (typeof feeSources)[number]

const recordOf = (vat: FeeVat) => ({
  posting_key: vat.key,
  corrects: vat.corrects,
  user_id: vat.user,
  source: vat.source,
  asset_id: vat.fee.asset.id,
  fee: vat.fee.units,
  fee_idr: vat.feeIdr,
  vat_idr: vat.vatIdr,
  rule: vat.rule,
  valued_by: vat.valuedBy,
  valued_at: vat.valuedAt,
})

/** Records the taxes of fees, each posting once. */
export const sendFeeVats = (tx: Tx, vats: Iterable<FeeVat>): void =>
  sendRows(tx, 'fee_vats', [...vats].map(recordOf), {
    orderBy: ['posting_key'],
    unique: ['posting_key'],
  })

/** Finds the last of these postings that took a fee, and what was not given back of it since. */
export async function findTakenVat(tx: Tx, keys: readonly string[]) {
  const [found] = await readRows(tx, {
    key: 'text',
    source: oneOfTexts(...feeSources),
    fee: 'units',
    feeIdr: 'units',
    vatIdr: 'units',
    rule: 'text',
    valuedBy: 'text',
    valuedAt: 'timestamptz',
  })`
    select v.posting_key as key, v.source, v.fee + c.fee as fee, v.fee_idr + c.fee_idr as "feeIdr",
      v.vat_idr + c.vat_idr as "vatIdr", v.rule, v.valued_by as "valuedBy",
      v.valued_at as "valuedAt"
    from fee_vats v cross join lateral (
      select coalesce(sum(fee), 0) as fee, coalesce(sum(fee_idr), 0) as fee_idr,
        coalesce(sum(vat_idr), 0) as vat_idr
      from fee_vats where corrects = v.posting_key
    ) c
    where v.posting_key = any(${keys}) and v.corrects is null and v.fee + c.fee > 0
    order by v.id desc limit 1`
  return found ?? null
}
