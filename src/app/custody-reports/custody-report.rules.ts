import { addressOn, isTag } from '../../base/values/coin-address.ts'
import { type RequestId, requestId } from '../../base/values/ids.ts'
import type { CustodyAsset } from '../../core/reference/custody-assets.sql.ts'
import type { CustodyTransaction } from '../../providers/custody/custody.ts'
import { type CoinDepositVerdict, judgeAmount } from '../deposits/coins/coin-deposit.rules.ts'

/** What a custody transaction means for our books. */
export type CustodyReport =
  /** Irrelevant to users: it only moves our own funds, or carries no final information yet. */
  | Readonly<{ kind: 'skipped'; why: string }>
  /** A transaction we sent, identified by our request id. */
  | Readonly<{ kind: 'withdrawal'; requestId: RequestId; transaction: CustodyTransaction }>
  | Readonly<{ kind: 'deposit'; deposit: Arrival }>
  /**
   * Money that cannot be booked: its asset is unknown, or its amount cannot be read in its asset.
   */
  | Readonly<{ kind: 'unbookable'; transaction: CustodyTransaction; why: Unbookable }>

export type Unbookable = 'unknown-asset' | 'unreadable-amount'

/** Coins arriving at one of our addresses; its owner is looked up later. */
export type Arrival = Readonly<{
  transaction: CustodyTransaction
  asset: CustodyAsset
  judged: CoinDepositVerdict
  address: string
  tag: string | null
  /** The reason to credit no user, even if one owns the address; null if there is none. */
  barred: string | null
}>

/**
 * Whether a transaction is an incoming transfer. Transactions we sent carry our own id and are
 * polled by it.
 */
export const isDeposit = ({ externalTxId, kind }: CustodyTransaction): boolean =>
  externalTxId === null && kind === 'transfer'

/** Whether the amount is known: custody reports unknown amounts as empty or negative. */
export const reportsAmount = ({ amount }: Pick<CustodyTransaction, 'amount'>): boolean =>
  /^\d/.test(amount)

/** Whether a completed deposit lacks its amount. The webhook rejects such a report. */
export const lacksAmount = (transaction: CustodyTransaction): boolean =>
  isDeposit(transaction) && transaction.stage === 'arrived' && !reportsAmount(transaction)

export type CustodyKnowledge = Readonly<{
  /** By custody's asset id. */
  assets: ReadonlyMap<string, CustodyAsset>
  /** Our own collecting addresses. */
  defaultAddresses: readonly string[]
}>

export function readReport(
  transaction: CustodyTransaction,
  known: CustodyKnowledge,
): CustodyReport {
  if (transaction.externalTxId !== null) {
    return { kind: 'withdrawal', requestId: requestId(transaction.externalTxId), transaction }
  }
  const { kind, stage } = transaction
  if (kind === 'fuel') return skipped('gas')
  if (kind !== 'transfer') return skipped('no-transfer')
  if (isDefault(transaction, known)) return skipped('default-address')
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

/** Ignores zero-amount transfers: they are common spam. */
const isSomething = (transaction: CustodyTransaction): boolean =>
  reportsAmount(transaction) && !/^[0.]+$/.test(transaction.amount)

/**
 * Whether the address is one of the house's. On networks with shared addresses, a tag marks a
 * user's deposit.
 */
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
