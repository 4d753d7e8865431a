/**
 * Exact decimals as the API sends them: strings such as `"1250000"` or `"-0.00000001"`. No amount
 * passes through a float.
 */

/** The languages in which amounts can be written: `id` is 1.250.000,5 and `en` 1,250,000.5. */
export type Language = 'id' | 'en'

type Parts = Readonly<{ negative: boolean; whole: string; fraction: string }>

const written = /^(-?)0*([0-9]+?)(?:\.([0-9]*?)0*)?$/

function partsOf(decimal: string): Parts {
  const parts = written.exec(decimal)
  if (parts === null) throw new RangeError(`"${decimal}" is not a decimal number`)
  const [, sign = '', whole = '0', fraction = ''] = parts
  const isZero = whole === '0' && fraction === ''
  return { negative: sign === '-' && !isZero, whole, fraction }
}

/** Returns whether a text is a decimal number as the API writes it. */
export const isDecimal = (text: string): boolean => written.test(text)

/** Returns -1, 0 or 1 if `a` is less than, equal to or greater than `b`: fit for `sort`. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const [one, other] = [partsOf(a), partsOf(b)]
  if (one.negative !== other.negative) return one.negative ? -1 : 1
  const places = Math.max(one.fraction.length, other.fraction.length)
  const [left, right] = [one, other].map(({ whole, fraction }) =>
    BigInt(whole + fraction.padEnd(places, '0')),
  )
  if (left === undefined || right === undefined || left === right) return 0
  return left < right !== one.negative ? -1 : 1
}

type Units = Readonly<{ units: bigint; places: number }>

/** A decimal as a whole number of its smallest units, with at least so many decimals. */
function unitsOf(decimal: string, least = 0): Units {
  const { negative, whole, fraction } = partsOf(decimal)
  const places = Math.max(fraction.length, least)
  const units = BigInt(whole + fraction.padEnd(places, '0'))
  return { units: negative ? -units : units, places }
}

function decimalOf({ units, places }: Units): string {
  const digits = `${units < 0n ? -units : units}`.padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${fraction === '' ? whole : `${whole}.${fraction}`}`
}

/** Both decimals in the smallest units of the finer one. */
function alike(a: string, b: string): readonly [a: bigint, b: bigint, places: number] {
  const places = Math.max(unitsOf(a).places, unitsOf(b).places)
  return [unitsOf(a, places).units, unitsOf(b, places).units, places]
}

export function addDecimals(a: string, b: string): string {
  const [one, other, places] = alike(a, b)
  return decimalOf({ units: one + other, places })
}

export function subtractDecimals(a: string, b: string): string {
  const [one, other, places] = alike(a, b)
  return decimalOf({ units: one - other, places })
}

/** Multiplies exactly: the product has the decimals of both. */
export function multiplyDecimals(a: string, b: string): string {
  const [one, other] = [unitsOf(a), unitsOf(b)]
  return decimalOf({ units: one.units * other.units, places: one.places + other.places })
}

/** Divides, and cuts the quotient after so many decimals. */
export function divideDecimals(a: string, b: string, places: number): string {
  const [one, other] = alike(a, b)
  return decimalOf({ units: (one * 10n ** BigInt(places)) / other, places })
}

/** Whether a decimal is a whole number of steps, such as the tick of a price. */
export function isMultipleOf(decimal: string, step: string): boolean {
  const [units, size] = alike(decimal, step)
  return units % size === 0n
}

/** Rounds to so many decimals: `up` away from zero, as a cost; `down` to zero, as a credit. */
export function roundDecimal(decimal: string, places: number, way: 'up' | 'down'): string {
  const { units, places: finer } = unitsOf(decimal, places)
  const size = 10n ** BigInt(finer - places)
  const rest = units % size
  const away = way === 'up' && rest !== 0n ? (units < 0n ? -1n : 1n) : 0n
  return decimalOf({ units: units / size + away, places })
}

export type FormatOptions = Readonly<{
  /** Written with the number: `IDR` as Rp in Indonesian, any other symbol after the number. */
  symbol?: string
  /** Decimals that are always written, with zeros if needed. */
  minDecimals?: number
  /** Further decimals are cut off, never rounded up: users never see more money than they have. */
  maxDecimals?: number
}>

const marks = { id: { group: '.', point: ',' }, en: { group: ',', point: '.' } } as const

/** Writes a decimal number for people, with groups of three digits. */
export function formatDecimal(
  decimal: string,
  language: Language,
  { symbol, minDecimals = 0, maxDecimals = Number.POSITIVE_INFINITY }: FormatOptions = {},
): string {
  const { negative, whole, fraction } = partsOf(decimal)
  const { group, point } = marks[language]
  const shown = fraction.slice(0, maxDecimals).replace(/0+$/, '').padEnd(minDecimals, '0')
  const isZero = whole === '0' && /^0*$/.test(shown)
  const digits = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, group)
  const number = shown === '' ? digits : `${digits}${point}${shown}`
  const sign = negative && !isZero ? '-' : ''
  if (symbol === undefined) return sign + number
  if (symbol !== 'IDR') return `${sign}${number}\u00a0${symbol}`
  return `${sign}${language === 'id' ? 'Rp' : 'IDR'}\u00a0${number}`
}

/** Reads what a person typed in this language; returns null unless it is a decimal number. */
export function parseDecimal(typed: string, language: Language): string | null {
  const { group, point } = marks[language]
  const [whole = '', fraction, ...more] = typed.trim().split(point)
  const grouped = whole.split(group)
  const isGrouped = grouped.every((part, index) =>
    index === 0 ? /^-?[0-9]+$/.test(part) : /^[0-9]{3}$/.test(part),
  )
  // No whole number begins with a group of zeros: `0.001` has the point of another language.
  const isFirstShort = grouped.length === 1 || /^-?[1-9][0-9]{0,2}$/.test(grouped[0] ?? '')
  if (more.length > 0 || !isGrouped || !isFirstShort) return null
  if (fraction !== undefined && !/^[0-9]+$/.test(fraction)) return null
  const parts = partsOf(
    fraction === undefined ? grouped.join('') : `${grouped.join('')}.${fraction}`,
  )
  const number = parts.fraction === '' ? parts.whole : `${parts.whole}.${parts.fraction}`
  return parts.negative ? `-${number}` : number
}
