import { type RawBuilder, sql } from 'kysely'
import type { OrderNo, PairId, UserId } from '../../base/values/ids.ts'
import { integerOf } from '../../base/values/integers.ts'
import { type Money, money, perMillion, type Rate } from '../../base/values/money.ts'
import type { Reader, Tx } from '../database/database.ts'
import { insertRows } from '../database/driver/insert.ts'
import { columnsOf, oneOfTexts, type RowOf, readRows } from '../database/driver/read-rows.ts'
import { rowsOf } from '../database/driver/rows.ts'
import {
  pairAssetColumns,
  pairAssetJoins,
  pairAssetTypes,
  withPairAssets,
} from '../reference/pair-assets.sql.ts'
import { correctedStatus } from './tax-corrections.sql.ts'

/** One tax on one trade, as of the time of the trade. */
export type TradeTax = Readonly<{
  user: UserId
  /** The trade's own key; user, key and kind identify the tax. */
  tradeKey: string
  kind: TaxKind
  orderNo: OrderNo
  /** `amount` is in the pair's base asset and `value` in its quote asset. */
  pairId: PairId
  side: 'BUY' | 'SELL'
  amount: Money
  value: Money
  rate: Rate
  /** The regulation that sets the rate, as named in tax_rates. */
  rule: string
  /** In the asset it was taken from. */
  tax: Money
  rupiah: TaxInRupiah
  tradedAt: Date
}>

/** The taxed value and the tax in sen, with the source and the time of the conversion. */
export type TaxInRupiah = Readonly<{ value: bigint; tax: bigint; source: string; at: Date }>

export type TaxKind = 'PPH' | 'PPN'

/** The outcome of a row: new, known, or known with other content (the stored row stays). */
export type TaxRecording = 'recorded' | 'known' | 'different'

const columns = {
  n: 'integer',
  user_id: 'userId',
  trade_key: 'text',
  kind: 'text',
  order_no: 'orderNo',
  pair_id: 'pairId',
  side: 'text',
  amount: 'units0',
  value: 'units0',
  rate_ppm: 'integer',
  rule: 'text',
  tax_asset_id: 'smallint',
  tax: 'units0',
  value_idr: 'units0',
  tax_idr: 'units0',
  valued_by: 'text',
  valued_at: 'timestamptz',
  traded_at: 'timestamptz',
} as const

const key = ['user_id', 'trade_key', 'kind'] as const

/**
 * Records the taxes of trades, in the transaction that books them. A repeated row does nothing; one
 * with other content returns `different`, and the caller must alert.
 */
export async function recordTradeTaxes(
  tx: Tx,
  taxes: readonly TradeTax[],
): Promise<readonly TaxRecording[]> {
  if (taxes.length === 0) return []
  // If a tax is listed twice, its first row is stored.
  const records = new Map(taxes.toReversed().map((tax) => [keyOf(tax), recordOf(tax)]))
  const inserted = await insertRows(tx, 'trade_taxes', [...records.values()], {
    orderBy: key,
    unique: key,
    returning: key,
  })
  const fresh = new Set(inserted.map((row) => `${row.user_id} ${row.kind} ${row.trade_key}`))
  const same = await sameRows(tx, taxes)
  return taxes.map((tax, index) => {
    if (!same.has(index)) return 'different'
    // If a row is listed twice, the first one is the new one.
    return fresh.delete(keyOf(tax)) ? 'recorded' : 'known'
  })
}

/**
 * Returns the indexes of those rows that are stored exactly as sent, though a repeated report may
 * value the trade by a later price.
 */
async function sameRows(tx: Tx, taxes: readonly TradeTax[]): Promise<ReadonlySet<number>> {
  const sent = rowsOf(
    taxes.map((tax, n) => ({ n, ...recordOf(tax) })),
    columns,
    's',
  )
  const found = await readRows(tx, { n: 'integer' })`
    select s.n from ${sent} join trade_taxes t
      on t.user_id = s.user_id and t.trade_key = s.trade_key and t.kind = s.kind
    where (t.order_no, t.pair_id, t.side, t.amount, t.value, t.rate_ppm, t.rule, t.tax_asset_id,
           t.tax, t.traded_at)
        = (s.order_no, s.pair_id, s.side, s.amount, s.value, s.rate_ppm, s.rule, s.tax_asset_id,
           s.tax, s.traded_at)`
  return new Set(found.map(({ n }) => n))
}

const keyOf = ({ user, tradeKey, kind }: TradeTax): string => `${user} ${kind} ${tradeKey}`

const recordOf = (tax: TradeTax) => ({
  user_id: tax.user,
  trade_key: tax.tradeKey,
  kind: tax.kind,
  order_no: tax.orderNo,
  pair_id: tax.pairId,
  side: tax.side,
  amount: tax.amount.units,
  value: tax.value.units,
  rate_ppm: integerOf(tax.rate.ppm),
  rule: tax.rule,
  tax_asset_id: tax.tax.asset.id,
  tax: tax.tax.units,
  value_idr: tax.rupiah.value,
  tax_idr: tax.rupiah.tax,
  valued_by: tax.rupiah.source,
  valued_at: tax.rupiah.at,
  traded_at: tax.tradedAt,
})

