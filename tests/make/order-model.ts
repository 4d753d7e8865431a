import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Database } from '../../src/core/database/database.ts'

/** The emulated venue's books, from `GET /control/state`. */
export type VenueOrder = Readonly<{
  symbol: string
  orderId: number
  clientOrderId: string
  status: string
}>
export type VenueTrade = Readonly<{
  orderId: number
  qty: string
  quoteQty: string
  isBuyer: boolean
}>
type VenueBooks = Readonly<{ orders: readonly VenueOrder[]; trades: readonly VenueTrade[] }>

/** The expected result of an order: its state, and its moves of rupiah and of its coin. */
export type Expected = Readonly<{
  status: string
  executed: bigint
  rupiah: bigint
  coin: Readonly<{ assetId: number; units: bigint }>
}>

/** A pair that is quoted in rupiah, and what it costs to trade it, in millionths. */
type ModelledPair = Readonly<{
  symbol: string
  assetId: number
  scale: number
  buyFee: bigint
  sellFee: bigint
  tax: bigint
}>

const venueScale = 8
const million = 1_000_000n
const ends: Readonly<Record<string, string>> = {
  FILLED: 'DONE',
  CANCELED: 'CANCEL',
  EXPIRED: 'CANCEL',
  EXPIRED_IN_MATCH: 'CANCEL',
}
const inParts = (digits: string): bigint => BigInt(digits.replace('.', ''))

/** The model: the effect of each order on its user, derived only from the venue's books. */
export async function modelOf(
  db: Database,
  { orders, trades }: VenueBooks,
): Promise<ReadonlyMap<string, Expected>> {
  const pairs = await readPairs(db)
  const tradesOf = Map.groupBy(trades, ({ orderId }) => orderId)
  return new Map(
    orders.map((order): [string, Expected] => {
      const pair = pairs.get(order.symbol)
      assert.ok(pair !== undefined, `${order.symbol} is a pair in rupiah`)
      return [order.clientOrderId, expectedOf(pair, order, tradesOf.get(order.orderId) ?? [])]
    }),
  )
}

function expectedOf(
  { assetId, scale, buyFee, sellFee, tax }: ModelledPair,
  { status }: VenueOrder,
  trades: readonly VenueTrade[],
): Expected {
  const sum = (pick: (trade: VenueTrade) => string) =>
    trades.reduce((total, trade) => total + inParts(pick(trade)), 0n)
  const executed = sum(({ qty }) => qty) * 10n ** BigInt(scale - venueScale)
  const quote = sum(({ quoteQty }) => quoteQty)
  const known = { status: ends[status] ?? 'CREATE', executed }
  if (trades[0]?.isBuyer ?? true) {
    const paid = (quote + million - 1n) / million
    const units = (executed * (million - buyFee)) / million
    return { ...known, rupiah: -paid, coin: { assetId, units } }
  }
  const gross = quote / million
  const rupiah = (gross * (million - sellFee - tax)) / million
  return { ...known, rupiah, coin: { assetId, units: -executed } }
}

async function readPairs(db: Database): Promise<ReadonlyMap<string, ModelledPair>> {
  type Row = Readonly<{ symbol: string; assetId: number; scale: number }> &
    Readonly<{ buy: number; sell: number; tax: number }>
  const { rows } = await sql<Row>`
    select p.venue_symbol as symbol, base.id as "assetId", base.scale,
      c.buy_fee_ppm as buy, c.sell_fee_ppm as sell,
      (select rate_ppm from tax_rates
        where side = 'SELL' and pair_class = 'rupiah' and collector = 'domestic' 
        order by valid_from desc limit 1) as tax
    from pairs p join pair_categories c on c.id = p.category_id
    join assets base on base.id = p.base_asset_id
    join assets quote on quote.id = p.quote_asset_id
    where quote.symbol = 'IDR' and base.scale >= ${venueScale}`.execute(db.read)
  return new Map(
    rows.map(({ buy, sell, tax, ...pair }) => [
      pair.symbol,
      { ...pair, buyFee: BigInt(buy), sellFee: BigInt(sell), tax: BigInt(tax) },
    ]),
  )
}

export type StoredOrder = Readonly<{
  orderNo: string
  user: number
  status: string
  executed: string
}>

export async function readOrders(db: Database): Promise<readonly StoredOrder[]> {
  const { rows } = await sql<StoredOrder>`
    select order_no as "orderNo", user_id as "user", status, executed_volume::text as executed
    from orders`.execute(db.read)
  return rows
}

/** Our orders that differ from the model; those that it lacks were never placed. */
export const differing = (
  orders: readonly StoredOrder[],
  model: ReadonlyMap<string, Expected>,
): readonly StoredOrder[] =>
  orders.filter(({ orderNo, status, executed }) => {
    const one = model.get(orderNo) ?? { status: 'CANCEL', executed: 0n }
    return one.status !== status || one.executed.toString() !== executed
  })

/** Rupiah, and coins by the numbers of their assets. */
export type Change = Readonly<{ rupiah: bigint; coins: ReadonlyMap<number, bigint> }>

/** The change of each user's balances by all their orders. */
export function changesOf(
  orders: readonly StoredOrder[],
  model: ReadonlyMap<string, Expected>,
): ReadonlyMap<number, Change> {
  const changes = new Map<number, Change>()
  for (const { orderNo, user } of orders) {
    const one = model.get(orderNo)
    if (one === undefined) continue
    const { rupiah, coins } = changes.get(user) ?? { rupiah: 0n, coins: new Map() }
    const { assetId, units } = one.coin
    changes.set(user, {
      rupiah: rupiah + one.rupiah,
      coins: new Map([...coins, [assetId, (coins.get(assetId) ?? 0n) + units]]),
    })
  }
  return changes
}
