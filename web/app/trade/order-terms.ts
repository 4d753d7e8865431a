/** The sums and bounds of an order, exactly as the service computes them. */
import {
  addDecimals,
  compareDecimals,
  type components,
  divideDecimals,
  isMultipleOf,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
} from '@tukar/client'

export type Pair = components['schemas']['Pair']
export type Side = 'BUY' | 'SELL'
export type OrderType = 'LIMIT' | 'MARKET'

/** An order as far as it is typed: an amount that is no number is null. */
export type Draft = Readonly<{
  side: Side
  type: OrderType
  volume: string | null
  price: string | null
  /** What a market buy spends at most, if it was typed so; its volume follows from it. */
  spend: string | null
}>

/** What an order depends on besides its own terms. */
export type Terms = Readonly<{
  pair: Pair
  /** Decimals of the two assets. */
  scales: Readonly<{ base: number; quote: number }>
  /** What the user may spend of each. */
  available: Readonly<{ base: string; quote: string }>
  market: Readonly<{
    price: string | null
    bid: string | null
    ask: string | null
    /** The offers of sellers, the best first. */
    asks: readonly Readonly<{ price: string; volume: string }>[]
  }>
  /** In percent of what is received. */
  taxRates: Readonly<Record<Side, string>>
}>

/** The price that a draft is valued at: its limit, or the best price of the other side. */
export function priceOf({ side, type, price }: Draft, { market }: Terms): string | null {
  if (type === 'LIMIT') return price
  return (side === 'BUY' ? market.ask : market.bid) ?? market.price
}

export type Estimate = Readonly<{
  /** Of the second asset: what a buy pays, or a sale brings before fee and tax. */
  total: string
  /** Fee, tax and what is left, in the asset received. */
  fee: string
  tax: string
  received: string
}>

const hundredth = '0.01'

/** Costs are rounded up and credits down, as in the service. Null while a number is missing. */
export function estimateOf(draft: Draft, terms: Terms): Estimate | null {
  const price = priceOf(draft, terms)
  const { volume, side } = draft
  if (volume === null || price === null) return null
  const { pair, scales, taxRates } = terms
  const isBuy = side === 'BUY'
  const product = multiplyDecimals(volume, price)
  const total = roundDecimal(product, scales.quote, isBuy ? 'up' : 'down')
  const gross = isBuy ? volume : total
  const scale = isBuy ? scales.base : scales.quote
  const share = (rate: string) => multiplyDecimals(gross, multiplyDecimals(rate, hundredth))
  const [fee, tax] = [share(isBuy ? pair.buyFee : pair.sellFee), share(taxRates[side])]
  const taken = roundDecimal(addDecimals(fee, tax), scale, 'up')
  return {
    total,
    fee: roundDecimal(fee, scale, 'down'),
    tax: roundDecimal(tax, scale, 'down'),
    received: subtractDecimals(gross, taken),
  }
}

/** The largest volume that a share of the balance pays for, in whole steps. */
export function volumeFor(draft: Draft, terms: Terms, percent: string): string | null {
  const { pair, available } = terms
  const price = priceOf(draft, terms)
  if (price === null || compareDecimals(price, '0') <= 0) return null
  const share = (amount: string) => multiplyDecimals(amount, multiplyDecimals(percent, hundredth))
  const spendable =
    draft.side === 'BUY' ? share(spentBy(draft, available.quote)) : share(available.base)
  const volume =
    draft.side === 'BUY' ? divideDecimals(spendable, price, terms.scales.base) : spendable
  const most = draft.type === 'MARKET' ? pair.maxMarketVolume : pair.maxVolume
  const bounded = compareDecimals(volume, most) > 0 ? most : volume
  return multiplyDecimals(divideDecimals(bounded, pair.volumeStep, 0), pair.volumeStep)
}

/**
 * The largest volume, in whole steps, that an amount buys at the offers of this moment. Beyond the
 * known offers the last one's price counts, or the best price if none is known.
 */
export function volumeOf(amount: string, { pair, market }: Terms): string | null {
  const best = market.ask ?? market.price
  if (best === null || compareDecimals(best, '0') <= 0) return null
  const inSteps = (volume: string) =>
    multiplyDecimals(divideDecimals(volume, pair.volumeStep, 0), pair.volumeStep)
  let [left, volume, price] = [amount, '0', best]
  for (const offer of market.asks) {
    price = offer.price
    const cost = multiplyDecimals(offer.price, offer.volume)
    if (compareDecimals(cost, left) >= 0) break
    left = subtractDecimals(left, cost)
    volume = addDecimals(volume, offer.volume)
  }
  return inSteps(addDecimals(volume, divideDecimals(left, price, stepPlaces)))
}

const stepPlaces = 18

/** The least amount of a market buy: in whole steps, and as the pair's bounds want it. */
export function leastSpend(terms: Terms): string | null {
  const { pair, market, scales } = terms
  const best = market.ask ?? market.price
  if (best === null || compareDecimals(best, '0') <= 0) return null
  const stepCost = multiplyDecimals(pair.volumeStep, best)
  const steps = roundDecimal(divideDecimals(pair.minAmount, stepCost, stepPlaces), 0, 'up')
  const ofSteps = multiplyDecimals(steps, stepCost)
  const ofVolume = multiplyDecimals(pair.minVolume, best)
  const least = compareDecimals(ofSteps, ofVolume) < 0 ? ofVolume : ofSteps
  return roundDecimal(least, scales.quote, 'up')
}

