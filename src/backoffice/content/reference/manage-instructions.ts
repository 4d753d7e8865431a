import { z } from 'zod'
import { language, languages, vaCodes } from '../../../app/content/content-contracts.ts'
import { contentLimits } from '../../../app/content/content-limits.ts'
import type { Context } from '../../../context.ts'
import {
  listAllInstructions,
  type StoredInstructions,
  writeInstructions,
} from '../../../core/reference/payment-instructions.sql.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { listOf, oneOf, text } from '../../../platform/http/contracts/contracts.ts'
import { commitContent, found, type Writing } from '../content-writing.ts'

const channels = ['ATM', 'MOBILE_BANKING', 'INTERNET_BANKING'] as const

export const StoredInstruction = z
  .object({
    bankCode: z.string().meta({ description: "payx's code of the bank.", enum: vaCodes }),
    lang: z.string().meta({ enum: languages }),
    channel: z.string().meta({ enum: channels }),
    steps: z.array(z.string()).readonly(),
  })
  .meta({ id: 'StoredInstruction' })

/** Lists the instructions for deposits to virtual accounts, of all banks. */
export const listStoredInstructions = (
  ctx: Pick<Context, 'db'>,
): Promise<readonly StoredInstructions[]> => listAllInstructions(ctx.db)

export const InstructionsByKey = z.object({
  bankCode: oneOf(vaCodes),
  channel: oneOf(channels),
  lang: language,
})

const { stepChars, steps: mostSteps } = contentLimits

export const WriteInstructions = z.object({
  steps: listOf(text({ max: stepChars }), { max: mostSteps }),
})

/** Replaces the steps of a bank's instructions for one channel and language. */
export const editInstructions = (
  ctx: Writing,
  { steps, ...key }: z.output<typeof InstructionsByKey> & z.output<typeof WriteInstructions>,
  by: OperatorOperation,
): Promise<Audited<StoredInstructions>> =>
  commitContent(ctx, async (tx) => {
    const before = found(await writeInstructions(tx, key, steps))
    const subject = {
      kind: 'payment-instructions',
      id: `${key.bankCode}/${key.channel}/${key.lang}`,
    }
    const change = { subject, before: { steps: before.steps }, after: { steps } }
    return audited(tx, by, change, { ...key, steps })
  })
