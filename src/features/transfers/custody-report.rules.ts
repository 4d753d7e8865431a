import { addressOn, isTag } from '../../base/coin-address.ts'
import type { CustodyTransaction } from '../../providers/custody/custody.ts'
import type { CustodyAsset } from '../../reference/custody-assets.sql.ts'
import { type Judged, judgeAmount, type Stage } from './deposits/coin-deposit.rules.ts'

/** What a transaction of custody's is to us. */
export type CustodyReport =
  /** Of no concern to any user: it only moves what is ours already, or it says nothing yet. */
  | Readonly<{ kind: 'skipped'; why: string }>
  /** Something we sent, by our own id. */
  | Readonly<{ kind: 'withdrawal'; requestId: string; transaction: CustodyTransaction }>
  | Readonly<{ kind: 'deposit'; deposit: Arrival }>
  /** Money under a name that is no asset of ours. */
  | Readonly<{ kind: 'unlisted'; transaction: CustodyTransaction }>

/** Coins on their way to a place of ours; whose place it is, is for the books to say. */
export type Arrival = Readonly<{
  transaction: CustodyTransaction
  asset: CustodyAsset
  stage: Stage
  judged: Judged
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

/** Whether custody will not move it any more. */
export const isSettled = ({ status }: Pick<CustodyTransaction, 'status'>): boolean =>
  endOf(status) !== null

/** Fuel for fees goes to users' own addresses and is no deposit of theirs. */
const isFuel = ({ note, createdBy, sourceType }: CustodyTransaction): boolean =>
  note === 'Gas Tank auto-fuel' || createdBy === 'gas-station' || sourceType === 'GAS_STATION'

export type Known = Readonly<{
  /** By custody's name. */
  assets: ReadonlyMap<string, CustodyAsset>
  /** Our own gathering places. */
  defaultAddresses: readonly string[]
}>

export function readReport(transaction: CustodyTransaction, known: Known): CustodyReport {
  if (transaction.externalTxId !== null) {
    return { kind: 'withdrawal', requestId: transaction.externalTxId, transaction }
  }
  if (isFuel(transaction)) return skipped('gas')
  if (transaction.operation !== 'TRANSFER') return skipped('no-transfer')
  if (isDefault(transaction, known)) return skipped('default-address')
  const stage = stageOf(transaction)
  const asset = known.assets.get(transaction.assetId)
  if (asset === undefined) {
    return stage === 'arrived' ? { kind: 'unlisted', transaction } : skipped('unknown-asset')
  }
  const judged = judgeAmount(asset.asset, transaction.amount)
  // An amount that can't be read is refused at the door as soon as it counts.
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

function isDefault({ assetId, address }: CustodyTransaction, known: Known): boolean {
  if (address === '') return false
  const network = known.assets.get(assetId)?.network
  const spelled = (text: string) =>
    network === undefined ? text : (addressOn(network, text) ?? text)
  return known.defaultAddresses.some((own) => spelled(own) === spelled(address))
}

function barOf(asset: CustodyAsset, { odd }: Judged, tag: string | null): string | null {
  if (odd !== null) return odd
  if (asset.tagged && (tag === null || !isTag(tag))) return 'no-tag'
  return asset.depositActive ? null : 'deposits-inactive'
}