export type ListedTax = ReturnType<typeof taxOf>

/** Whether a tax was corrected since, or is not due at all. */
export const taxStatuses = ['normal', 'corrected', 'cancelled'] as const

export type TaxFilter = Readonly<{
  user: UserId
  pairId: PairId | null
  side: 'BUY' | 'SELL' | null
  from: Date | null
  until: Date | null
}>

/** A list continues after this tax. */
export type TaxPlace = Readonly<{ at: string; id: number }>

function matching({ user, pairId, side, from, until }: TaxFilter): RawBuilder<unknown> {
  const all = [sql`t.user_id = ${user}`]
  if (pairId !== null) all.push(sql`t.pair_id = ${pairId}`)
  if (side !== null) all.push(sql`t.side = ${side}`)
  if (from !== null) all.push(sql`t.traded_at >= ${from}`)
  if (until !== null) all.push(sql`t.traded_at < ${until}`)
  return sql.join(all, sql` and `)
}

/** Lists a user's taxes by time of trade, newest first by default. */
export async function listTradeTaxes(
  db: Reader,
  filter: TaxFilter,
  page: Readonly<{
    after: TaxPlace | null
    limit: number
    offset?: number
    oldestFirst?: boolean
  }>,
): Promise<readonly ListedTax[]> {
  const { after, limit, offset = 0, oldestFirst = false } = page
  const direction = oldestFirst ? sql`asc` : sql`desc`
  const beyond = oldestFirst ? sql`>` : sql`<`
  const rest =
    after === null
      ? sql``
      : sql` and (t.traded_at, t.id) ${beyond} (${after.at}::timestamptz, ${after.id}::bigint)`
  const found = await readRows(db, taxColumns)`
    with shown as materialized (
      select t.id, t.traded_at from trade_taxes t where ${matching(filter)}${rest}
      order by t.traded_at ${direction}, t.id ${direction} limit ${limit} offset ${offset}
    )
    select t.id, t.traded_at::text as at, t.kind, p.tx_pair as "txPair", t.side,
           t.order_no as "orderNo", t.amount, t.value, t.rate_ppm as "ratePpm", t.rule, t.tax,
           t.value_idr as "valueIdr", t.tax_idr as "taxIdr", t.valued_by as source,
           t.valued_at as "valuedAt", t.traded_at as "tradedAt",
           ${pairAssetColumns},
           taken.id as "taxId", taken.symbol as "taxSymbol", taken.scale as "taxScale",
           case when c.id is null then 'normal' else ${correctedStatus('c')} end as status,
           c.id as "correctionId", c.value_idr as "rightValue", c.tax_idr as "rightTax"
    from shown s
    join trade_taxes t on t.id = s.id
    join pairs p on p.id = t.pair_id
    ${pairAssetJoins}
    join assets taken on taken.id = t.tax_asset_id
    left join lateral (
      select id, value_idr, tax_idr from tax_corrections where tax_id = t.id
      order by id desc limit 1) c on true
    order by s.traded_at ${direction}, s.id ${direction}`
  return found.map(taxOf)
}

const taxColumns = columnsOf({
  ...pairAssetTypes,
  id: 'bigint',
  /** The time of the trade, unrounded, in PostgreSQL's text form. */
  at: 'text',
  kind: oneOfTexts('PPH', 'PPN'),
  txPair: 'text',
  side: oneOfTexts('BUY', 'SELL'),
  orderNo: 'orderNo',
  amount: 'units',
  value: 'units',
  ratePpm: 'bigint',
  rule: 'text',
  tax: 'units',
  valueIdr: 'units',
  taxIdr: 'units',
  source: 'text',
  valuedAt: 'timestamptz',
  tradedAt: 'timestamptz',
  taxId: 'assetId',
  taxSymbol: 'text',
  taxScale: 'smallint',
  status: oneOfTexts(...taxStatuses),
  correctionId: 'bigint?',
  rightValue: 'units?',
  rightTax: 'units?',
})

function taxOf(row: RowOf<typeof taxColumns>) {
  const { base, quote, valueIdr, taxIdr, source, valuedAt, ratePpm, ...more } = withPairAssets(row)
  const { taxId, taxSymbol, taxScale, correctionId, rightValue, rightTax, ...tax } = more
  return {
    ...tax,
    /** The last correction of it, in sen; null if there is none. */
    correction:
      correctionId === null
        ? null
        : { id: correctionId, value: rightValue ?? 0n, tax: rightTax ?? 0n },
    amount: money(base, tax.amount),
    value: money(quote, tax.value),
    rate: perMillion(BigInt(ratePpm)),
    tax: money({ id: taxId, symbol: taxSymbol, scale: taxScale }, tax.tax),
    rupiah: { value: valueIdr, tax: taxIdr, source, at: valuedAt },
  }
}

/** Counts matching taxes, up to the bound. */
export async function countTradeTaxes(
  db: Reader,
  filter: TaxFilter,
  bound: number,
): Promise<number> {
  const found = await readRows(db, { taxes: 'integer' })`
    select count(*) as taxes from (
      select from trade_taxes t where ${matching(filter)} limit ${bound}
    ) as counted`
  return found[0]?.taxes ?? 0
}
