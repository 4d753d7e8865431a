import type { UserId } from '../../base/values/ids.ts'
import { convert, divide, idr, isPositive, type Money, money } from '../../base/values/money.ts'
import type { Tx } from '../database/database.ts'
import { house } from '../ledger/accounts.ts'
import type { Move, Posting } from '../ledger/post.rules.ts'
import { type Posted, postAll } from '../ledger/post.ts'
import { readFeeRate } from '../reference/fees.sql.ts'
import { type RupiahPrice, readRupiahPrices } from '../reference/rupiah-prices.sql.ts'
import { vatIn } from './fee-vat.rules.ts'
import { type FeeSource, type FeeVat, findTakenVat, sendFeeVats } from './fee-vats.sql.ts'

/** A fee that a posting takes. */
export type TakenFee = Readonly<{ key: string; user: UserId; source: FeeSource; fee: Money }>

/** By what the tax in a fee is computed now; `taxed` is null if there is no such tax. */
export type FeeTerms = Readonly<{
  taxed: Awaited<ReturnType<typeof readFeeRate>>
  prices: ReadonlyMap<string, RupiahPrice>
}>

/** Reads the rate, and the prices of coins in which fees may be taken, in one trip. */
export async function readFeeTerms(tx: Tx, assets: readonly Money['asset'][]): Promise<FeeTerms> {
  const symbols = assets.flatMap(({ id, symbol }) => (id === idr.id ? [] : [symbol]))
  const [taxed, prices] = await Promise.all([
    readFeeRate(tx),
    readRupiahPrices(tx, [...new Set(symbols)]),
  ])
  return { taxed, prices }
}

/** The taxes in fees by the keys of the postings that take the fees. */
export type FeeVats = ReadonlyMap<string, FeeVat>

/**
 * Computes the value-added tax in fees of deposits and withdrawals. A fee in a coin that has no
 * price in rupiah is recorded without a value, and the report of the month shows it.
 */
export function feeVats(taken: readonly TakenFee[], { taxed, prices }: FeeTerms): FeeVats {
  if (taxed === null) return new Map()
  const { rate, now } = taxed
  return new Map(
    taken
      .filter(({ fee }) => isPositive(fee))
      .map((one) => {
        const { value, ...valued } = valuedFee(one.fee, prices, now)
        const vat = { feeIdr: value, vatIdr: vatIn(value, rate), rule: rate.rule, corrects: null }
        return [one.key, { ...one, ...valued, ...vat }]
      }),
  )
}

/** Computes the same by the rate and the prices of now. */
export async function readFeeVats(tx: Tx, taken: readonly TakenFee[]): Promise<FeeVats> {
  const fees = taken.filter(({ fee }) => isPositive(fee))
  if (fees.length === 0) return new Map()
  const assets = fees.map(({ fee }) => fee.asset)
  return feeVats(fees, await readFeeTerms(tx, assets))
}

/**
 * Computes the tax in what a posting gives back of a fee; `of` are those that may have taken it.
 */
export async function readReturnedVat(
  tx: Tx,
  { key, user, fee, of }: Omit<TakenFee, 'source'> & Readonly<{ of: readonly string[] }>,
): Promise<FeeVats> {
  const found = isPositive(fee) ? await findTakenVat(tx, of) : null
  if (found === null) return new Map()
  const { key: corrects, fee: all, feeIdr, vatIdr, ...facts } = found
  const share = (units: bigint) => -divide(units * fee.units, all, 'down')
  const back = { fee: money(fee.asset, -fee.units), feeIdr: share(feeIdr), vatIdr: share(vatIdr) }
  return new Map([[key, { ...facts, ...back, key, user, corrects }]])
}

/** The move by which a posting books the tax in the fee that it takes or gives back. */
export function vatMoves(vats: FeeVats, key: string): readonly Move[] {
  const units = vats.get(key)?.vatIdr ?? 0n
  const [fees, vat] = [house('fees'), house('vat')]
  if (units === 0n) return []
  return units > 0n
    ? [{ from: fees, to: vat, amount: money(idr, units) }]
    : [{ from: vat, to: fees, amount: money(idr, -units) }]
}

export const withVat = (posting: Posting, vats: FeeVats): Posting => ({
  ...posting,
  moves: [...posting.moves, ...vatMoves(vats, posting.key)],
})

/** Posts with the taxes in the fees that these postings take or give back, and records them. */
export async function postWithVats(
  tx: Tx,
  postings: readonly Posting[],
  vats: FeeVats,
): Promise<readonly Posted[]> {
  const outcomes = await postAll(
    tx,
    postings.map((posting) => withVat(posting, vats)),
  )
  const posted = postings.filter((_, at) => outcomes[at] !== 'insufficient')
  sendFeeVats(
    tx,
    posted.flatMap(({ key }) => vats.get(key) ?? []),
  )
  return outcomes
}

function valuedFee(fee: Money, prices: ReadonlyMap<string, RupiahPrice>, now: Date) {
  if (fee.asset.id === idr.id) return { value: fee.units, valuedBy: 'rupiah', valuedAt: now }
  const price = prices.get(fee.asset.symbol)
  if (price === undefined) return { value: 0n, valuedBy: 'none', valuedAt: now }
  const { units } = convert(fee, idr, price.price, 'down')
  return { value: units, valuedBy: price.source, valuedAt: price.at }
}
