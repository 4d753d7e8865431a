import { z } from 'zod'
import { operatorCode } from '../../../platform/access/operators/operator-code.ts'
import type {
  Audited,
  OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { line, moneyText, optional, text } from '../../../platform/http/contracts/contracts.ts'
import { commitProposal, type Proposing, proposalItself } from '../proposals/propose-change.ts'
import type { ProposalView } from '../proposals/show-proposals.ts'
import { correctedKinds, correctionInWords } from '../terms/ledger-correction.ts'

const account = text({ max: 30 }).meta({
  description: `\`user\` and its number, or an account of the house: ${correctedKinds.join(', ')}.`,
})

export const CorrectLedger = z.object({
  symbol: text({ max: 20 }),
  amount: moneyText,
  from: account,
  to: account,
  reason: line({ max: 200 }),
  otpCode: optional(operatorCode),
})

/** Proposes to move money between two accounts, which the provider's own record says is right. */
export const correctLedger = (
  ctx: Proposing,
  { reason, otpCode, ...correction }: z.output<typeof CorrectLedger>,
  by: OperatorOperation,
): Promise<Audited<ProposalView>> => {
  const value = correctionInWords(correction)
  const subject = ctx.random.bytes(6).toString('hex')
  const change = { kind: 'ledger-correction', subject, value } as const
  return commitProposal(ctx, by, { reason, otpCode }, change, proposalItself)
}
