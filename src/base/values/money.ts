/**
 * Money is an asset and a whole number of its smallest units. It never passes through a float: it
 * is parsed from decimal digits and written as a decimal string.
 */
import { type AssetId, assetId } from './ids.ts'
import { plainDigits } from './plain-digits.ts'

/** A currency or coin. `scale` is the number of decimals of one whole unit (IDR 2, BTC 8). */
export type Asset = Readonly<{ id: AssetId; symbol: string; scale: number }>

/** Rupiah, as the payment providers and the ledger count it. */
export const idr: Asset = { id: assetId(1), symbol: 'IDR', scale: 2 }

export type Money = Readonly<{ asset: Asset; units: bigint }>

/** A rate in parts per million: 0.7 % is `perMillion(7_000n)`. */
export type Rate = Readonly<{ ppm: bigint }>

export type Rounding = 'down' | 'up' | 'half-up'

const decimal = /^(0|[1-9][0-9]{0,19})(?:\.([0-9]+))?$/
const oversized = /^[1-9][0-9]{20,}(?:\.[0-9]+)?$/

export type ParsedMoney =
  | Readonly<{ ok: true; money: Money }>
  | Readonly<{ ok: false; why: 'not-a-number' | 'too-many-decimals' | 'too-large' }>

/** Parses plain decimal digits; refuses signs, exponents, separators and non-ASCII digits. */
export function parseMoney(asset: Asset, text: string): ParsedMoney {
  const parts = decimal.exec(text)
  if (parts === null) return { ok: false, why: oversized.test(text) ? 'too-large' : 'not-a-number' }
  const [, whole = '0', fraction = ''] = parts
  if (fraction.length > asset.scale) return { ok: false, why: 'too-many-decimals' }
  return { ok: true, money: { asset, units: BigInt(whole + fraction.padEnd(asset.scale, '0')) } }
}

/**
 * Parses an amount as a provider spells it: with an exponent, or with more trailing zeros than the
 * asset has decimals.
 */
export const parsePadded = (asset: Asset, text: string): ParsedMoney =>
  parseMoney(asset, withoutPadding(plainDigits(text.trim())))

const withoutPadding = (text: string): string =>
  text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text

/** An amount above zero as a provider reports it; `isCut` if the asset has fewer decimals. */
export type ReportedMoney = Readonly<{ amount: Money; isCut: boolean }>

/** Reads a reported amount in any spelling; null if it is unreadable or not above zero. */
export function readReported(asset: Asset, text: string): ReportedMoney | null {
  const exact = parsePadded(asset, text)
  const isCut = !exact.ok && exact.why === 'too-many-decimals'
  const read = isCut ? parsePadded(asset, cutTo(asset, plainDigits(text.trim()))) : exact
  return read.ok && isPositive(read.money) ? { amount: read.money, isCut } : null
}

const cutTo = ({ scale }: Asset, text: string): string =>
  text.slice(0, text.indexOf('.') + 1 + scale)

/** Returns the decimal string for the API: no exponent, no trailing zeros. */
export function formatMoney({ asset, units }: Money): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(asset.scale + 1, '0')
  const split = digits.length - asset.scale
  let end = digits.length
  while (end > split && digits.endsWith('0', end)) end -= 1
  const fraction = end === split ? '' : `.${digits.slice(split, end)}`
  return sign + digits.slice(0, split) + fraction
}

export const money = (asset: Asset, units: bigint): Money => ({ asset, units })
export const zero = (asset: Asset): Money => ({ asset, units: 0n })

/** Whole units of an asset: `whole(idr, 50_000n)` is Rp 50,000. */
export const whole = (asset: Asset, amount: bigint): Money => ({
  asset,
  units: amount * 10n ** BigInt(asset.scale),
})

export const perMillion = (ppm: bigint): Rate => ({ ppm })

export function add(a: Money, b: Money): Money {
  return { asset: same(a, b), units: a.units + b.units }
}

export function subtract(a: Money, b: Money): Money {
  return { asset: same(a, b), units: a.units - b.units }
}

/** Returns -1, 0 or 1 if `a` is less than, equal to or more than `b`. */
export function compare(a: Money, b: Money): -1 | 0 | 1 {
  same(a, b)
  return a.units < b.units ? -1 : a.units > b.units ? 1 : 0
}

export const smaller = (a: Money, b: Money): Money => (compare(a, b) <= 0 ? a : b)
export const larger = (a: Money, b: Money): Money => (compare(a, b) >= 0 ? a : b)
export const isPositive = (a: Money): boolean => a.units > 0n

/** True if the amount is a whole multiple of the step. */
export function isMultipleOf(a: Money, step: Money): boolean {
  same(a, step)
  return a.units % step.units === 0n
}

/** Rounds to a multiple of the step, down or up. */
export function toStep(a: Money, step: Money, rounding: 'down' | 'up'): Money {
  return { asset: same(a, step), units: divide(a.units, step.units, rounding) * step.units }
}

/** True if the amount has no decimals. */
export function isWhole(a: Money): boolean {
  return a.units % 10n ** BigInt(a.asset.scale) === 0n
}

/**
 * Returns the share of an amount at a rate, rounded to `decimals` decimals (default: the asset's).
 */
export function portion(a: Money, rate: Rate, rounding: Rounding, decimals = a.asset.scale): Money {
  const step = 10n ** BigInt(a.asset.scale - decimals)
  return { asset: a.asset, units: divide(a.units * rate.ppm, 1_000_000n * step, rounding) * step }
}

/** The value of one whole unit of an asset in whole units of another. */
type Fraction = Readonly<{ numerator: bigint; denominator: bigint }>

/** Converts an amount into another asset at a price per whole unit. */
export function convert(a: Money, to: Asset, at: Fraction, rounding: Rounding): Money {
  const numerator = a.units * at.numerator * 10n ** BigInt(to.scale)
  const denominator = at.denominator * 10n ** BigInt(a.asset.scale)
  return { asset: to, units: divide(numerator, denominator, rounding) }
}

/** Divides non-negative amounts with explicit rounding; throws a `RangeError` for other input. */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (numerator < 0n || denominator <= 0n)
    throw new RangeError('divide() requires amounts of zero or more')
  const quotient = numerator / denominator
  const rest = numerator % denominator
  if (rest === 0n || rounding === 'down') return quotient
  if (rounding === 'up') return quotient + 1n
  return rest * 2n >= denominator ? quotient + 1n : quotient
}

function same(a: Money, b: Money): Asset {
  if (a.asset.id !== b.asset.id) {
    throw new TypeError(`amounts of ${a.asset.symbol} and ${b.asset.symbol} do not mix`)
  }
  return a.asset
}
