import type { RequestId } from '../../../base/values/ids.ts'
import { available, type HouseKind, house } from '../../../core/ledger/accounts.ts'
import type { Posting } from '../../../core/ledger/post.rules.ts'
import type { Withdrawal, WithdrawalReport } from './withdrawal.rules.ts'

/** The end of a withdrawal that an operator states. */
export type Ending = 'completed' | 'failed'

/** A provider's answer about an open withdrawal; null if the provider was not asked. */
export type ProviderStatement =
  | Readonly<{ kind: 'found'; report: WithdrawalReport }>
  | Readonly<{ kind: 'absent' | 'unknown' }>
  | null

const endings: { readonly [Stage in WithdrawalReport['stage']]: Ending | null } = {
  pending: null,
  dropped: null,
  succeeded: 'completed',
  failed: 'failed',
  reversed: 'failed',
}

/** Whether the provider's answer contradicts the operator: still under way, or ended otherwise. */
export const isDenied = (ending: Ending, statement: ProviderStatement): boolean =>
  statement?.kind === 'found' && endings[statement.report.stage] !== ending

/**
 * Whether one operator is enough. One is, if the provider reports the withdrawal and there is no
 * incident. Otherwise two must agree on a large sum, on another end than the one in our books, and
 * on an open withdrawal that the provider does not confirm, unless it never received the withdrawal
 * and the ending is `failed`.
 */
export function isOneEnough(
  { incident, status }: Pick<Withdrawal, 'incident' | 'status'>,
  ending: Ending,
  statement: ProviderStatement,
  large: boolean,
): boolean {
  if (statement?.kind === 'found' && incident === null) return true
  if (large) return false
  if (statement === null) return (ending === 'completed') === (status === 'SUCCESS')
  const notReceived = statement.kind === 'absent' && status === 'PROCESSING'
  return statement.kind === 'found' || (notReceived && ending === 'failed')
}

/**
 * Builds the report of an operator's statement, with the ids, status, hash and network fee that the
 * provider reported.
 */
export function reportOfStatement(
  { requestId, destination: { kind }, providerId }: Withdrawal,
  stage: WithdrawalReport['stage'],
  statement: ProviderStatement,
  reason: string,
): WithdrawalReport {
  const report = statement?.kind === 'found' ? statement.report : null
  return {
    kind,
    requestId,
    stage,
    providerId: providerId ?? report?.providerId ?? null,
    providerStatus: report?.providerStatus ?? 'RESOLVED',
    sentText: null,
    txHash: report?.txHash ?? null,
    ...(report?.replacedBy === undefined ? {} : { replacedBy: report.replacedBy }),
    reason,
    networkFee: report?.networkFee ?? null,
  }
}

export const keyOfLate = (requestId: RequestId): string => `late:${requestId}`

export const keyOfFailedCost = (requestId: RequestId): string => `failed-cost:${requestId}`

export const keyOfReturn = (requestId: RequestId): string => `reversal:${requestId}`

export const keyOfWithdrawal = (requestId: RequestId): string => `withdrawal:${requestId}`

/** The fee of a withdrawal that the posting of this key took. */
export const takenWithdrawalFee = ({ user, fee }: Pick<Withdrawal, 'user' | 'fee'>, key: string) =>
  ({ key, user, source: 'withdrawal', fee }) as const

/** Charges the owner once for a withdrawal that was refunded but also sent. */
export const chargedToOwner = (
  { requestId, user, sent, fee }: Withdrawal,
  custodianAccount: HouseKind,
): Posting => ({
  key: keyOfLate(requestId),
  action: 'WITHDRAWAL',
  moves: [
    { from: available(user), to: house(custodianAccount), amount: sent },
    { from: available(user), to: house('fees'), amount: fee },
  ],
})

/** Charges the house if the owner's balance is too small: the sum becomes a receivable. */
export const chargedToHouse = (
  { requestId, sent }: Withdrawal,
  custodianAccount: HouseKind,
): Posting => ({
  key: keyOfLate(requestId),
  action: 'ADJUSTMENT',
  moves: [{ from: house('receivable'), to: house(custodianAccount), amount: sent }],
})

/** Settles the receivable after the bank returned the money. */
export const returnedToHouse = (
  { requestId, sent }: Withdrawal,
  custodianAccount: HouseKind,
): Posting => ({
  key: keyOfReturn(requestId),
  action: 'ADJUSTMENT',
  moves: [{ from: house(custodianAccount), to: house('receivable'), amount: sent }],
})

/** Refunds the owner, fee included, after the bank returned a payout. */
export const returnedToOwner = (
  { requestId, user, sent, fee }: Withdrawal,
  custodianAccount: HouseKind,
): Posting => ({
  key: keyOfReturn(requestId),
  action: 'WITHDRAWAL',
  moves: [
    { from: house(custodianAccount), to: available(user), amount: sent },
    { from: house('fees'), to: available(user), amount: fee },
  ],
})
