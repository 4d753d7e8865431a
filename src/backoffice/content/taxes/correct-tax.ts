import { z } from 'zod'
import { operatorCode } from '../../../platform/access/operators/operator-code.ts'
import type {
  Audited,
  OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { line, moneyOrZero, optional, wireId } from '../../../platform/http/contracts/contracts.ts'
import { commitProposal, type Proposing, proposalItself } from '../proposals/propose-change.ts'
import type { ProposalView } from '../proposals/show-proposals.ts'

export const CorrectTax = z.object({
  taxId: wireId.meta({ description: 'The number of the tax, as slips list it.' }),
  valueIdr: moneyOrZero.meta({ description: 'The right base in rupiah; 0 cancels the tax.' }),
  taxIdr: moneyOrZero,
  reason: line({ max: 200 }),
  otpCode: optional(operatorCode),
})

/** Proposes to correct the base and the tax of a trade, in the month that is open then. */
export const correctTax = (
  ctx: Proposing,
  { taxId, valueIdr, taxIdr, reason, otpCode }: z.output<typeof CorrectTax>,
  by: OperatorOperation,
): Promise<Audited<ProposalView>> => {
  const value = `base ${valueIdr}, tax ${taxIdr}: ${reason}`
  const change = { kind: 'tax-correction', subject: `${taxId}`, value } as const
  return commitProposal(ctx, by, { reason, otpCode }, change, proposalItself)
}
