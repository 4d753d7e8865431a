import { type OrderNo, type PairId, pairId } from '../../../base/values/ids.ts'
import { integerOf } from '../../../base/values/integers.ts'
import {
  type Asset,
  convert,
  divide,
  idr,
  money,
  type Rounding,
} from '../../../base/values/money.ts'
import { available, house } from '../../../core/ledger/accounts.ts'
import type { ConsumeHold } from '../../../core/ledger/hold.rules.ts'
import type { Move } from '../../../core/ledger/post.rules.ts'
import type { PairClass, TaxRate } from '../../../core/reference/tax-rates.rules.ts'
import { vatIn } from '../../../core/taxes/fee-vat.rules.ts'
import { venueDecimals } from '../../../providers/venue/venue-parts.rules.ts'
import { type Executed, type Order, paidAsset, receivedAsset } from '../order-model/order.rules.ts'
import { ratioOf } from '../order-model/order-terms.rules.ts'
import { feeValue, type RupiahPrices, taxedValue, taxOn } from './rupiah-worth.rules.ts'

/** A parsed trade that fits its order. */
export type Fill = Readonly<{
  tradeId: string
  /** As the venue sent it. */
  price: string
  /** Units of the base asset. */
  volume: bigint
  /** Of the quote asset, in the venue's parts. */
  quote: bigint
  /** In the venue's parts of its asset. */
  commission: bigint
  commissionAsset: string | null
  at: Date
}>

/** A side of a trade: if two orders of ours met, both sides of one trade are ours. */
export type TradeSide = Readonly<{ pairId: PairId; tradeId: string; side: 'BUY' | 'SELL' }>

/** The key of a side of a trade, also in the ledger. */
export const tradeKey = ({ pairId, tradeId, side }: TradeSide): string =>
  `${pairId}:${tradeId}:${side}`

/** Parses the key of a side. */
export function tradeSideOf(key: string): TradeSide {
  const [, pair = '', tradeId = '', side = ''] = /^(\d+):(.*):(BUY|SELL)$/.exec(key) ?? []
  return { pairId: pairId(integerOf(pair)), tradeId, side: side === 'BUY' ? 'BUY' : 'SELL' }
}

export const fillKey = (
  { pair, side }: Pick<Order, 'pair' | 'side'>,
  { tradeId }: Pick<Fill, 'tradeId'>,
): string => tradeKey({ pairId: pair.id, tradeId, side })

/** A commission that the venue took in another asset than the one received. */
export type ForeignCommission = Readonly<{
  /** The key of the trade. */
  key: string
  symbol: string
  /** In the venue's parts. */
  parts: bigint
}>

/** Returns the commission that was taken from the asset received, in the venue's parts. */
export const ownCommission = (
  order: Parameters<typeof receivedAsset>[0],
  { commission, commissionAsset }: Fill,
): bigint => (commissionAsset === receivedAsset(order).symbol ? commission : 0n)

/** Returns the commission if it was taken in another asset than the one received; else none. */
export function foreignCommission(
  order: Pick<Order, 'pair' | 'side'>,
  fill: Fill,
): readonly ForeignCommission[] {
  const parts = fill.commission - ownCommission(order, fill)
  if (fill.commissionAsset === null || parts === 0n) return []
  return [{ key: fillKey(order, fill), symbol: fill.commissionAsset, parts }]
}

/** Converts the venue's parts to units of an asset. */
export function unitsOfParts(asset: Asset, parts: bigint, rounding: Rounding): bigint {
  const finer = asset.scale - venueDecimals
  return finer >= 0 ? parts * 10n ** BigInt(finer) : divide(parts, 10n ** BigInt(-finer), rounding)
}

/** The booked amounts of everything executed so far, in units. */
export type Booked = Readonly<{
  /** Of the quote asset: paid by a buy, received by a sell. */
  amount: bigint
  /** Of the quote asset: the ledger's amount to or from the venue. */
  atVenue: bigint
  /** Of the asset received; the user gets `credit`. */
  gross: bigint
  fee: bigint
  tax: bigint
  credit: bigint
  commission: bigint
}>

const million = 1_000_000n

/** Rounds the sums of an order once for all its fills: credits down, debits up. */
export function bookedOf(
  order: Pick<Order, 'side' | 'pair' | 'fee'>,
  { volume, quote, commission, tax: taxExact }: Executed,
): Booked {
  const { side, pair, fee: rate } = order
  const atVenue = unitsOfParts(pair.quote, quote, 'down')
  const amount = side === 'BUY' ? unitsOfParts(pair.quote, quote, 'up') : atVenue
  const gross = side === 'BUY' ? volume : amount
  const feeExact = gross * rate.ppm
  return {
    amount,
    atVenue,
    gross,
    fee: feeExact / million,
    tax: taxExact / million,
    credit: gross - divide(feeExact + taxExact, million, 'up'),
    commission: unitsOfParts(receivedAsset(order), commission, 'down'),
  }
}

