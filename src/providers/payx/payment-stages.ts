/** How far a payout is; `reversed`: the bank returned it. */
export type PayoutStage = 'pending' | 'succeeded' | 'failed' | 'reversed'

/** By the statuses of both versions of payx's interface. */
const payoutStages: ReadonlyMap<string, PayoutStage> = new Map([
  ['ACCEPTED', 'pending'],
  ['PENDING_COMPLIANCE_ASSESSMENT', 'pending'],
  ['PENDING_COMPLIANCE_REVIEW', 'pending'],
  ['REQUESTED', 'pending'],
  ['ROUTING', 'pending'],
  ['READY', 'pending'],
  ['LOCKED', 'pending'],
  ['SUCCEEDED', 'succeeded'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'failed'],
  ['COMPLIANCE_REJECTED', 'failed'],
  ['REJECTED', 'failed'],
  ['EXPIRED', 'failed'],
  ['REVERSED', 'reversed'],
])

/** Returns null for an unknown status. */
export const payoutStage = (status: string): PayoutStage | null => payoutStages.get(status) ?? null

/** Whether a payout failed because our own balance was too small. */
export const lacksBalance = (failureCode: string | null): boolean =>
  failureCode === 'INSUFFICIENT_BALANCE'

export type QrPaymentStage = 'paid' | 'unpaid'

/** By the statuses of both versions of payx's interface. */
const qrPaymentStages: ReadonlyMap<string, QrPaymentStage> = new Map([
  ['COMPLETED', 'paid'],
  ['SUCCEEDED', 'paid'],
  ['ACTIVE', 'unpaid'],
  ['INACTIVE', 'unpaid'],
  ['PENDING', 'unpaid'],
  ['FAILED', 'unpaid'],
  ['EXPIRED', 'unpaid'],
  ['CANCELLED', 'unpaid'],
  ['PAID', 'unpaid'],
])

/** Returns null for an unknown status. */
export const qrPaymentStage = (status: string): QrPaymentStage | null =>
  qrPaymentStages.get(status) ?? null

export type RefundStage = 'refunded' | 'failed' | 'pending'

const refundStages: ReadonlyMap<string, RefundStage> = new Map([
  ['SUCCEEDED', 'refunded'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'failed'],
])

/** Returns `pending` for any other status: payx may still end the refund in either way. */
export const refundStage = (status: string): RefundStage => refundStages.get(status) ?? 'pending'
