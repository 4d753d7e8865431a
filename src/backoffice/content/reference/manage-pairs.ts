import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { areSound, boundsOf } from '../../../core/reference/pair-bounds.rules.ts'
import {
  lockPair,
  type Pair,
  type PairBounds,
  writeCategoryFees,
  writePair,
} from '../../../core/reference/pairs.sql.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import {
  decimal,
  integer,
  moneyOrZero,
  optional,
  text,
} from '../../../platform/http/contracts/contracts.ts'
import { pairName } from '../../../platform/http/contracts/pair-contract.ts'
import { commitContent, found, type Writing } from '../content-writing.ts'
import { unitsInWords, unitsOf, yesOrNo } from '../reference-writing.ts'

export const PairByName = z.object({ txPair: pairName({ max: 30 }) })

export const WritePair = z.object({
  active: optional(yesOrNo),
  priceTick: optional(moneyOrZero),
  lotStep: optional(moneyOrZero),
  minQuantity: optional(moneyOrZero),
  maxQuantity: optional(moneyOrZero),
  maxMarketQuantity: optional(moneyOrZero),
  minNotional: optional(moneyOrZero),
  maxNotional: optional(moneyOrZero),
})

const ofBase = ['lotStep', 'minQuantity', 'maxQuantity', 'maxMarketQuantity'] as const
const ofQuote = ['priceTick', 'minNotional', 'maxNotional'] as const

/** Changes the given bounds of a pair; refuses bounds that contradict each other. */
export const editPair = (
  ctx: Writing,
  { txPair, ...changes }: z.output<typeof PairByName> & z.output<typeof WritePair>,
  by: OperatorOperation,
): Promise<Audited<ReturnType<typeof shownPair>>> =>
  commitContent(ctx, async (tx) => {
    const pair = found(await lockPair(tx, txPair))
    const after = changed(pair, changes)
    if (!areSound(after)) refuse('api.bounds_invalid')
    await writePair(tx, pair.id, after)
    const [was, is] = [shownPair(pair), shownPair(pair, after)]
    return audited(tx, by, { subject: { kind: 'pair', id: txPair }, before: was, after: is }, is)
  })

function changed(pair: Pair, changes: z.output<typeof WritePair>): PairBounds {
  const given = (names: readonly (keyof PairBounds)[], asset: Pair['base']) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const sent = changes[name]
        return typeof sent === 'string' ? [[name, unitsOf(asset, sent)]] : []
      }),
    )
  return {
    ...boundsOf(pair),
    ...given(ofBase, pair.base),
    ...given(ofQuote, pair.quote),
    active: changes.active ?? pair.active,
  }
}

export function shownPair(pair: Pair, bounds = boundsOf(pair)) {
  const { txPair, base, quote } = pair
  return {
    txPair,
    active: bounds.active,
    priceTick: unitsInWords(quote, bounds.priceTick),
    lotStep: unitsInWords(base, bounds.lotStep),
    minQuantity: unitsInWords(base, bounds.minQuantity),
    maxQuantity: unitsInWords(base, bounds.maxQuantity),
    maxMarketQuantity: unitsInWords(base, bounds.maxMarketQuantity),
    minNotional: unitsInWords(quote, bounds.minNotional),
    maxNotional: unitsInWords(quote, bounds.maxNotional),
  }
}

export const StoredPair = z
  .object({
    txPair: z.string(),
    active: z.boolean(),
    priceTick: decimal,
    lotStep: decimal,
    minQuantity: decimal,
    maxQuantity: decimal,
    maxMarketQuantity: decimal,
    minNotional: decimal,
    maxNotional: decimal,
  })
  .meta({ id: 'StoredPair' })

const mostPpm = 100_000

export const CategoryByCode = z.object({ code: text({ max: 20 }) })

/** In parts per million of what the user receives: at most a tenth. */
export const WriteFees = z.object({
  buyFeePpm: integer({ min: 0, max: mostPpm }),
  sellFeePpm: integer({ min: 0, max: mostPpm }),
})

export const StoredFees = z
  .object({
    code: z.string(),
    buyFeePpm: z.int(),
    sellFeePpm: z.int(),
  })
  .meta({ id: 'StoredFees' })

/** Changes the fees of future trades in a category. */
export const editFees = (
  ctx: Writing,
  fees: z.output<typeof CategoryByCode> & z.output<typeof WriteFees>,
  by: OperatorOperation,
): Promise<Audited<z.output<typeof StoredFees>>> =>
  commitContent(ctx, async (tx) => {
    const before = found(await writeCategoryFees(tx, fees))
    return audited(tx, by, { subject: { kind: 'fees', id: fees.code }, before, after: fees }, fees)
  })
