import type { RequestId } from '../../../base/values/ids.ts'
import type { Withdrawal, WithdrawalReport } from './withdrawal.rules.ts'

/** A provider's refusal to send a withdrawal. */
export type CustodyRefusal = Readonly<{
  kind: 'refusal'
  requestId: RequestId
  /** The provider's code and message. */
  words: string
  /** Whether it concerns this withdrawal, and not our key, permissions or request rate. */
  isOfWithdrawal: boolean
}>

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
  sentText: null,
  txHash: null,
  reason: words,
  networkFee: null,
})
