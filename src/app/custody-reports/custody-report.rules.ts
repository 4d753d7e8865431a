import { addressOn, isTag } from '../../base/values/coin-address.ts'
import { isRequestId, type RequestId, requestId } from '../../base/values/ids.ts'
import {
  compare,
  isPositive,
  type Money,
  parsePadded,
  subtract,
  zero,
} from '../../base/values/money.ts'
import type { CustodyAsset } from '../../core/reference/custody-assets.sql.ts'
import type { CustodyTransaction } from '../../providers/custody/custody.ts'
import { failedOnChain, reportsAmount } from '../../providers/custody/transaction-states.ts'
import { type CoinDepositVerdict, judgeAmount } from '../deposits/coins/coin-deposit.rules.ts'
import { type Direction, directionOf } from './custody-direction.rules.ts'

/** What a custody transaction means for our books. */
export type CustodyReport =
  /** Changes none of our books, or carries no final information yet. */
  | Readonly<{ kind: 'skipped'; why: string }>
  /** A transaction we sent, identified by our request id, or one that replaces it. */
  | Readonly<{
      kind: 'withdrawal'
      requestId: RequestId
      transaction: CustodyTransaction
      replaces: boolean
    }>
  | Readonly<{ kind: 'deposit'; deposit: Arrival }>
  /** Coins that left our vault without an id of ours, or moved between places of our own. */
  | Readonly<{ kind: 'transfer'; transfer: HouseTransfer }>
  /**
   * Money that cannot be booked: its asset is unknown, its amount cannot be read in its asset, or
   * custody's words do not tell which way it went.
   */
  | Readonly<{ kind: 'unbookable'; transaction: CustodyTransaction; why: Unbookable }>

export type Unbookable = 'unknown-asset' | 'unreadable-amount' | 'unclear-transfer'

/** A completed transfer of the house's; `amount` is zero where only the fee counts. */
export type HouseTransfer = Readonly<{
  transaction: CustodyTransaction
  direction: Direction
  amount: Money
  /** What its sender paid of the amount as a fee, such as an exchange's for a withdrawal. */
  deducted: Money
}>

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
 * Whether a transaction is an incoming transfer from outside. Transactions we sent carry our
 * own id and are polled by it.
 */
export function isDeposit(transaction: CustodyTransaction): boolean {
  const { externalTxId, kind } = transaction
  if (externalTxId !== null || kind !== 'transfer') return false
  const direction = directionOf(transaction)
  return direction === 'deposit' || direction === 'unclear-arrival'
}

/** Whether it was sent from our vault to an outside address, under no id of ours. */
export const isSentByHand = (transaction: CustodyTransaction): boolean =>
  transaction.kind === 'transfer' &&
  !isRequestId(transaction.externalTxId ?? '') &&
  directionOf(transaction) === 'sent-by-hand'

/** Whether a completed deposit lacks its amount. The webhook rejects such a report. */
export const lacksAmount = (transaction: CustodyTransaction): boolean =>
  isDeposit(transaction) && transaction.stage === 'arrived' && !reportsAmount(transaction)

export type CustodyKnowledge = Readonly<{
  /** By custody's asset id. */
  assets: ReadonlyMap<string, CustodyAsset>
  /** Our own collecting addresses. */
  defaultAddresses: readonly string[]
}>

export function readCustodyReport(
  transaction: CustodyTransaction,
  known: CustodyKnowledge,
): CustodyReport {
  const { externalTxId, from } = transaction
  const isSentByUs = externalTxId !== null && (isRequestId(externalTxId) || from !== 'vault')
  if (isSentByUs) {
    return { kind: 'withdrawal', requestId: requestId(externalTxId), transaction, replaces: false }
  }
  if (transaction.kind === 'fuel') return skipped('gas')
  if (transaction.kind !== 'transfer') return skipped('no-transfer')
  const direction = directionOf(transaction)
  if (direction === 'deposit') return readArrival(transaction, known, null)
  if (direction === 'unclear-arrival') return readArrival(transaction, known, 'unclear-source')
  return readTransfer(transaction, direction, known)
}

/** A transfer that arrived in our vault; `barred` is why no user is credited, even its owner. */
function readArrival(
  transaction: CustodyTransaction,
  known: CustodyKnowledge,
  barred: string | null,
): CustodyReport {
  const { stage } = transaction
  if (isZero(transaction)) return skipped('zero-amount')
  if (isDefault(transaction, known)) return skipped('default-address')
  const asset = known.assets.get(transaction.assetId)
  if (asset === undefined) {
    return stage === 'arrived' ? unbookable(transaction, 'unknown-asset') : skipped('unknown-asset')
  }
  const judged = judgeAmount(asset.asset, transaction.amount)
  if (judged === null && stage === 'arrived' && reportsAmount(transaction)) {
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
      barred: barred ?? barOf(asset, judged, tag),
    },
  }
}

/**
 * A transfer of the house's own coins: it counts when custody has completed it. One that the chain
 * ran and failed cost its fee alone.
 */
function readTransfer(
  transaction: CustodyTransaction,
  direction: Direction,
  known: CustodyKnowledge,
): CustodyReport {
  if (direction === 'elsewhere') return skipped('elsewhere')
  const asset = known.assets.get(transaction.assetId)?.asset
  if (asset !== undefined && transaction.from === 'vault' && failedOnChain(transaction)) {
    const amount = zero(asset)
    const transfer = { transaction, direction: 'within-vault', amount, deducted: amount } as const
    return { kind: 'transfer', transfer }
  }
  if (transaction.stage !== 'arrived') return skipped('too-early')
  if (direction === 'unclear') return unbookable(transaction, 'unclear-transfer')
  if (asset === undefined) {
    const isMoved = direction === 'within-vault'
    return isMoved ? skipped('unknown-asset') : unbookable(transaction, 'unknown-asset')
  }
  const parsed = parsePadded(asset, transaction.amount)
  if (!parsed.ok) return unbookable(transaction, 'unreadable-amount')
  const { money: amount } = parsed
  const net = parsePadded(asset, transaction.netAmount ?? '')
  const isNet = net.ok && isPositive(net.money) && compare(net.money, amount) < 0
  const deducted = isNet ? subtract(amount, net.money) : zero(asset)
  return { kind: 'transfer', transfer: { transaction, direction, amount, deducted } }
}

const skipped = (why: string): CustodyReport => ({ kind: 'skipped', why })

const unbookable = (transaction: CustodyTransaction, why: Unbookable): CustodyReport => ({
  kind: 'unbookable',
  transaction,
  why,
})

/** Whether nothing was transferred: anyone can send that, so that users copy a wrong address. */
const isZero = ({ amount }: CustodyTransaction): boolean => /^0[0.]*$/.test(amount)

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
