/** The pairs that can be traded, with the decimals of their assets. */
type Pair = Readonly<{
  name: string
  base: string
  quote: string
  baseDecimals: number
  quoteDecimals: number
}>

const pairs: readonly Pair[] = [
  { name: 'BTC_IDR', base: 'BTC', quote: 'IDR', baseDecimals: 8, quoteDecimals: 2 },
]

export function pairOf(name: string): Pair {
  const pair = pairs.find((one) => one.name === name)
  if (pair === undefined) throw new Error(`no pair ${name}`)
  return pair
}

/** A decimal text as a whole number of the last decimal; finer ones are refused. */
export function unitsOf(value: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = value.split('.')
  if (!/^\d{1,12}$/.test(whole) || !/^\d*$/.test(fraction)) throw new Error(`no decimal: ${value}`)
  if (/[1-9]/.test(fraction.slice(decimals))) throw new Error(`too fine: ${value}`)
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/** The cost of a volume, rounded up. */
export function costOf(pair: Pair, volume: bigint, price: bigint): bigint {
  const one = 10n ** BigInt(pair.baseDecimals)
  return (volume * price + one - 1n) / one
}
