import { z } from 'zod'
import { areSound, boundsOf } from '../../../core/reference/pair-bounds.rules.ts'
import {
  lockCategoryFees,
  lockPair,
  type Pair,
  type PairBounds,
  writeCategoryFees,
  writePair,
} from '../../../core/reference/pairs.sql.ts'
import { integer, moneyOrZero, optional } from '../../../platform/http/contracts/contracts.ts'
import { unitsInWords, unitsOf, yesOrNo } from '../reference-writing.ts'
import { type GuardedSubject, weighedTerms } from './guarded-kind.ts'
import { termsIn } from './terms-text.rules.ts'

export const PairTerms = z.object({
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

/** Applies changes to the bounds of a pair; refuses an amount that its assets cannot represent. */
export function changedBounds(pair: Pair, changes: z.output<typeof PairTerms>): PairBounds {
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

export function shownBounds({ base, quote }: Pair, bounds: PairBounds) {
  return {
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

/** Whether a pair is traded, and its bounds, which must not contradict each other. */
export const pairTerms: GuardedSubject = {
  unknown: 'api.content_not_found',
  unfit: 'api.bounds_invalid',
  weigh: async (tx, _ctx, txPair, value) => {
    const pair = await lockPair(tx, txPair)
    if (pair === null) return null
    const terms = termsIn(value)
    const after = changedBounds(pair, PairTerms.parse(terms))
    const was = shownBounds(pair, boundsOf(pair))
    const isAllowed = areSound(after)
    return weighedTerms({ was, is: shownBounds(pair, after), isAllowed }, Object.keys(terms), () =>
      writePair(tx, pair.id, after),
    )
  },
}

/** The highest trading fee, in parts per million of what the user receives: one percent. */
const mostPpm = 10_000

export const CategoryFees = z.object({
  buyFeePpm: integer({ min: 0, max: mostPpm }),
  sellFeePpm: integer({ min: 0, max: mostPpm }),
})

/** The fees of future trades in a category of pairs. */
export const categoryFees: GuardedSubject = {
  unknown: 'api.content_not_found',
  unfit: 'api.bounds_invalid',
  weigh: async (tx, _ctx, code, value) => {
    const was = await lockCategoryFees(tx, code)
    if (was === null) return null
    const is = CategoryFees.parse(termsIn(value))
    return weighedTerms({ was, is, isAllowed: true }, Object.keys(is), () =>
      writeCategoryFees(tx, code, is),
    )
  },
}
