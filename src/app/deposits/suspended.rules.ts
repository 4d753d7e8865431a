import type { Money } from '../../base/values/money.ts'

/**
 * Money without an owner for now. If its asset is unknown, it has a description instead of an
 * amount.
 */
export type Suspended = Readonly<{
  source: string
  /** The provider's unique reference; each is listed once. */
  reference: string
  reason: string
  data: Readonly<Record<string, string | null>>
}> &
  (Readonly<{ amount: Money; inWords: null }> | Readonly<{ amount: null; inWords: string }>)

/** The reason of deposits that their owner may not have before the identity is proven. */
export const unprovenReason = 'identity-not-proven'

/** The reason of deposits of users who must certify their tax residence first. */
export const uncertifiedReason = 'tax-certification-missing'

/** The source of refunds: money that payx returned to its payer, to be booked. */
export const refundSource = 'payx REFUND'

export const supplyCapReason = 'supply-cap'

/**
 * How urgent a deposit in suspense is: at the supply cap every other deposit of the asset waits,
 * too, until an operator acts.
 */
export const severityOf = (reason: string | null): 'critical' | 'warning' =>
  reason === supplyCapReason ? 'critical' : 'warning'
