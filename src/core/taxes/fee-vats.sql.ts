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

/** Finds the last of these postings that took a fee which was not given back since. */
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
    select posting_key as key, source, fee, fee_idr as "feeIdr", vat_idr as "vatIdr", rule,
      valued_by as "valuedBy", valued_at as "valuedAt"
    from fee_vats v
    where posting_key = any(${keys}) and corrects is null
      and not exists (select from fee_vats c where c.corrects = v.posting_key)
    order by id desc limit 1`
  return found ?? null
}