/** The change that one more fill makes to the booked amounts, with its tax by kind. */
export type FillStep = Readonly<{
  executed: Executed
  before: Booked
  after: Booked
  freed: bigint
  taxes: readonly FillTax[]
  /** The taxed value in sen, with the source and the time of its conversion. */
  worth: Readonly<{ value: bigint; source: string; at: Date }>
  /** The value-added tax in the fee, in sen. */
  vat: bigint
}>

/** A tax in units of the asset received, and in sen, as it is owed to the treasury. */
export type FillTax = Readonly<{ rate: TaxRate; units: bigint; rupiah: bigint }>

/** The rates of the side, the class of the pair and the day, and the prices of the taxed value. */
export type Taxation = Readonly<{
  rates: readonly TaxRate[]
  prices: RupiahPrices
  pairClass: PairClass
  /** Of the value-added tax in our fees; null: none is due. */
  feeRate: TaxRate | null
}>

/** Adds one more fill to an order's sums. */
export function stepBy(order: Order, fill: Fill, { rates, ...valuation }: Taxation): FillStep {
  const { executed } = order
  const before = bookedOf(order, executed)
  const sums = {
    volume: executed.volume + fill.volume,
    quote: executed.quote + fill.quote,
    commission: executed.commission + ownCommission(order, fill),
    tax: executed.tax,
  }
  const gross = bookedOf(order, sums).gross - before.gross
  const due = rates.map(({ rate }) => gross * rate.ppm)
  const taxed = { ...sums, tax: executed.tax + due.reduce((sum, one) => sum + one, 0n) }
  const after = bookedOf(order, taxed)
  const traded = { volume: fill.volume, amount: after.amount - before.amount }
  const value = taxedValue(order, traded, valuation.prices, valuation)
  const inRupiah = receivedAsset(order).id === idr.id
  const { source, at } = valuation.prices
  return {
    executed: taxed,
    before,
    after,
    freed: freedBy(order, taxed.volume, after.amount),
    taxes: sharesOf(rates, after.tax - before.tax, due).map(({ rate, units }) => {
      // What is taken in rupiah is owed; what is taken in coins is owed at the value of the trade.
      return { rate, units, rupiah: inRupiah ? units : taxOn(value, rate) }
    }),
    worth: { value, source, at },
    vat: vatIn(feeValue(order, after.fee - before.fee, valuation.prices), valuation.feeRate),
  }
}

/** Splits a fill's tax by kind: each kind gets its own part, the last one the remainder. */
function sharesOf(
  rates: readonly TaxRate[],
  tax: bigint,
  due: readonly bigint[],
): readonly Omit<FillTax, 'rupiah'>[] {
  let left = tax
  return rates.map((rate, at) => {
    const own = (due[at] ?? 0n) / million
    const units = at === rates.length - 1 || own > left ? left : own
    left -= units
    return { rate, units }
  })
}

/**
 * Returns what a better price than the limit frees of the hold. One unit stays held, since rounding
 * may need it at the next fill.
 */
function freedBy(order: Order, volume: bigint, paid: bigint): bigint {
  const { side, pair, price, freed } = order
  if (side === 'SELL' || price === null) return 0n
  const planned = convert(money(pair.base, volume), pair.quote, ratioOf(price), 'up').units
  const more = planned - paid - 1n - freed
  return more > 0n ? more : 0n
}

/** Builds a move; a negative amount swaps its direction, zero yields none. */
export function flow(
  from: Move['from'],
  to: Move['to'],
  asset: Asset,
  units: bigint,
): readonly Move[] {
  if (units === 0n) return []
  return units > 0n
    ? [{ from, to, amount: money(asset, units) }]
    : [{ from: to, to: from, amount: money(asset, -units) }]
}

/** The owner of an order's hold. */
export const orderHold = (orderNo: OrderNo) => ({ kind: 'order', id: orderNo }) as const

/**
 * Builds the one posting of a fill: the payment leaves the hold, the proceeds less fees come in.
 */
export function consumptionOf(order: Order, fill: Fill, step: FillStep): ConsumeHold {
  return {
    owner: orderHold(order.orderNo),
    key: `fill:${fillKey(order, fill)}`,
    action: 'TRADE',
    parts: partsOf(order, fill, step),
    besides: [...incomeOf(order, step), ...roundingOf(order, step), ...excessOf(order, step)],
    trade: {
      side: order.side === 'BUY' ? 'buy' : 'sell',
      amount: money(order.pair.quote, step.after.amount - step.before.amount),
    },
  }
}

