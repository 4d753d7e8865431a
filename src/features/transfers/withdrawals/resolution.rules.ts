import { available, type HouseKind, house } from '../../../ledger/accounts.ts'
import type { Posting } from '../../../ledger/post.rules.ts'
import type { Withdrawal, WithdrawalReport } from './withdrawal.rules.ts'

/** How an operator says that a withdrawal ended. */
export type Ending = 'completed' | 'failed'

/** What its provider says of a withdrawal that is still open; null: nobody was asked. */
export type ProviderStatement =
  | Readonly<{ kind: 'found'; told: WithdrawalReport }>
  | Readonly<{ kind: 'absent' | 'unknown' }>
  | null

const endings: { readonly [Stage in WithdrawalReport['stage']]: Ending | null } = {
  pending: null,
  succeeded: 'completed',
  failed: 'failed',
  reversed: 'failed',
}

/** Whether an operator says what the provider denies: it is on its way, or ended otherwise. */
export const isDenied = (ending: Ending, heard: ProviderStatement): boolean =>
  heard?.kind === 'found' && endings[heard.told.stage] !== ending

/**
 * Whether one operator is enough. For a large sum it takes two, and for what the provider does not
 * bear out as well; what it tells by itself, and does not contradict, takes one.
 */
export function isOneEnough(
  { incident, status }: Pick<Withdrawal, 'incident' | 'status'>,
  ending: Ending,
  heard: ProviderStatement,
  large: boolean,
): boolean {
  if (heard?.kind === 'found' && incident === null) return true
  if (large) return false
  if (heard === null) return true
  const neverHeard = heard.kind === 'absent' && status === 'PROCESSING'
  return heard.kind === 'found' || (neverHeard && ending === 'failed')
}

/** An operator's word in the place of the provider's, with what the provider knows of it. */
export function reportOfStatement(
  { requestId, destination: { kind }, providerId }: Withdrawal,
  stage: WithdrawalReport['stage'],
  heard: ProviderStatement,
  reason: string,
): WithdrawalReport {
  const told = heard?.kind === 'found' ? heard.told : null
  return {
    kind,
    requestId,
    stage,
    providerId: providerId ?? told?.providerId ?? null,
    providerStatus: told?.providerStatus ?? 'RESOLVED',
    said: null,
    txHash: told?.txHash ?? null,
    reason,
    networkFee: told?.networkFee ?? null,
  }
}

export const keyOfLate = (requestId: string): string => `late:${requestId}`

const keyOfReturn = (requestId: string): string => `reversal:${requestId}`

/** What had been given back was sent after all: its owner pays for it once. */
export const chargedToOwner = (
  { requestId, user, sent, fee }: Withdrawal,
  keeper: HouseKind,
): Posting => ({
  key: keyOfLate(requestId),
  action: 'WITHDRAWAL',
  moves: [
    { from: available(user), to: house(keeper), amount: sent },
    { from: available(user), to: house('fees'), amount: fee },
  ],
})

/** The same when the owner has too little left: somebody owes it to the house. */
export const chargedToHouse = ({ requestId, sent }: Withdrawal, keeper: HouseKind): Posting => ({
  key: keyOfLate(requestId),
  action: 'ADJUSTMENT',
  moves: [{ from: house('receivable'), to: house(keeper), amount: sent }],
})

/** What came back of what somebody owed to the house: nobody owes it any more. */
export const returnedToHouse = ({ requestId, sent }: Withdrawal, keeper: HouseKind): Posting => ({
  key: keyOfReturn(requestId),
  action: 'ADJUSTMENT',
  moves: [{ from: house(keeper), to: house('receivable'), amount: sent }],
})

/** The bank sent back what its owner had paid for: all of it is theirs again, the fee too. */
export const returnedToOwner = (
  { requestId, user, sent, fee }: Withdrawal,
  keeper: HouseKind,
): Posting => ({
  key: keyOfReturn(requestId),
  action: 'WITHDRAWAL',
  moves: [
    { from: house(keeper), to: available(user), amount: sent },
    { from: house('fees'), to: available(user), amount: fee },
  ],
})
