import { z } from 'zod'
import { boundsOf } from '../../../core/reference/pair-bounds.rules.ts'
import { lockCategoryFees, lockPair, type Pair } from '../../../core/reference/pairs.sql.ts'
import type {
  Audited,
  OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import {
  itemVersion,
  refuseIfChanged,
  type Versioned,
} from '../../../platform/access/operators/versions.ts'
import { decimal, text } from '../../../platform/http/contracts/contracts.ts'
import { pairName } from '../../../platform/http/contracts/pair-contract.ts'
import { found } from '../content-writing.ts'
import { auditSubject } from '../proposals/guarded-change.rules.ts'
import { commitProposal, type Proposing, proposalFields } from '../proposals/propose-change.ts'
import { ProposalView } from '../proposals/show-proposals.ts'
import { CategoryFees, changedBounds, PairTerms, shownBounds } from '../terms/pair-terms.ts'
import { termsText } from '../terms/terms-text.rules.ts'
import { editTerms, proposed } from './edit-terms.ts'

export const PairByName = z.object({ txPair: pairName({ max: 30 }) })

export const WritePair = PairTerms.extend({
  ...proposalFields,
})

/** Closes a pair at once, or proposes to open it and the given bounds. */
export async function editPair(
  ctx: Proposing,
  {
    txPair,
    reason,
    otpCode,
    version,
    ...changes
  }: Versioned<z.output<typeof PairByName> & z.output<typeof WritePair>>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof WrittenPair>>> {
  const edited = { kind: 'pair-terms', subject: txPair } as const
  const done = await editTerms(ctx, by, { reason, otpCode, version }, edited, async (tx) => {
    const pair = found(await lockPair(tx, txPair))
    const is = shownBounds(pair, changedBounds(pair, changes))
    return { was: shownBounds(pair, boundsOf(pair)), is }
  })
  return done.with((terms) => ({ txPair, ...terms }))
}

export function shownPair(pair: Pair): z.input<typeof StoredPair> {
  const shown = shownBounds(pair, boundsOf(pair))
  return { txPair: pair.txPair, ...shown, version: itemVersion(shown) }
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
    version: z.string(),
  })
  .meta({ id: 'StoredPair' })

export const WrittenPair = StoredPair.extend(proposed).meta({ id: 'ChangedPair' })

export const CategoryByCode = z.object({ code: text({ max: 20 }) })

export const WriteFees = CategoryFees.extend(proposalFields)

export const StoredFees = z
  .object({ code: z.string(), buyFeePpm: z.int(), sellFeePpm: z.int(), version: z.string() })
  .meta({ id: 'StoredFees' })

export const WrittenFees = StoredFees.extend({
  proposal: ProposalView.meta({
    description: 'The proposed fees; the category still has the others.',
  }),
}).meta({ id: 'ChangedFees' })

/** Proposes the fees of future trades in a category. */
export const editFees = (
  ctx: Proposing,
  {
    code,
    reason,
    otpCode,
    version,
    ...fees
  }: Versioned<z.output<typeof CategoryByCode> & z.output<typeof WriteFees>>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof WrittenFees>>> => {
  const change = { kind: 'trading-fees', subject: code, value: termsText(fees) } as const
  return commitProposal(ctx, by, { reason, otpCode }, change, async (tx, proposal) => {
    const stored = found(await lockCategoryFees(tx, code))
    await refuseIfChanged(tx, version, auditSubject(change), stored)
    return { code, ...stored, version: itemVersion(stored), proposal }
  })
}
