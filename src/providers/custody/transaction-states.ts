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
export function stateOf(sent: Sent): CustodyState {
  const kind = kindOf(sent)
  return { kind, stage: stageOf(sent), end: endOf(sent.status), isSettled: isSettled(sent, kind) }
}

/** The end that a status reports; null while custody may still change it. */
export function endOf(status: string): CustodyEnd | null {
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
  return endOf(status) !== null || status === 'PARTIALLY_COMPLETED'
}
