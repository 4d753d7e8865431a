import type { RequestId } from '../../../base/values/ids.ts'
import { type Money, parsePadded } from '../../../base/values/money.ts'
import type { CustodyAsset } from '../../../core/reference/custody-assets.sql.ts'
import type { CustodyTransaction } from '../../../providers/custody/custody.ts'
import type { CustodyEnd } from '../../../providers/custody/transaction-states.ts'
import { reportsAmount } from '../../custody-reports/custody-report.rules.ts'
import { saidOf, type WithdrawalReport } from '../model/withdrawal.rules.ts'

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
  const stage = stageOfSent(end)
  return {
    kind: 'COIN',
    requestId,
    stage,
    providerId: id,
    providerStatus: status,
    said: stage === 'pending' && !reportsAmount(transaction) ? null : saidBy(transaction, assets),
    txHash: txHash === '' ? null : txHash,
    reason: stage === 'failed' ? (subStatus === '' ? status : `${status}: ${subStatus}`) : null,
    networkFee: stage === 'succeeded' ? costOf(transaction, assets) : null,
  }
}

/**
 * What custody sends, as `saidOf` words it. An unknown asset or unreadable amount is worded so that
 * it equals no withdrawal of ours.
 */
function saidBy({ assetId, amount }: CustodyTransaction, assets: CustodyAssets): string {
  const asset = assets.get(assetId)
  const parsed = asset === undefined ? null : parsePadded(asset.asset, amount)
  if (asset === undefined || parsed?.ok !== true) return `${amount} of custody's ${assetId}`
  return saidOf(parsed.money, asset.network)
}

function costOf(
  { networkFee, feeCurrency }: CustodyTransaction,
  assets: CustodyAssets,
): Money | null {
  const asset = assets.get(feeCurrency ?? '')?.asset
  if (asset === undefined || networkFee === null) return null
  const parsed = parsePadded(asset, networkFee)
  return parsed.ok ? parsed.money : null
}
