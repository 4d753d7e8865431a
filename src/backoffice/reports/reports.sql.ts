import type { Asset } from '../../base/values/money.ts'
import { idr, money } from '../../base/values/money.ts'
import type { Database } from '../../core/database/database.ts'
import { columnsOf, oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'
import {
  pairAssetColumns,
  pairAssetJoins,
  pairAssetTypes,
  withPairAssets,
} from '../../core/reference/pair-assets.sql.ts'

/** A time span from `from`, up to but without `to`. */
export type ReportSpan = Readonly<{ from: Date; to: Date }>

const side = oneOfTexts('BUY', 'SELL')

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

/** The sums of one pair and side; amounts are those posted to the ledger. */
export type TradeSum = Awaited<ReturnType<typeof sumTrades>>[number]

/**
 * Sums the fills of a time span by pair and side. The fee is in the asset received: the base asset
 * of a buy, the quote asset of a sell.
 */
export async function sumTrades(db: Pick<Database, 'read'>, { from, to }: ReportSpan) {
  const rows = await readRows(db.read, tradeColumns)`
    select p.tx_pair as "txPair", s.side, s.trades, s.volume, s.amount, s.fee,
      s.vat_idr as "vatIdr", ${pairAssetColumns}
    from (
      select f.pair_id, f.side, count(*) as trades, sum(f.volume) as volume,
        sum(f.amount) as amount, sum(f.fee) as fee, sum(f.vat_idr) as vat_idr
      from fills f
      where f.traded_at >= ${from} and f.traded_at < ${to}
      group by f.pair_id, f.side
    ) s
    join pairs p on p.id = s.pair_id
    ${pairAssetJoins}`
  return rows.map((row) => {
    const { base, quote } = withPairAssets(row)
    return {
      txPair: row.txPair,
      side: row.side,
      trades: BigInt(row.trades),
      volume: money(base, row.volume),
      amount: money(quote, row.amount),
      fee: money(row.side === 'BUY' ? base : quote, row.fee),
      vatIdr: money(idr, row.vatIdr),
    }
  })
}

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

/** The sums of the taxes of one pair, side, kind, rate and regulation. */
export type TaxSum = Awaited<ReturnType<typeof sumTaxes>>[number]

/** Sums the taxes of a time span. */
export async function sumTaxes(db: Pick<Database, 'read'>, { from, to }: ReportSpan) {
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
    const { base, quote } = withPairAssets(row)
    const taken: Asset = { id: row.taxId, symbol: row.taxSymbol, scale: row.taxScale }
    const { txPair, kind, rule, ratePpm } = row
    return {
      ...{ txPair, side: row.side, kind, rule, ratePpm },
      trades: BigInt(trades),
      volume: money(base, volume),
      amount: money(quote, amount),
      tax: money(taken, tax),
      valueIdr: money(idr, row.valueIdr),
      taxIdr: money(idr, row.taxIdr),
    }
  })
}

export const vatSources = ['trade', 'deposit', 'withdrawal'] as const

/**
 * Sums the value-added tax in the fees of a time span by source and asset. Fees that were given
 * back are `isReturned`, with amounts below zero; `unvalued` fees have no value, since no price in
 * rupiah was known.
 */
export async function sumVats(db: Pick<Database, 'read'>, { from, to }: ReportSpan) {
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
        case f.side when 'BUY' then p.base_asset_id else p.quote_asset_id end as asset_id
      from fills f
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
    fee: money({ id: assetId, symbol, scale }, fee),
    vatIdr: money(idr, vatIdr),
  }))
}
