import type { UnusablePayment } from '../take-payments.ts'

/** A payment whose amount is unreadable: it goes to suspense in words. */
export const unreadableAmount = (
  method: 'VA' | 'QRIS',
  data: Readonly<{ payment: string; sent: string; account: string }>,
): UnusablePayment => ({
  outcome: 'unreadable-amount',
  suspended: {
    source: `payx ${method}`,
    reference: `payx:${data.payment}`,
    amount: null,
    inWords: `${data.sent} IDR`,
    reason: 'unreadable-amount',
    data: { account: data.account },
  },
  alert: {
    to: 'operator',
    kind: 'deposit-unreadable-amount',
    key: `unreadable-amount:payx:${data.payment}:${data.sent}`,
    severity: 'critical',
    subject: 'payx reported a payment with an unreadable amount',
    data,
  },
})
