import type { Rejected } from '../../../providers/outbound.ts'
import type { Withdrawal, WithdrawalReport } from './withdrawal.rules.ts'

/** A provider did not take a withdrawal that it was sent. */
export type CustodyRefusal = Readonly<{
  kind: 'refusal'
  requestId: string
  /** The provider's code and sentence. */
  words: string
  /** It refuses this withdrawal; otherwise our key, our rights or our pace. */
  isOfWithdrawal: boolean
}>

/** Statuses that refuse our key, our rights or our pace, and say nothing of what was asked. */
const ofTheCaller = new Set([401, 403, 408, 409, 425, 429])

/** Statuses that something at a wrong address of the provider answers as well. */
const ofTheAddress = new Set([404, 405])

/**
 * Whether an answer refuses what was asked. One without a sentence, or without a code where nothing
 * may have been found, need not come from the provider, and says nothing of a withdrawal.
 */
export function isRefusal({ status, code, message }: Omit<Rejected, 'kind'>): boolean {
  if (status < 400 || status >= 500 || message === '') return false
  if (ofTheAddress.has(status)) return code !== `HTTP_${status}`
  return !ofTheCaller.has(status)
}

/** Whether a provider that does not know a withdrawal has never taken it. */
export const neverTaken = ({ status, providerId }: Withdrawal): boolean =>
  status === 'PROCESSING' && providerId === null

/** What is told of a withdrawal that was refused and never sent. */
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
