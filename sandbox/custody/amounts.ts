const scale = 18n
const one = 10n ** scale

const plain = /^(-?)(\d{1,40})(?:\.(\d{1,18}))?$/

/** Parses a decimal text into units of 10^-18; null for any other text. */
export function unitsOf(text: string): bigint | null {
  const match = plain.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  const units = BigInt(whole) * one + BigInt(fraction.padEnd(Number(scale), '0'))
  return sign === '-' ? -units : units
}

/** Formats units of 10^-18 without trailing zeros. */
export function textOf(units: bigint): string {
  const magnitude = units < 0n ? -units : units
  const fraction = (magnitude % one).toString().padStart(Number(scale), '0').replace(/0+$/, '')
  const sign = units < 0n ? '-' : ''
  return `${sign}${magnitude / one}${fraction === '' ? '' : `.${fraction}`}`
}

/** Subtracts one plain decimal from another. */
export const minus = (amount: string, other: string): string =>
  textOf((unitsOf(amount) ?? 0n) - (unitsOf(other) ?? 0n))
