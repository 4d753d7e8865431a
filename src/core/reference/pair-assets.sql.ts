import { sql } from 'kysely'
import { columnsOf, type RowOf } from '../database/driver/read-rows.ts'

/** Columns of both assets of a pair, joined as `base` and `quote`. */
export const pairAssetColumns = sql`
  base.id as "baseId", base.symbol as "baseSymbol", base.scale as "baseScale",
  quote.id as "quoteId", quote.symbol as "quoteSymbol", quote.scale as "quoteScale"`

/** Joins both assets to the pair `p` of a statement. */
export const pairAssetJoins = sql`
  join assets base on base.id = p.base_asset_id
  join assets quote on quote.id = p.quote_asset_id`

export const pairAssetTypes = columnsOf({
  baseId: 'assetId',
  baseSymbol: 'text',
  baseScale: 'smallint',
  quoteId: 'assetId',
  quoteSymbol: 'text',
  quoteScale: 'smallint',
})

type PairAssetRow = RowOf<typeof pairAssetTypes>

/** Puts both assets in the place of their columns. */
export function withPairAssets<Row extends PairAssetRow>(row: Row) {
  const { baseId, baseSymbol, baseScale, quoteId, quoteSymbol, quoteScale, ...rest } = row
  return {
    ...rest,
    base: { id: baseId, symbol: baseSymbol, scale: baseScale },
    quote: { id: quoteId, symbol: quoteSymbol, scale: quoteScale },
  }
}