/** What a share of the balance may be spent on a market buy, in whole units. */
export const spendFor = ({ available, scales }: Terms, percent: string): string =>
  roundDecimal(
    multiplyDecimals(
      divideDecimals(available.quote, marketHold, scales.quote),
      multiplyDecimals(percent, hundredth),
    ),
    scales.quote,
    'down',
  )

/** A market buy freezes 2 % more than its estimate, so that a moving price does not stop it. */
const marketHold = '1.02'

const spentBy = ({ type }: Draft, balance: string): string =>
  type === 'MARKET' ? divideDecimals(balance, marketHold, 8) : balance

/** Why an order would be refused, as the name of a text, with the bound that it breaks. */
export type Broken = Readonly<{
  field: 'price' | 'volume' | 'spend'
  rule: 'invalid' | 'steps' | 'least' | 'most' | 'buyAbove' | 'sellBelow' | 'tooLittle'
  bound?: string
  /** The asset of the bound. */
  symbol?: string
}>

/** Returns the rule that the amount of a market buy breaks; its volume is whole steps of it. */
export function brokenSpend(draft: Draft, terms: Terms): Broken | null {
  const { spend } = draft
  if (spend === null || compareDecimals(spend, '0') <= 0) {
    return { field: 'spend', rule: 'invalid' }
  }
  const least = leastSpend(terms)
  if (least !== null && compareDecimals(spend, least) < 0) {
    return { field: 'spend', rule: 'least', bound: least, symbol: terms.pair.quoteAsset }
  }
  const broken = brokenBy(draft, terms)
  return broken === null ? null : { ...broken, field: 'spend' }
}

/** Returns the rules that an order breaks: of each field the first, in the service's order. */
export function allBroken(draft: Draft, terms: Terms): readonly Broken[] {
  const all = [brokenPrice(draft, terms), brokenVolume(draft, terms)]
  return all.filter((one) => one !== null)
}

/** Returns the first of them. */
export const brokenBy = (draft: Draft, terms: Terms): Broken | null =>
  allBroken(draft, terms)[0] ?? null

function brokenPrice(draft: Draft, { pair, market }: Terms): Broken | null {
  const { price, type } = draft
  if (type === 'MARKET') return null
  if (price === null || compareDecimals(price, '0') <= 0) return { field: 'price', rule: 'invalid' }
  if (!isMultipleOf(price, pair.priceTick)) {
    return { field: 'price', rule: 'steps', bound: pair.priceTick, symbol: pair.quoteAsset }
  }
  return brokenLimit(draft, market.price)
}

function brokenVolume(draft: Draft, terms: Terms): Broken | null {
  const { volume, type } = draft
  const { pair } = terms
  const base = { field: 'volume', symbol: pair.baseAsset } as const
  if (volume === null || compareDecimals(volume, '0') <= 0) {
    return { field: 'volume', rule: 'invalid' }
  }
  if (!isMultipleOf(volume, pair.volumeStep)) {
    return { ...base, rule: 'steps', bound: pair.volumeStep }
  }
  const most = type === 'MARKET' ? pair.maxMarketVolume : pair.maxVolume
  if (compareDecimals(volume, pair.minVolume) < 0) {
    return { ...base, rule: 'least', bound: pair.minVolume }
  }
  if (compareDecimals(volume, most) > 0) return { ...base, rule: 'most', bound: most }
  return brokenAmount(draft, terms)
}

function brokenAmount(draft: Draft, terms: Terms): Broken | null {
  const { volume, side, type } = draft
  const price = priceOf(draft, terms)
  if (volume === null || price === null) return null
  const { pair, scales, available } = terms
  const product = multiplyDecimals(volume, price)
  const cost = roundDecimal(product, scales.quote, 'up')
  const amount = { field: 'volume', symbol: pair.quoteAsset } as const
  if (compareDecimals(roundDecimal(product, scales.quote, 'down'), pair.minAmount) < 0) {
    return { ...amount, rule: 'least', bound: pair.minAmount }
  }
  if (compareDecimals(cost, pair.maxAmount) > 0) {
    return { ...amount, rule: 'most', bound: pair.maxAmount }
  }
  const held = type === 'MARKET' ? multiplyDecimals(cost, marketHold) : cost
  const isCovered =
    side === 'BUY'
      ? compareDecimals(held, available.quote) <= 0
      : compareDecimals(volume, available.base) <= 0
  return isCovered ? null : { field: 'volume', rule: 'tooLittle' }
}

/** A limit may not be worse for the user than the market. */
function brokenLimit({ side, type, price }: Draft, market: string | null): Broken | null {
  if (type === 'MARKET' || price === null || market === null) return null
  const difference = compareDecimals(price, market)
  if (side === 'BUY' && difference > 0) return { field: 'price', rule: 'buyAbove' }
  return side === 'SELL' && difference < 0 ? { field: 'price', rule: 'sellBelow' } : null
}
