const decimals = 8
const one = 10n ** 8n

const written = /^([0-9]{1,20})(?:\.([0-9]{1,20}))?$/

/** A decimal text as a whole number of its 8th decimals; null where it has more of them. */
export function unitsOf(text: string): bigint | null {
  const [, whole = '', fraction = ''] = written.exec(text) ?? []
  if (whole === '' || /[1-9]/.test(fraction.slice(decimals))) return null
  return BigInt(whole) * one + BigInt(fraction.slice(0, decimals).padEnd(decimals, '0'))
}

export const isDecimal = (text: string): boolean => written.test(text)

/** Known to be a decimal text, such as one of this folder's own. */
export const units = (text: string): bigint => unitsOf(text) ?? 0n

/** Always with eight decimals, as the venue writes every amount. */
export function textOf(amount: bigint): string {
  const magnitude = amount < 0n ? -amount : amount
  const fraction = (magnitude % one).toString().padStart(decimals, '0')
  return `${amount < 0n ? '-' : ''}${magnitude / one}.${fraction}`
}

/** The product of two amounts, what is below the 8th decimal cut off. */
export const times = (a: bigint, b: bigint): bigint => (a * b) / one

/** One amount by another, what is below the 8th decimal cut off. */
export const divided = (a: bigint, b: bigint): bigint => (a * one) / b

/** How much `price` buys of it for `amount`, cut to a multiple of `step`. */
export const boughtFor = (amount: bigint, price: bigint, step: bigint): bigint => {
  const quantity = price === 0n ? 0n : (amount * one) / price
  return quantity - (quantity % step)
}

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const greatest = (a: bigint, b: bigint): bigint => (a > b ? a : b)
