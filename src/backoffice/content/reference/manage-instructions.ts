import { z } from 'zod'
import { language, languages, vaCodes } from '../../../app/content/content-contracts.ts'
import { contentLimits } from '../../../app/content/content-limits.ts'
import type { Context } from '../../../context.ts'
import {
  listAllInstructions,
  lockInstructions,
  type StoredInstructions,
} from '../../../core/reference/payment-instructions.sql.ts'
import type {
  Audited,
  OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import {
  refuseIfChanged,
  type Versioned,
  versionedBy,
} from '../../../platform/access/operators/versions.ts'
import { listOf, oneOf, text } from '../../../platform/http/contracts/contracts.ts'
import { found } from '../content-writing.ts'
import { auditSubject } from '../proposals/guarded-change.rules.ts'
import { commitProposal, type Proposing, proposalFields } from '../proposals/propose-change.ts'
import { ProposalView } from '../proposals/show-proposals.ts'
import { instructionsSubject, stepsText } from '../terms/instructions.ts'

const channels = ['ATM', 'MOBILE_BANKING', 'INTERNET_BANKING'] as const

export const StoredInstruction = z
  .object({
    bankCode: z.string().meta({ description: "payx's code of the bank.", enum: vaCodes }),
    lang: z.string().meta({ enum: languages }),
    channel: z.string().meta({ enum: channels }),
    steps: z.array(z.string()).readonly(),
    version: z.string(),
  })
  .meta({ id: 'StoredInstruction' })

/** Lists the instructions for deposits to virtual accounts, of all banks. */
export const listStoredInstructions = async (ctx: Pick<Context, 'db'>) =>
  (await listAllInstructions(ctx.db)).map(versioned)

const factsOf = ({ steps }: Pick<StoredInstructions, 'steps'>) => ({ steps })

const versioned = versionedBy<StoredInstructions>(factsOf)

export const InstructionsByKey = z.object({
  bankCode: oneOf(vaCodes),
  channel: oneOf(channels),
  lang: language,
})

const { stepChars, steps: mostSteps } = contentLimits

export const WriteInstructions = z.object({
  steps: listOf(text({ max: stepChars }), { max: mostSteps }),
  ...proposalFields,
})

export const WrittenInstruction = StoredInstruction.extend({
  proposal: ProposalView.meta({
    description: 'The proposed steps, one on each line; users still see the others.',
  }),
}).meta({ id: 'ChangedInstruction' })

/** Proposes the steps of a bank's instructions for one channel and language. */
export const editInstructions = (
  ctx: Proposing,
  {
    steps,
    reason,
    otpCode,
    version,
    ...key
  }: Versioned<z.output<typeof InstructionsByKey> & z.output<typeof WriteInstructions>>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof WrittenInstruction>>> => {
  const subject = instructionsSubject(key)
  const change = { kind: 'payment-instructions', subject, value: stepsText(steps) } as const
  return commitProposal(ctx, by, { reason, otpCode }, change, async (tx, proposal) => {
    const stored = found(await lockInstructions(tx, key))
    await refuseIfChanged(tx, version, auditSubject(change), factsOf(stored))
    return { ...versioned(stored), proposal }
  })
}
