/** A calculator of taxes that shares no code with the service: amounts are units of the assets. */

export type TradedByHand = Readonly<{
  orderNo: string
  side: 'BUY' | 'SELL'
  pairClass: 'rupiah' | 'coin'
  baseScale: number
  quoteScale: number
  feePpm: bigint
  volume: bigint
  limit: bigint
  fills: readonly Readonly<{
    id: string
    volume: bigint
    /** In units of the quote asset for a whole unit of the base asset. */
    price: bigint
    /** In hundred-millionths of the quote asset. */
    quoteParts: bigint
    at: Date
  }>[]
}>

const power = (scale: number): bigint => 10n ** BigInt(scale)
const ceil = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/** Returns value, tax and value-added tax of each fill, in sen, by order and trade. */
export function taxesByHand(
  { orderNo, side, pairClass, baseScale, quoteScale, feePpm, fills }: TradedByHand,
  rupiah: Readonly<{ base: bigint; quote: bigint }>,
  raisedFrom: Date,
): ReadonlyMap<string, readonly string[]> {
  const isSale = side === 'SELL'
  const [base, quote] = [power(baseScale), power(quoteScale)]
  const dayOf = (at: Date) => new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 10)
  const firstRaised = raisedFrom.toISOString().slice(0, 10)
  let [parts, amount, gross, fee, exactTax, tax] = [0n, 0n, 0n, 0n, 0n, 0n]
  return new Map(
    fills.map((fill) => {
      const isRaised = dayOf(fill.at) >= firstRaised
      const raised = isSale && pairClass === 'coin' ? 2_100n : isSale ? 2_600n : 3_100n
      const isTaxed = isSale || pairClass === 'coin'
      const ppm = isTaxed ? (isRaised ? raised : 2_100n) : 0n
      parts += fill.quoteParts
      const amountNow = isSale ? (parts * quote) / power(8) : ceil(parts * quote, power(8))
      const paid = amountNow - amount
      const received = isSale ? paid : fill.volume
      gross += received
      exactTax += received * ppm
      const feeNow = (gross * feePpm) / 1_000_000n
      const [feeTaken, taxTaken] = [feeNow - fee, exactTax / 1_000_000n - tax]
      ;[amount, fee, tax] = [amountNow, feeNow, exactTax / 1_000_000n]
      // Sen for one whole unit of each asset.
      const senOfBase = pairClass === 'coin' ? rupiah.base * 100n : fill.price
      const senOfQuote = pairClass === 'coin' ? rupiah.quote * 100n : 100n
      const handsOverBase = isSale && pairClass === 'coin'
      const value = handsOverBase ? (fill.volume * senOfBase) / base : (paid * senOfQuote) / quote
      const inRupiah = isSale && pairClass === 'rupiah'
      const owed = inRupiah ? taxTaken : (value * ppm) / 1_000_000n
      const senOfFee = isSale ? (feeTaken * senOfQuote) / quote : (feeTaken * senOfBase) / base
      const vatPpm = isRaised ? 130_000n : 120_000n
      const vat = (senOfFee * vatPpm * 11n) / (12_000_000n + vatPpm * 11n)
      const row = isTaxed ? [value, owed, vat] : [0n, 0n, vat]
      return [`${orderNo} ${fill.id}`, row.map(String)] as const
    }),
  )
}
