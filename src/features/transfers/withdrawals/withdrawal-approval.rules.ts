import { compare, type Money } from '../../../base/money.ts'

/** From what worth an operator, or two, must approve. */
export type ApprovalTerms = Readonly<{
  approvalFrom: Money
  firstUseApprovalFrom: Money
  twoApprovalsFrom: Money
}>

export type Approvals = Readonly<{ needed: 0 | 1 | 2; reasons: readonly string[] }>

/** Who must look at a withdrawal before it is sent, and why; `flags` are risks seen elsewhere. */
export function approvalsFor(
  terms: ApprovalTerms,
  asked: Readonly<{ worth: Money; usedBefore: boolean; flags: readonly string[] }>,
): Approvals {
  const from = (bound: Money) => compare(asked.worth, bound) >= 0
  const reasons = [
    ...(from(terms.approvalFrom) ? ['large amount'] : []),
    ...(!asked.usedBefore && from(terms.firstUseApprovalFrom) ? ['new destination'] : []),
    ...asked.flags,
  ]
  if (from(terms.twoApprovalsFrom)) return { needed: 2, reasons: ['very large amount', ...reasons] }
  return { needed: reasons.length === 0 ? 0 : 1, reasons }
}
