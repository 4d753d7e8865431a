import { formatMoney } from '../../../base/values/money.ts'
import { batchReads } from '../../../core/database/driver/batched.ts'
import {
  type CustodyAsset,
  listCustodyAssets,
  mainCustodyAsset,
} from '../../../core/reference/custody-assets.sql.ts'
import { isNotFound, refusesRequest } from '../../../providers/outbound.ts'
import type { Withdrawal } from '../model/withdrawal.rules.ts'
import { lookupOfDropped, reportOfTransaction, stageOfSent } from './custody-withdrawal.rules.ts'
import { findReplacement } from './find-replacement.ts'
import type { Sender } from './sender.ts'

type NamedCoin = Readonly<{ symbol: string; network: string }>

/** Finds custody's asset for a coin on a network; null if custody has none. */
const findAsset = batchReads<NamedCoin, CustodyAsset | null>(async (db, wanted) => {
  const all = await listCustodyAssets(db)
  return wanted.map((coin) => mainCustodyAsset(all, coin))
})

/** Sends coins through custody, which stores our request id and sends once per id, permanently. */
export const coinSender: Sender = {
  neverTwice: true,
  send: async ({ custody, db, log }, withdrawal) => {
    const { requestId, sent, destination: to } = withdrawal
    if (to.kind !== 'COIN') throw new RangeError(`${requestId} is not a coin withdrawal`)
    const { symbol } = sent.asset
    const asset = await findAsset(db, { symbol, network: to.network })
    if (asset === null) return null
    const answer = await custody.send({
      externalTxId: requestId,
      assetId: asset.custodyId,
      amount: formatMoney(sent),
      address: to.address,
      tag: to.tag,
    })
    if (answer.kind === 'unknown') return null
    if (answer.kind === 'rejected') {
      const { code, message, status } = answer
      log.error({ withdrawal: requestId, code, status, message }, 'custody refused a withdrawal')
      return {
        kind: 'refusal',
        requestId,
        words: `${code} ${message}`.trim(),
        isOfWithdrawal: refusesRequest(answer),
      }
    }
    const { id, status, end } = answer.value
    return {
      ...silent(withdrawal),
      stage: stageOfSent(end),
      providerId: id,
      providerStatus: status,
    }
  },
  ask: async ({ clock, custody, db }, { requestId }) => {
    const answer = await custody.findByExternalId(requestId)
    if (answer.kind === 'unknown') return { kind: 'unknown' }
    if (answer.kind === 'rejected') return { kind: isNotFound(answer) ? 'absent' : 'unknown' }
    const assets = await listCustodyAssets(db.read)
    const names = new Map(assets.map((asset) => [asset.custodyId, asset]))
    const report = reportOfTransaction(requestId, answer.value, names)
    if (report.stage !== 'dropped') return { kind: 'found', report }
    const replacement = await findReplacement(custody, answer.value)
    return lookupOfDropped(report, answer.value, replacement, { assets: names, now: clock.now() })
  },
}

const silent = ({ requestId, destination: { kind } }: Withdrawal) => ({
  kind,
  requestId,
  sentText: null,
  txHash: null,
  reason: null,
  networkFee: null,
})
