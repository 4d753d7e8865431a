import type { UserId } from '../../base/values/ids.ts'
import { convert, divide, idr, isPositive, type Money, money } from '../../base/values/money.ts'
import type { Tx } from '../database/database.ts'
import { house } from '../ledger/accounts.ts'
import type { Posting } from '../ledger/post.rules.ts'
import { postAll } from '../ledger/post.ts'
import { readFeeRate } from '../reference/fees.sql.ts'
import { type RupiahPrice, readRupiahPrices } from '../reference/rupiah-prices.sql.ts'
import { vatIn } from './fee-vat.rules.ts'
import {
  type FeeSource,
  type FeeVat,
  findTakenVat,
  insertFeeVats,
  sendFeeVats,
} from './fee-vats.sql.ts'

/** A fee that a posting of this transaction took. */
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

/**
 * Books the value-added tax in fees of deposits and withdrawals, once for each posting that took
 * one: the house owes it in rupiah. A fee in a coin that has no price in rupiah is recorded without
 * a value, and the report of the month shows it.
 */
export async function bookFeeVats(tx: Tx, taken: readonly TakenFee[]): Promise<void> {
  const fees = taken.filter(({ fee }) => isPositive(fee))
  if (fees.length === 0) return
  const terms = await readFeeTerms(
    tx,
    fees.map(({ fee }) => fee.asset),
  )
  await record(tx, vatsOf(fees, terms))
}

/** Returns the postings of the tax in fees, to be locked together with those that take the fees. */
export const feeVatPostings = (taken: readonly TakenFee[], terms: FeeTerms): readonly Posting[] =>
  postingsOf(vatsOf(taken, terms))

/** The same for the fees of new postings: sends the records, and returns what books them. */
export function newFeeVats(
  tx: Tx,
  taken: readonly TakenFee[],
  terms: FeeTerms,
): readonly Posting[] {
  const vats = vatsOf(taken, terms)
  sendFeeVats(tx, vats)
  return postingsOf(vats)
}

function vatsOf(taken: readonly TakenFee[], { taxed, prices }: FeeTerms): readonly FeeVat[] {
  if (taxed === null) return []
  const { rate, now } = taxed
  return taken
    .filter(({ fee }) => isPositive(fee))
    .map((one) => {
      const { value, ...valued } = valuedFee(one.fee, prices, now)
      const vat = { feeIdr: value, vatIdr: vatIn(value, rate), rule: rate.rule }
      return { ...one, ...valued, ...vat, corrects: null }
    })
}

/**
 * Takes back the tax in what a posting gives back of a fee; `of` are those that may have taken it.
 */
export async function returnFeeVat(
  tx: Tx,
  { key, user, fee, of }: Omit<TakenFee, 'source'> & Readonly<{ of: readonly string[] }>,
): Promise<void> {
  if (!isPositive(fee)) return
  const found = await findTakenVat(tx, of)
  if (found === null) return
  const { key: corrects, fee: all, feeIdr, vatIdr, ...facts } = found
  const share = (units: bigint) => -divide(units * fee.units, all, 'down')
  const back = { fee: money(fee.asset, -fee.units), feeIdr: share(feeIdr), vatIdr: share(vatIdr) }
  await record(tx, [{ ...facts, ...back, key, user, corrects }])
}

async function record(tx: Tx, vats: readonly FeeVat[]): Promise<void> {
  const fresh = await insertFeeVats(tx, vats)
  await postAll(tx, postingsOf(vats.filter(({ key }) => fresh.has(key))))
}

const postingsOf = (vats: readonly FeeVat[]): readonly Posting[] =>
  vats.filter(({ vatIdr }) => vatIdr !== 0n).map(postingOf)

/** The key begins with `vat`, then names the posting that moved the fee. */
function postingOf({ key, vatIdr }: FeeVat): Posting {
  const [fees, vat] = [house('fees'), house('vat')]
  const move =
    vatIdr > 0n
      ? { from: fees, to: vat, amount: money(idr, vatIdr) }
      : { from: vat, to: fees, amount: money(idr, -vatIdr) }
  return { key: `vat:${key}`, action: 'TAX', moves: [move] }
}

function valuedFee(fee: Money, prices: ReadonlyMap<string, RupiahPrice>, now: Date) {
  if (fee.asset.id === idr.id) return { value: fee.units, valuedBy: 'rupiah', valuedAt: now }
  const price = prices.get(fee.asset.symbol)
  if (price === undefined) return { value: 0n, valuedBy: 'none', valuedAt: now }
  const { units } = convert(fee, idr, price.price, 'down')
  return { value: units, valuedBy: price.source, valuedAt: price.at }
}
