const decimals = 8
const one = 10n ** 8n

const written = /^([0-9]{1,20})(?:\.([0-9]{1,20}))?$/

/** Parses a decimal text into units of 10^-8; null if it has more decimals. */
export function unitsOf(text: string): bigint | null {
  const [, whole = '', fraction = ''] = written.exec(text) ?? []
  if (whole === '' || /[1-9]/.test(fraction.slice(decimals))) return null
  return BigInt(whole) * one + BigInt(fraction.slice(0, decimals).padEnd(decimals, '0'))
}

export const isDecimal = (text: string): boolean => written.test(text)

/** Parses a text that is known to be a decimal, such as a constant of this folder. */
export const units = (text: string): bigint => unitsOf(text) ?? 0n

/** Formats with exactly eight decimals, as the venue writes every amount. */
export function textOf(amount: bigint): string {
  const magnitude = amount < 0n ? -amount : amount
  const fraction = (magnitude % one).toString().padStart(decimals, '0')
  return `${amount < 0n ? '-' : ''}${magnitude / one}.${fraction}`
}

/** Multiplies two amounts; truncates below the 8th decimal. */
export const times = (a: bigint, b: bigint): bigint => (a * b) / one

/** Divides two amounts; truncates below the 8th decimal. */
export const divided = (a: bigint, b: bigint): bigint => (a * one) / b

/** Returns the quantity that `amount` buys at `price`, rounded down to a multiple of `step`. */
export const boughtFor = (amount: bigint, price: bigint, step: bigint): bigint => {
  const quantity = price === 0n ? 0n : (amount * one) / price
  return quantity - (quantity % step)
}

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const greatest = (a: bigint, b: bigint): bigint => (a > b ? a : b)