function partsOf(order: Order, fill: Fill, step: FillStep): ConsumeHold['parts'] {
  const venue = house('venue')
  if (order.side === 'SELL') return [{ to: venue, units: fill.volume }]
  const { before, after, freed } = step
  return [
    { to: venue, units: after.amount - before.amount - excess(order, step) },
    { to: available(order.user), units: freed },
  ]
}

const beyond = (paid: bigint, held: bigint): bigint => (paid > held ? paid - held : 0n)

/** Returns what a market buy cost beyond its hold; the house pays it, never the user. */
export function excess(order: Order, { before, after }: FillStep): bigint {
  if (order.side === 'SELL') return 0n
  const left = order.held - order.freed
  return beyond(after.amount, left) - beyond(before.amount, left)
}

const excessOf = (order: Order, step: FillStep): readonly Move[] =>
  flow(house('receivable'), house('venue'), paidAsset(order), excess(order, step))

/**
 * Books the proceeds. Our income is the fee less the commission that the venue took from the
 * proceeds, and less the value-added tax in the fee, which is owed in rupiah.
 */
function incomeOf(order: Order, step: FillStep): readonly Move[] {
  const { before, after } = step
  const asset = receivedAsset(order)
  const venue = house('venue')
  const income = (booked: Booked) => booked.fee - booked.commission
  const left = (booked: Booked) => booked.gross - booked.credit - booked.fee - booked.tax
  return [
    ...flow(venue, available(order.user), asset, after.credit - before.credit),
    ...flow(venue, house('fees'), asset, income(after) - income(before)),
    ...flow(house('fees'), house('vat'), idr, step.vat),
    ...taxMoves(order, step),
    ...flow(venue, house('rounding'), asset, left(after) - left(before)),
  ]
}

/**
 * Books the tax. Coins are held apart, and the house owes their rupiah value: the balances of
 * `taxCoins` show what was taken and what it is to be sold for.
 */
function taxMoves(order: Order, { before, after, taxes }: FillStep): readonly Move[] {
  const asset = receivedAsset(order)
  const units = after.tax - before.tax
  if (asset.id === idr.id) return flow(house('venue'), house('tax'), asset, units)
  const owed = taxes.reduce((sum, { rupiah }) => sum + rupiah, 0n)
  return [
    ...flow(house('venue'), house('taxCoins'), asset, units),
    ...flow(house('taxCoins'), house('tax'), idr, owed),
  ]
}

/** Books the difference between a buyer's debit, which is rounded up, and the exact cost. */
function roundingOf(order: Order, { before, after }: FillStep): readonly Move[] {
  const above = (booked: Booked) => booked.amount - booked.atVenue
  const units = order.side === 'BUY' ? above(after) - above(before) : 0n
  return flow(house('venue'), house('rounding'), order.pair.quote, units)
}

/**
 * Returns how much more the venue holds than the ledger says for what was executed, by asset, in
 * the venue's parts: fractions of a unit cannot be posted.
 */
export function dustOf(
  order: Pick<Order, 'side'> &
    Readonly<{
      pair: Pick<Order['pair'], 'base' | 'quote'>
      executed: Pick<Executed, 'quote' | 'commission'>
    }>,
): readonly Readonly<{ asset: Asset; parts: bigint }>[] {
  const { side, pair, executed } = order
  const below = (asset: Asset, parts: bigint): bigint => {
    const coarser = venueDecimals - asset.scale
    return coarser > 0 ? parts % 10n ** BigInt(coarser) : 0n
  }
  const quote = below(pair.quote, executed.quote)
  const received = side === 'BUY' ? pair.base : pair.quote
  return [
    { asset: pair.quote, parts: side === 'BUY' ? -quote : quote },
    { asset: received, parts: -below(received, executed.commission) },
  ].filter(({ parts }) => parts !== 0n)
}

/** Whole units of an asset, and the same amount in the venue's parts. */
export type WholeDust = Readonly<{ asset: Asset; units: bigint; parts: bigint }>

/** Returns the whole units in an amount of dust, which may be negative. */
export function wholeOf({ asset, parts }: Readonly<{ asset: Asset; parts: bigint }>): WholeDust {
  const coarser = venueDecimals - asset.scale
  const unit = coarser > 0 ? 10n ** BigInt(coarser) : 1n
  const units = parts / unit
  return { asset, units, parts: units * unit }
}

/** Returns the average price of the fills, in units of the quote asset; null before the first. */
export function averagePrice(order: Pick<Order, 'pair' | 'executed'>): bigint | null {
  const { pair, executed } = order
  if (executed.volume === 0n) return null
  const numerator = executed.quote * 10n ** BigInt(pair.base.scale + pair.quote.scale)
  return divide(numerator, executed.volume * 10n ** BigInt(venueDecimals), 'half-up')
}
