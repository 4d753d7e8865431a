import { sql } from 'kysely'
import type { AssetId, PairId } from '../../base/values/ids.ts'
import { type Asset, type Money, money, perMillion, type Rate } from '../../base/values/money.ts'
import type { Reader, Tx } from '../database/database.ts'
import type { ListingState } from './listing.rules.ts'
import { listingState } from './listings.sql.ts'

/** A trading pair, with its bounds and its category's fees. */
export type Pair = Readonly<{
  id: PairId
  txPair: string
  venueSymbol: string
  base: Asset
  quote: Asset
  category: PairCategory
  active: boolean
  state: ListingState
  stateSince: Date
  /** The sides that its state and those of its assets allow. */
  open: Readonly<Record<'BUY' | 'SELL', boolean>>
  sort: number
  /** Prices are multiples of it: in the quote asset, for one whole unit of the base asset. */
  priceTick: Money
  /** The step and the bounds of quantities, in the base asset. */
  lotStep: Money
  minQuantity: Money
  maxQuantity: Money
  maxMarketQuantity: Money
  /** Bounds of price times quantity, in the quote asset. */
  minNotional: Money
  maxNotional: Money
}>

export type PairCategory = Readonly<{
  id: number
  code: string
  name: string
  nameId: string
  buyFee: Rate
  sellFee: Rate
}>

/** Lists every pair, inactive ones included, in display order. */
export async function listPairs(db: Reader): Promise<readonly Pair[]> {
  return (await pairRows(db).orderBy('pairs.sort').orderBy('pairs.id').execute()).map(pairOf)
}

/** Finds the pair of an exact name (`BTC_IDR`), active or not. */
export async function findPair(db: Reader, txPair: string): Promise<Pair | null> {
  const row = await pairRows(db).where('pairs.tx_pair', '=', txPair).executeTakeFirst()
  return row === undefined ? null : pairOf(row)
}

/** Lists every category, in display order. */
export async function listPairCategories(db: Reader): Promise<readonly PairCategory[]> {
  const rows = await db.selectFrom('pair_categories').selectAll().orderBy('sort').execute()
  return rows.map((row) => categoryOf(row.id, row))
}

type CategoryRow = Pick<PairRow, 'code' | 'name' | 'name_id' | 'buy_fee_ppm' | 'sell_fee_ppm'>

const categoryOf = (id: PairRow['category_id'], row: CategoryRow): PairCategory => ({
  id,
  code: row.code,
  name: row.name,
  nameId: row.name_id,
  buyFee: perMillion(BigInt(row.buy_fee_ppm)),
  sellFee: perMillion(BigInt(row.sell_fee_ppm)),
})

const pairRows = (db: Reader) =>
  db
    .selectFrom('pairs')
    .innerJoin('assets as base', 'base.id', 'pairs.base_asset_id')
    .innerJoin('assets as quote', 'quote.id', 'pairs.quote_asset_id')
    .innerJoin('pair_categories as category', 'category.id', 'pairs.category_id')
    .selectAll('pairs')
    .select([
      'base.symbol as base_symbol',
      'base.scale as base_scale',
      'quote.symbol as quote_symbol',
      'quote.scale as quote_scale',
      'category.code',
      'category.name',
      'category.name_id',
      'category.buy_fee_ppm',
      'category.sell_fee_ppm',
    ])

type PairRow = Awaited<ReturnType<ReturnType<typeof pairRows>['execute']>>[number]

function pairOf(row: PairRow): Pair {
  const base = { id: row.base_asset_id, symbol: row.base_symbol, scale: row.base_scale }
  const quote = { id: row.quote_asset_id, symbol: row.quote_symbol, scale: row.quote_scale }
  return {
    id: row.id,
    txPair: row.tx_pair,
    venueSymbol: row.venue_symbol,
    base,
    quote,
    category: categoryOf(row.category_id, row),
    active: row.active,
    state: listingState.parse(row.state),
    stateSince: row.state_since,
    open: { BUY: row.buys, SELL: row.sells },
    sort: row.sort,
    priceTick: money(quote, BigInt(row.price_tick)),
    lotStep: money(base, BigInt(row.lot_step)),
    minQuantity: money(base, BigInt(row.min_quantity)),
    maxQuantity: money(base, BigInt(row.max_quantity)),
    maxMarketQuantity: money(base, BigInt(row.max_market_quantity)),
    minNotional: money(quote, BigInt(row.min_notional)),
    maxNotional: money(quote, BigInt(row.max_notional)),
  }
}

/** The properties of a pair that operators may change; amounts are units of its assets. */
export type PairBounds = Readonly<{
  active: boolean
  priceTick: bigint
  lotStep: bigint
  minQuantity: bigint
  maxQuantity: bigint
  maxMarketQuantity: bigint
  minNotional: bigint
  maxNotional: bigint
}>

export async function lockPair(tx: Tx, txPair: string): Promise<Pair | null> {
  const locked = await tx
    .selectFrom('pairs')
    .where('tx_pair', '=', txPair)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return locked === undefined ? null : findPair(tx, txPair)
}

const valuesOf = (bounds: PairBounds) => ({
  active: bounds.active,
  price_tick: bounds.priceTick,
  lot_step: bounds.lotStep,
  min_quantity: bounds.minQuantity,
  max_quantity: bounds.maxQuantity,
  max_market_quantity: bounds.maxMarketQuantity,
  min_notional: bounds.minNotional,
  max_notional: bounds.maxNotional,
})

export async function writePair(tx: Tx, id: PairId, bounds: PairBounds): Promise<void> {
  await tx
    .updateTable('pairs')
    .set({ ...valuesOf(bounds), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

type NewPair = PairBounds &
  Pick<Pair, 'txPair' | 'venueSymbol'> &
  Readonly<{ baseId: AssetId; quoteId: AssetId; categoryId: number }>

/** Inserts a pair, last in order. */
export async function insertPair(tx: Tx, pair: NewPair): Promise<void> {
  await tx
    .insertInto('pairs')
    .values({
      id: sql<PairId>`(select max(id) + 1 from pairs)`,
      tx_pair: pair.txPair,
      venue_symbol: pair.venueSymbol,
      base_asset_id: pair.baseId,
      quote_asset_id: pair.quoteId,
      category_id: pair.categoryId,
      sort: sql<number>`(select max(sort) + 1 from pairs)`,
      ...valuesOf(pair),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deactivates pairs, until an operator activates them again. */
export async function stopPairs(tx: Tx, ids: readonly PairId[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update pairs set active = false, updated_at = now()
    where id = any(${ids}) and active`.execute(tx)
}

type CategoryFees = Readonly<{ buyFeePpm: number; sellFeePpm: number }>

/** Finds the trading fees of a category, and locks them until the transaction ends. */
export async function lockCategoryFees(tx: Tx, code: string): Promise<CategoryFees | null> {
  const row = await tx
    .selectFrom('pair_categories')
    .where('code', '=', code)
    .select(['buy_fee_ppm as buyFeePpm', 'sell_fee_ppm as sellFeePpm'])
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function writeCategoryFees(
  tx: Tx,
  code: string,
  { buyFeePpm, sellFeePpm }: CategoryFees,
): Promise<void> {
  await tx
    .updateTable('pair_categories')
    .set({ buy_fee_ppm: buyFeePpm, sell_fee_ppm: sellFeePpm })
    .where('code', '=', code)
    .execute()
}
