import { addressOn, isTag } from '../../base/coin-address.ts'
import type { CustodyTransaction } from '../../providers/custody/custody.ts'
import type { CustodyAsset } from '../../reference/custody-assets.sql.ts'
import {
  type CoinDepositVerdict,
  judgeAmount,
  type Stage,
} from './deposits/coins/coin-deposit.rules.ts'

/** What a transaction of custody's is to us. */
export type CustodyReport =
  /** Of no concern to any user: it only moves what is ours already, or it says nothing yet. */
  | Readonly<{ kind: 'skipped'; why: string }>
  /** Something we sent, by our own id. */
  | Readonly<{ kind: 'withdrawal'; requestId: string; transaction: CustodyTransaction }>
  | Readonly<{ kind: 'deposit'; deposit: Arrival }>
  /** Money that can't be booked: under a name that is no asset of ours, or in no amount of one. */
  | Readonly<{ kind: 'unbookable'; transaction: CustodyTransaction; why: Unbookable }>

export type Unbookable = 'unknown-asset' | 'unreadable-amount'

/** Coins on their way to a place of ours; whose place it is, is for the books to say. */
export type Arrival = Readonly<{
  transaction: CustodyTransaction
  asset: CustodyAsset
  stage: Stage
  judged: CoinDepositVerdict
  address: string
  tag: string | null
  /** Why nobody may have it, whoever's place it is. */
  barred: string | null
}>

const stages: ReadonlyMap<string, Stage> = new Map<string, Stage>([
  ['BROADCASTING', 'arriving'],
  ['CONFIRMING', 'arriving'],
  ['COMPLETED', 'arrived'],
  ['CANCELLED', 'refused'],
  ['BLOCKED', 'refused'],
  ['REJECTED', 'refused'],
  ['FAILED', 'refused'],
  ['TIMEOUT', 'refused'],
])

/** Statuses custody had before these, or may come to have, say nothing that we act on. */
export const stageOf = ({
  status,
  txHash,
}: Pick<CustodyTransaction, 'status' | 'txHash'>): Stage => {
  const stage = stages.get(status) ?? 'early'
  return txHash === '' && stage !== 'refused' ? 'early' : stage
}

/** How a transaction ended that custody will not move any more; null while it may. */
export const endOf = (status: string): 'arrived' | 'refused' | null => {
  const stage = stages.get(status)
  return stage === 'arrived' || stage === 'refused' ? stage : null
}

/**
 * Whether there is no more to be read of it. What was completed in part stays so, and yet has not
 * ended for us: how much of it there is, custody does not say. Coins that came and were rejected
 * are frozen, and may be set free after days.
 */
export const isSettled = (transaction: CustodyTransaction): boolean => {
  const { status } = transaction
  if (status === 'REJECTED' && isDeposit(transaction)) return false
  return endOf(status) !== null || status === 'PARTIALLY_COMPLETED'
}

/** Whether nobody but the list asks about it: what we sent is asked about by its own id. */
export const isDeposit = (transaction: CustodyTransaction): boolean =>
  transaction.externalTxId === null && transaction.operation === 'TRANSFER' && !isFuel(transaction)

/** Fuel for fees goes to users' own addresses and is no deposit of theirs. */
const isFuel = ({ note, createdBy, sourceType }: CustodyTransaction): boolean =>
  note === 'Gas Tank auto-fuel' || createdBy === 'gas-station' || sourceType === 'GAS_STATION'

/** An amount that is not known yet is none, or less than nothing. */
export const tellsAmount = ({ amount }: Pick<CustodyTransaction, 'amount'>): boolean =>
  /^\d/.test(amount)

/** Coins that are there have an amount; a webhook that tells none is refused at the door. */
export const lacksAmount = (transaction: CustodyTransaction): boolean =>
  isDeposit(transaction) && stageOf(transaction) === 'arrived' && !tellsAmount(transaction)

export type CustodyKnowledge = Readonly<{
  /** By custody's name. */
  assets: ReadonlyMap<string, CustodyAsset>
  /** Our own gathering places. */
  defaultAddresses: readonly string[]
}>

export function readReport(
  transaction: CustodyTransaction,
  known: CustodyKnowledge,
): CustodyReport {
  if (transaction.externalTxId !== null) {
    return { kind: 'withdrawal', requestId: transaction.externalTxId, transaction }
  }
  if (isFuel(transaction)) return skipped('gas')
  if (transaction.operation !== 'TRANSFER') return skipped('no-transfer')
  if (isDefault(transaction, known)) return skipped('default-address')
  const stage = stageOf(transaction)
  const asset = known.assets.get(transaction.assetId)
  if (asset === undefined) {
    return stage === 'arrived' ? unbookable(transaction, 'unknown-asset') : skipped('unknown-asset')
  }
  const judged = judgeAmount(asset.asset, transaction.amount)
  if (judged === null && stage === 'arrived' && isSomething(transaction)) {
    return unbookable(transaction, 'unreadable-amount')
  }
  if (judged === null || stage === 'early') return skipped('too-early')
  const address = addressOn(asset.network, transaction.address)
  const tag = asset.tagged && transaction.tag !== '' ? transaction.tag : null
  return {
    kind: 'deposit',
    deposit: {
      transaction,
      asset,
      stage,
      judged,
      address: address ?? transaction.address,
      tag,
      barred: barOf(asset, judged, tag),
    },
  }
}

const skipped = (why: string): CustodyReport => ({ kind: 'skipped', why })

const unbookable = (transaction: CustodyTransaction, why: Unbookable): CustodyReport => ({
  kind: 'unbookable',
  transaction,
  why,
})

/** Of nothing there is nothing to look for, and many send it to anybody. */
const isSomething = (transaction: CustodyTransaction): boolean =>
  tellsAmount(transaction) && !/^[0.]+$/.test(transaction.amount)

/** Where users share an address with the house, what has a tag is not the house's. */
function isDefault(
  { assetId, address, tag }: CustodyTransaction,
  known: CustodyKnowledge,
): boolean {
  const asset = known.assets.get(assetId)
  if (address === '' || (asset?.tagged === true && tag !== '')) return false
  const network = asset?.network
  const spelled = (text: string) =>
    network === undefined ? text : (addressOn(network, text) ?? text)
  return known.defaultAddresses.some((own) => spelled(own) === spelled(address))
}

function barOf(
  asset: CustodyAsset,
  { odd }: CoinDepositVerdict,
  tag: string | null,
): string | null {
  if (odd !== null) return odd
  if (asset.tagged && (tag === null || !isTag(tag))) return 'no-tag'
  return asset.depositActive ? null : 'deposits-inactive'
}
