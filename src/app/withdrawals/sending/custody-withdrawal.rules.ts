import type { RequestId } from '../../../base/values/ids.ts'
import { type Money, parsePadded } from '../../../base/values/money.ts'
import type { CustodyAsset } from '../../../core/reference/custody-assets.sql.ts'
import type { CustodyTransaction } from '../../../providers/custody/custody.ts'
import type { CustodyEnd } from '../../../providers/custody/transaction-states.ts'
import {
  failedOnChain,
  lacksFunds,
  mayBeReplaced,
  reportsAmount,
} from '../../../providers/custody/transaction-states.ts'
import { sentTextOf, type WithdrawalReport } from '../model/withdrawal.rules.ts'
import { withdrawalLimits } from '../withdrawal-limits.ts'
import type { FoundReplacement } from './find-replacement.ts'
import type { SentLookup } from './sender.ts'

/** By custody's asset id. */
export type CustodyAssets = ReadonlyMap<string, CustodyAsset>

const stages = { arrived: 'succeeded', refused: 'failed' } as const

export const stageOfSent = (end: CustodyEnd | null): WithdrawalReport['stage'] =>
  end === null ? 'pending' : stages[end]

export function reportOfTransaction(
  requestId: RequestId,
  transaction: CustodyTransaction,
  assets: CustodyAssets,
): WithdrawalReport {
  const { id, status, subStatus, txHash, end } = transaction
  const stage = mayBeReplaced(transaction) ? 'dropped' : stageOfSent(end)
  const isCharged = stage === 'succeeded' || failedOnChain(transaction)
  return {
    kind: 'COIN',
    requestId,
    stage,
    providerId: id,
    providerStatus: status,
    sentText:
      stage === 'pending' && !reportsAmount(transaction) ? null : sentTextBy(transaction, assets),
    txHash: txHash === '' ? null : txHash,
    reason: stage === 'failed' ? (subStatus === '' ? status : `${status}: ${subStatus}`) : null,
    ...(lacksFunds(transaction) ? { isUnfunded: true } : {}),
    networkFee: isCharged ? networkFeeOf(transaction, assets) : null,
  }
}

/**
 * The report of a transaction that replaces the one we sent. If the chain ran it, nothing else with
 * its nonce can be mined; another failure decides nothing: the first or a third one may be mined.
 */
export function reportOfReplacement(
  requestId: RequestId,
  transaction: CustodyTransaction,
  assets: CustodyAssets,
): WithdrawalReport {
  const report = reportOfTransaction(requestId, transaction, assets)
  const replaced = { ...report, providerId: null, replacedBy: transaction.id }
  if (!isUndecided(transaction)) return replaced
  return { ...replaced, stage: 'dropped', reason: null, txHash: null }
}

const isUndecided = (replacement: CustodyTransaction): boolean =>
  replacement.end === 'refused' && !failedOnChain(replacement)

/**
 * What custody says of a withdrawal whose transaction was dropped. What replaced it decides: a
 * transfer to the same address completes it, and one to ourselves ends it unsent. If nothing has
 * replaced it for a while, it has failed.
 */
export function lookupOfDropped(
  report: WithdrawalReport,
  { address, lastUpdatedMs }: CustodyTransaction,
  replacement: FoundReplacement,
  { assets, now }: Readonly<{ assets: CustodyAssets; now: Date }>,
): SentLookup {
  if (replacement === 'none') {
    const isSettled = now.getTime() - lastUpdatedMs >= withdrawalLimits.droppedSettledMs
    return isSettled ? { kind: 'found', report: { ...report, stage: 'failed' } } : unknown
  }
  if (replacement === 'unknown' || isUndecided(replacement)) return unknown
  if (replacement.address === address) {
    const replaced = reportOfReplacement(report.requestId, replacement, assets)
    return { kind: 'found', report: replaced }
  }
  const isOver = replacement.end !== null && replacement.to === 'vault'
  return isOver ? { kind: 'found', report: { ...report, stage: 'failed' } } : unknown
}

const unknown: SentLookup = { kind: 'unknown' }

/**
 * Returns what custody sends, as text of `sentTextOf`. The text of an unknown asset or an
 * unreadable amount equals that of no withdrawal of ours.
 */
function sentTextBy({ assetId, amount }: CustodyTransaction, assets: CustodyAssets): string {
  const asset = assets.get(assetId)
  const parsed = asset === undefined ? null : parsePadded(asset.asset, amount)
  if (asset === undefined || parsed?.ok !== true) return `${amount} of custody's ${assetId}`
  return sentTextOf(parsed.money, asset.network)
}

/** The network fee that our vault paid; null if custody reports none in a coin of ours. */
export function networkFeeOf(
  { networkFee, feeCurrency }: CustodyTransaction,
  assets: CustodyAssets,
): Money | null {
  const asset = assets.get(feeCurrency ?? '')?.asset
  if (asset === undefined || networkFee === null) return null
  const parsed = parsePadded(asset, networkFee)
  return parsed.ok ? parsed.money : null
}
