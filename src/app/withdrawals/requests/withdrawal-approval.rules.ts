import { compare, type Money } from '../../../base/values/money.ts'

/** The worth from which one operator, or two, must approve. */
export type ApprovalTerms = Readonly<{
  approvalFrom: Money
  firstUseApprovalFrom: Money
  twoApprovalsFrom: Money
  /** The worth up to which withdrawals need no approval during a cool-off. */
  cooloffFree: Money
}>

export type Approvals = Readonly<{ needed: 0 | 1 | 2; reasons: readonly string[] }>

export type Approvable = Readonly<{
  worth: Money
  /** The worth of this withdrawal and all others to its destination in the last 24 hours. */
  destinationWorth: Money
  /** The worth of this withdrawal and the user's others to new destinations in that time. */
  newDestinationsWorth: Money
  usedBefore: boolean
  isNewAccount: boolean
  /** The recent changes that require approval. */
  coolingOff: readonly string[]
  /** The worth of this withdrawal and the user's others since the first of those changes. */
  coolingWorth: Money
  /** Risks found elsewhere. */
  flags: readonly string[]
}>

/**
 * How many operators must approve a withdrawal before it is sent, and why. A large amount needs two
 * if it goes to a new destination, after a recent change, or from a new account: a stolen account
 * looks like that, and one operator who is mistaken, or lied to, is not enough.
 */
export function approvalsFor(terms: ApprovalTerms, asked: Approvable): Approvals {
  const reaches = (worth: Money, bound: Money) => compare(worth, bound) >= 0
  const isNewSum = (bound: Money) => !asked.usedBefore && reaches(asked.newDestinationsWorth, bound)
  const large = (bound: Money, size: string) => {
    if (reaches(asked.worth, bound)) return [`${size} amount`]
    if (reaches(asked.destinationWorth, bound)) {
      return [`${size} sum to this destination within 24 hours`]
    }
    return isNewSum(bound) ? [`${size} sum to new destinations within 24 hours`] : []
  }
  const { firstUseApprovalFrom: firstUse } = terms
  const isNew =
    isNewSum(firstUse) || (!asked.usedBefore && reaches(asked.destinationWorth, firstUse))
  const cools = compare(asked.coolingWorth, terms.cooloffFree) > 0
  const veryLarge = large(terms.twoApprovalsFrom, 'very large')
  const justLarge = large(terms.approvalFrom, 'large')
  const isLargeOfNew = justLarge.length > 0 && asked.isNewAccount
  // Worth is rounded up, so only a coin without a price is worth nothing: it may be worth a lot.
  const unpriced = asked.worth.units === 0n ? ['no price'] : []
  const reasons = [
    ...unpriced,
    ...veryLarge,
    ...justLarge,
    ...(isLargeOfNew ? ['a new account'] : []),
    ...(isNew ? ['new destination'] : []),
    ...(cools ? asked.coolingOff : []),
    ...asked.flags,
  ]
  const addsUp = justLarge.length > 0 && (isNew || isLargeOfNew || asked.coolingOff.length > 0)
  if (unpriced.length > 0 || veryLarge.length > 0 || addsUp) return { needed: 2, reasons }
  return { needed: reasons.length === 0 ? 0 : 1, reasons }
}
