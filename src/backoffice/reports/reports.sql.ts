import type { Asset, Money } from '../../base/values/money.ts'
import { idr, money } from '../../base/values/money.ts'
import type { Database } from '../../core/database/database.ts'
import { columnsOf, oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'
import {
  pairAssetColumns,
  pairAssetJoins,
  pairAssetsOf,
  pairAssetTypes,
} from '../../core/reference/pair-assets.sql.ts'

/** A time span from `from`, up to but without `to`. */
export type Span = Readonly<{ from: Date; to: Date }>

type Side = 'BUY' | 'SELL'

const side = oneOfTexts('BUY', 'SELL')

/** The sums of one pair and side; amounts are those posted to the ledger. */
export type TradeSum = Readonly<{
  txPair: string
  side: Side
  trades: bigint
  volume: Money
  amount: Money
  /** In the asset received: the base asset of a buy, the quote asset of a sell. */
  fee: Money
  /** The value-added tax in the fees. */
  vatIdr: Money
}>

const tradeColumns = columnsOf({
  ...pairAssetTypes,
  txPair: 'text',
  side,
  trades: 'bigint',
  volume: 'units',
  amount: 'units',
  fee: 'units',
  vatIdr: 'units',
})

/**
 * Sums the fills of a time span by pair and side. The side is looked up order by order, hence
 * `offset 0`: a join would read all orders for the fills of one day.
 */
export async function sumTrades(
  db: Pick<Database, 'read'>,
  { from, to }: Span,
): Promise<readonly TradeSum[]> {
  const rows = await readRows(db.read, tradeColumns)`
    select p.tx_pair as "txPair", s.side, s.trades, s.volume, s.amount, s.fee,
      s.vat_idr as "vatIdr", ${pairAssetColumns}
    from (
      select f.pair_id, o.side, count(*) as trades, sum(f.volume) as volume,
        sum(f.amount) as amount, sum(f.fee) as fee, sum(f.vat_idr) as vat_idr
      from fills f
      cross join lateral (select side from orders where id = f.order_id offset 0) o
      where f.traded_at >= ${from} and f.traded_at < ${to}
      group by f.pair_id, o.side
    ) s
    join pairs p on p.id = s.pair_id
    ${pairAssetJoins}`
  return rows.map((row) => {
    const { base, quote } = pairAssetsOf(row)
    return {
      txPair: row.txPair,
      side: row.side,
      trades: BigInt(row.trades),
      volume: money(base, BigInt(row.volume)),
      amount: money(quote, BigInt(row.amount)),
      fee: money(row.side === 'BUY' ? base : quote, BigInt(row.fee)),
      vatIdr: money(idr, BigInt(row.vatIdr)),
    }
  })
}

/** The sums of the taxes of one pair, side, kind, rate and regulation. */
export type TaxSum = Readonly<{
  txPair: string
  side: Side
  kind: string
  rule: string
  ratePpm: number
  trades: bigint
  volume: Money
  amount: Money
  tax: Money
  valueIdr: Money
  taxIdr: Money
}>

const taxColumns = columnsOf({
  ...pairAssetTypes,
  txPair: 'text',
  side,
  kind: 'text',
  rule: 'text',
  ratePpm: 'integer',
  trades: 'bigint',
  volume: 'units',
  amount: 'units',
  tax: 'units',
  valueIdr: 'units',
  taxIdr: 'units',
  taxId: 'assetId',
  taxSymbol: 'text',
  taxScale: 'smallint',
})

/** Sums the taxes of a time span. */
export async function sumTaxes(
  db: Pick<Database, 'read'>,
  { from, to }: Span,
): Promise<readonly TaxSum[]> {
  const rows = await readRows(db.read, taxColumns)`
    select p.tx_pair as "txPair", s.side, s.kind, s.rule, s.rate_ppm as "ratePpm", s.trades,
      s.volume, s.amount, s.tax, s.value_idr as "valueIdr", s.tax_idr as "taxIdr",
      ${pairAssetColumns},
      taken.id as "taxId", taken.symbol as "taxSymbol", taken.scale as "taxScale"
    from (
      select t.pair_id, t.side, t.kind, t.rule, t.rate_ppm, t.tax_asset_id, count(*) as trades,
        sum(t.amount) as volume, sum(t.value) as amount, sum(t.tax) as tax,
        sum(t.value_idr) as value_idr, sum(t.tax_idr) as tax_idr
      from trade_taxes t
      where t.traded_at >= ${from} and t.traded_at < ${to}
      group by t.pair_id, t.side, t.kind, t.rule, t.rate_ppm, t.tax_asset_id
    ) s
    join pairs p on p.id = s.pair_id
    ${pairAssetJoins}
    join assets taken on taken.id = s.tax_asset_id`
  return rows.map(({ trades, volume, amount, tax, ...row }) => {
    const { base, quote } = pairAssetsOf(row)
    const taken: Asset = { id: row.taxId, symbol: row.taxSymbol, scale: row.taxScale }
    const { txPair, kind, rule, ratePpm } = row
    return {
      ...{ txPair, side: row.side, kind, rule, ratePpm },
      trades: BigInt(trades),
      volume: money(base, BigInt(volume)),
      amount: money(quote, BigInt(amount)),
      tax: money(taken, BigInt(tax)),
      valueIdr: money(idr, BigInt(row.valueIdr)),
      taxIdr: money(idr, BigInt(row.taxIdr)),
    }
  })
}

/** The value-added tax in the fees of one source and asset. */
export type VatSum = Readonly<{
  source: VatSource
  /** Of fees that were given back: how many, with amounts below zero. */
  isReturned: boolean
  fees: bigint
  /** How many of them have no value, since no price in rupiah was known. */
  unvalued: bigint
  fee: Money
  vatIdr: Money
}>

export const vatSources = ['trade', 'deposit', 'withdrawal'] as const
export type VatSource = (typeof vatSources)[number]

/** Sums the value-added tax in the fees of a time span by source and asset. */
export async function sumVats(
  db: Pick<Database, 'read'>,
  { from, to }: Span,
): Promise<readonly VatSum[]> {
  const rows = await readRows(db.read, {
    source: oneOfTexts(...vatSources),
    isReturned: 'boolean',
    fees: 'bigint',
    unvalued: 'bigint',
    fee: 'units',
    vatIdr: 'units',
    assetId: 'assetId',
    symbol: 'text',
    scale: 'smallint',
  })`
    select s.source, s.is_returned as "isReturned", s.fees, s.unvalued, s.fee,
      s.vat_idr as "vatIdr", a.id as "assetId", a.symbol, a.scale
    from (
      select 'trade' as source, false as is_returned, count(*) as fees, 0::bigint as unvalued,
        sum(f.fee) as fee, sum(f.vat_idr) as vat_idr,
        case o.side when 'BUY' then p.base_asset_id else p.quote_asset_id end as asset_id
      from fills f
      cross join lateral (select side from orders where id = f.order_id offset 0) o
      join pairs p on p.id = f.pair_id
      where f.traded_at >= ${from} and f.traded_at < ${to}
      group by 7
      union all
      select v.source, v.corrects is not null, count(*),
        count(*) filter (where v.valued_by = 'none'), sum(v.fee), sum(v.vat_idr), v.asset_id
      from fee_vats v
      where v.charged_at >= ${from} and v.charged_at < ${to}
      group by v.source, 2, v.asset_id
    ) s
    join assets a on a.id = s.asset_id`
  return rows.map(({ assetId, symbol, scale, fees, unvalued, fee, vatIdr, ...row }) => ({
    ...row,
    fees: BigInt(fees),
    unvalued: BigInt(unvalued),
    fee: money({ id: assetId, symbol, scale }, BigInt(fee)),
    vatIdr: money(idr, BigInt(vatIdr)),
  }))
}
