import type { UnusablePayment } from '../take-payments.ts'

/** A payment without a readable amount or order: it goes to suspense in words. */
export const unusablePayment = (
  outcome: 'unreadable-amount' | 'no-order-id',
  order: string,
  amount: string,
): UnusablePayment => ({
  outcome,
  suspended: {
    source: 'payd ORDER',
    reference: `payd:${order}`,
    amount: null,
    inWords: `${amount} IDR`,
    reason: outcome,
    data: {},
  },
  alert: {
    to: 'operator',
    kind: 'deposit-unreadable-amount',
    key: `unreadable-payd:${order}:${amount}`,
    severity: 'critical',
    subject: 'payd reported a payment with an unreadable amount or order',
    data: { order, amount },
  },
})
