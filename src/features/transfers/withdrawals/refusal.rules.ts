import type { Rejected } from '../../../providers/outbound.ts'
import type { Withdrawal, WithdrawalReport } from './withdrawal.rules.ts'

/** A provider's refusal to send a withdrawal. */
export type CustodyRefusal = Readonly<{
  kind: 'refusal'
  requestId: string
  /** The provider's code and message. */
  words: string
  /** Whether it concerns this withdrawal; otherwise our key, permissions or request rate. */
  isOfWithdrawal: boolean
}>

/** Statuses that concern our key, permissions or request rate rather than the request itself. */
const ofTheCaller = new Set([401, 403, 408, 409, 425, 429])

/** Statuses that a wrong URL returns as well. */
const ofTheAddress = new Set([404, 405])

/**
 * Whether a response refuses the request itself. A response without a message, or a 404 or 405
 * without a code of the provider's, may not come from the provider and is no refusal.
 */
export function isRefusal({ status, code, message }: Omit<Rejected, 'kind'>): boolean {
  if (status < 400 || status >= 500 || message === '') return false
  if (ofTheAddress.has(status)) return code !== `HTTP_${status}`
  return !ofTheCaller.has(status)
}

/** Whether a withdrawal that its provider does not know was never accepted by it. */
export const neverTaken = ({ status, providerId }: Withdrawal): boolean =>
  status === 'PROCESSING' && providerId === null

/** Builds the report of a withdrawal that was refused and never sent. */
export const unsent = (
  { requestId, destination: { kind } }: Pick<Withdrawal, 'requestId' | 'destination'>,
  words: string,
): WithdrawalReport => ({
  kind,
  requestId,
  stage: 'failed',
  providerId: null,
  providerStatus: 'REFUSED',
  said: null,
  txHash: null,
  reason: words,
  networkFee: null,
})
