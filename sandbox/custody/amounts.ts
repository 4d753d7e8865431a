const scale = 18n
const one = 10n ** scale

const plain = /^(-?)(\d{1,40})(?:\.(\d{1,18}))?$/

/** A decimal text as a whole number of its 18th decimals, or null for anything else. */
export function unitsOf(text: string): bigint | null {
  const match = plain.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  const units = BigInt(whole) * one + BigInt(fraction.padEnd(Number(scale), '0'))
  return sign === '-' ? -units : units
}

/** The same number without zeros at its end. */
export function textOf(units: bigint): string {
  const magnitude = units < 0n ? -units : units
  const fraction = (magnitude % one).toString().padStart(Number(scale), '0').replace(/0+$/, '')
  const sign = units < 0n ? '-' : ''
  return `${sign}${magnitude / one}${fraction === '' ? '' : `.${fraction}`}`
}

/** What is left of one amount after another; both are plain decimals. */
export const minus = (amount: string, other: string): string =>
  textOf((unitsOf(amount) ?? 0n) - (unitsOf(other) ?? 0n))
