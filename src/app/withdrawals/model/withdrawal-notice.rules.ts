import { formatMoney } from '../../../base/values/money.ts'
import { shownMoney } from '../../../base/values/shown-amount.ts'
import type { OperatorNotice, UserNotice } from '../../../core/outbox/notices.ts'
import type { CustodyRefusal } from './refusal.rules.ts'
import type { Destination, Withdrawal, WithdrawalReport } from './withdrawal.rules.ts'

type Noticed = Pick<Withdrawal, 'requestId' | 'user' | 'amount' | 'fee' | 'sent' | 'destination'>

/** Builds a user's notice; a completed payout of rupiah is reported to the regulator as well. */
export const withdrawalNotice = (
  kind: Exclude<UserNotice['kind'], 'deposit-completed'>,
  { requestId, user, amount, fee, sent, destination }: Noticed,
): UserNotice => ({
  to: 'user',
  kind,
  key: `${kind}:${requestId}`,
  user,
  report: kind === 'withdrawal-completed' && destination.kind === 'CASH' ? 'C' : null,
  data: {
    symbol: amount.asset.symbol,
    amount: formatMoney(amount),
    fee: formatMoney(fee),
    credited: formatMoney(sent),
    reference: requestId,
    destination: inWords(destination),
  },
})

const shownDigits = 4

/** Enough for its owner to recognize the destination. */
const inWords = (to: Destination): string => {
  if (to.kind === 'CASH') return `${to.bankName} ****${to.accountNumber.slice(-shownDigits)}`
  return `${to.address}${to.tag === null ? '' : ` (${to.tag})`}, ${to.network}`
}

export const toApprove = (
  { requestId, user, amount, destination }: Noticed,
  reasons: readonly string[],
): OperatorNotice => ({
  to: 'operator',
  kind: 'withdrawal-to-approve',
  key: `withdrawal-to-approve:${requestId}`,
  severity: 'warning',
  subject: `A withdrawal of ${shownMoney(amount)} waits for approval`,
  data: {
    requestId,
    userId: String(user),
    destination: inWords(destination),
    reasons: reasons.join(', '),
  },
})

/** The notice for monitoring of unusual behaviour. */
export const analyticsCheck = ({
  requestId,
  user,
  amount,
  destination,
}: Noticed): OperatorNotice => ({
  to: 'operator',
  kind: 'analytics-check',
  key: `analytics-check:${requestId}`,
  severity: 'info',
  subject: `Check a withdrawal of ${shownMoney(amount)}`,
  data: { requestId, userId: String(user), destination: inWords(destination) },
})

export const contradicted = (
  { requestId, user, status, amount }: Withdrawal,
  { providerId, providerStatus, sentText }: WithdrawalReport,
  why: string,
): OperatorNotice => ({
  to: 'operator',
  kind: 'withdrawal-contradicted',
  key: `withdrawal-contradicted:${requestId}:${status}:${providerStatus}`,
  severity: 'critical',
  subject: `A withdrawal that is ${status} is ${providerStatus} at its provider: ${why}`,
  data: {
    requestId,
    userId: String(user),
    amount: shownMoney(amount),
    said: sentText ?? '',
    providerId: providerId ?? '',
  },
})

/** A withdrawal without an id of ours is named by the provider's. */
export function unknownWithdrawal({
  kind,
  requestId,
  providerId,
  providerStatus,
  sentText,
}: WithdrawalReport): OperatorNotice {
  const name = requestId === '' ? (providerId ?? '') : requestId
  return {
    to: 'operator',
    kind: 'withdrawal-unknown',
    key: `unknown-withdrawal:${name}`.slice(0, 600),
    severity: 'critical',
    subject: `A provider reported a withdrawal that we did not request: ${name}`.slice(0, 300),
    data: {
      kind,
      requestId,
      providerId: providerId ?? '',
      status: providerStatus,
      said: sentText ?? '',
    },
  }
}

/** Alerts operators of a withdrawal still undecided after many attempts. */
export const undecided = ({
  requestId,
  user,
  status,
  amount,
  attempts,
}: Withdrawal): OperatorNotice => ({
  to: 'operator',
  kind: 'withdrawal-undecided',
  key: `withdrawal-undecided:${requestId}:${attempts}`,
  severity: 'critical',
  subject: `A withdrawal is still ${status} after ${attempts} provider calls`,
  data: {
    requestId,
    userId: String(user),
    amount: shownMoney(amount),
  },
})

/** Alerts operators of a refusal by the provider, once per withdrawal and message. */
export const refused = ({
  requestId,
  words,
}: Pick<CustodyRefusal, 'requestId' | 'words'>): OperatorNotice => ({
  to: 'operator',
  kind: 'withdrawal-refused',
  key: `withdrawal-refused:${requestId}:${words}`.slice(0, 600),
  severity: 'critical',
  subject: `A provider refused to send a withdrawal: ${words}`.slice(0, 300),
  data: { requestId, said: words },
})

/**
 * Alerts operators that a withdrawal failed because the house holds too little at the provider,
 * once a day for an asset: the others fail alike until it is topped up.
 */
export const unfunded = (
  { requestId, amount }: Withdrawal,
  { kind, reason }: WithdrawalReport,
  today: string,
): OperatorNotice => ({
  ...refused({ requestId, words: reason ?? '' }),
  key: `withdrawal-unfunded:${kind}:${amount.asset.symbol}:${today}`,
})
