/** How far a transfer is. */
export type CustodyStage = 'early' | 'arriving' | 'arrived' | 'refused'

/** The state of a transaction, in our words. */
export type CustodyState = Readonly<{
  /** `fuel`: custody's own transfer of network fees to a user's address. */
  kind: 'transfer' | 'fuel' | 'other'
  /** `early` is before the transaction is visible outside custody. */
  stage: CustodyStage
  end: CustodyEnd | null
  /** Whether custody will not change it any more. */
  isSettled: boolean
}>

/** How a transaction ended. */
export type CustodyEnd = 'arrived' | 'refused'

type Sent = Readonly<{
  externalTxId: string | null
  status: string
  txHash: string
  operation: string
  note: string
  createdBy: string
  sourceType: string
}>

const stages: ReadonlyMap<string, CustodyStage> = new Map<string, CustodyStage>([
  ['BROADCASTING', 'arriving'],
  ['CONFIRMING', 'arriving'],
  ['COMPLETED', 'arrived'],
  ['CANCELLED', 'refused'],
  ['BLOCKED', 'refused'],
  ['REJECTED', 'refused'],
  ['FAILED', 'refused'],
  ['TIMEOUT', 'refused'],
])

/** Translates custody's words for a transaction. */
export function transactionStateOf(sent: Sent): CustodyState {
  const kind = kindOf(sent)
  return {
    kind,
    stage: stageOf(sent),
    end: transactionEndOf(sent.status),
    isSettled: isSettled(sent, kind),
  }
}

/** The end that a status reports; null while custody may still change it. */
export function transactionEndOf(status: string): CustodyEnd | null {
  const stage = stages.get(status)
  return stage === 'arrived' || stage === 'refused' ? stage : null
}

/** An unknown status is `early`, and so is a transaction without a hash unless it was refused. */
function stageOf({ status, txHash }: Sent): CustodyStage {
  const stage = stages.get(status) ?? 'early'
  return txHash === '' && stage !== 'refused' ? 'early' : stage
}

function kindOf({ operation, note, createdBy, sourceType }: Sent): CustodyState['kind'] {
  const isFuel =
    note === 'Gas Tank auto-fuel' || createdBy === 'gas-station' || sourceType === 'GAS_STATION'
  if (isFuel) return 'fuel'
  return operation === 'TRANSFER' ? 'transfer' : 'other'
}

/**
 * A partially completed transaction is final at custody but no end for us, because custody does not
 * report how much of it was sent. A rejected deposit means frozen coins, which custody may release
 * days later.
 */
function isSettled({ status, externalTxId }: Sent, kind: CustodyState['kind']): boolean {
  if (status === 'REJECTED' && externalTxId === null && kind === 'transfer') return false
  return transactionEndOf(status) !== null || status === 'PARTIALLY_COMPLETED'
}

/** How custody words the end of a transaction in whose place another one may have been mined. */
const replacedWords: ReadonlySet<string> = new Set([
  'DROPPED_BY_BLOCKCHAIN',
  'DOUBLE_SPENDING',
  'INVALID_NONCE_TOO_LOW',
  'CANCELLED_BY_USER',
  'CANCELLED_BY_USER_REQUEST',
  'CANCELLED_EXTERNALLY',
  '3RD_PARTY_CANCELLED',
  'TX_OUTDATED',
])

type Ended = Readonly<{ end: CustodyEnd | null; txHash: string; subStatus: string }>

/**
 * Whether a refused transaction may have been replaced by another one, such as a boost with a
 * higher fee: it was broadcast, and left the chain's queue without being mined.
 */
export const mayBeReplaced = ({ end, txHash, subStatus }: Ended): boolean =>
  end === 'refused' && txHash !== '' && replacedWords.has(subStatus)

const fundsWords: ReadonlySet<string> = new Set([
  'INSUFFICIENT_FUNDS',
  'INSUFFICIENT_FUNDS_FOR_FEE',
])

/** Whether a transaction was refused because our vault holds too little, of the coin or of gas. */
export const lacksFunds = ({ end, subStatus }: Ended): boolean =>
  end === 'refused' && fundsWords.has(subStatus)

/** Whether the chain ran a transaction that failed: it moved no coins, but its fee was paid. */
export const failedOnChain = ({ end, txHash, subStatus }: Ended): boolean =>
  end === 'refused' && txHash !== '' && subStatus === 'SMART_CONTRACT_EXECUTION_FAILED'

/** Whether an amount is known: custody reports unknown amounts as empty or negative. */
export const reportsAmount = ({ amount }: Readonly<{ amount: string }>): boolean =>
  /^\d/.test(amount)
