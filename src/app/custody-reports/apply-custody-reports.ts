import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { listCustodyAssets } from '../../core/reference/custody-assets.sql.ts'
import type { CustodyTransaction } from '../../providers/custody/custody.ts'
import { type AddressOwner, findAddressOwners } from '../deposits/coins/coin-addresses.sql.ts'
import type { CoinReport, DepositOwner } from '../deposits/coins/coin-deposit.rules.ts'
import { recordCoinDeposits } from '../deposits/coins/record-coin-deposits.ts'
import { insertSuspense } from '../deposits/suspense.sql.ts'
import { settleWithdrawals } from '../withdrawals/model/settle-withdrawals.ts'
import { reportOfTransaction } from '../withdrawals/sending/custody-withdrawal.rules.ts'
import { type Arrival, type CustodyReport, readReport } from './custody-report.rules.ts'

/**
 * Applies custody's transaction reports, from either webhook or from polling. Effects are keyed by
 * custody's transaction id, so repeated reports are safe. Returns one outcome per transaction, in
 * order.
 */
export async function applyCustodyReports(
  tx: Tx,
  transactions: readonly CustodyTransaction[],
  { config }: Pick<Context, 'config'>,
): Promise<readonly string[]> {
  const assets = new Map((await listCustodyAssets(tx)).map((asset) => [asset.custodyId, asset]))
  const known = { assets, defaultAddresses: config.custody.defaultAddresses }
  const reports = transactions.map((transaction) => readReport(transaction, known))
  const arrivals = reports.flatMap((report) => (report.kind === 'deposit' ? [report.deposit] : []))
  const sent = reports.filter((report) => report.kind === 'withdrawal')
  const deposited = (await recordCoinDeposits(tx, await owned(tx, arrivals))).values()
  const withdrawalReports = sent.map(({ requestId, transaction }) =>
    reportOfTransaction(requestId, transaction, assets),
  )
  const settled = (await settleWithdrawals(tx, withdrawalReports)).values()
  await setAsideUnbookable(tx, reports)
  return reports.map((report): string => {
    if (report.kind === 'deposit') return deposited.next().value ?? 'repeated'
    if (report.kind === 'withdrawal') return settled.next().value ?? 'repeated'
    return report.kind === 'skipped' ? `skipped: ${report.why}` : report.why
  })
}

/**
 * Resolves the owner of each address. An address with no owner or with several goes to suspense.
 */
async function owned(tx: Tx, arrivals: readonly Arrival[]): Promise<readonly CoinReport[]> {
  const places = arrivals.map((arrival) => placeOf(arrival))
  const owners = new Map<string, UserId[]>()
  for (const found of await findAddressOwners(tx, places)) {
    owners.set(nameOf(found), [...(owners.get(nameOf(found)) ?? []), found.owner])
  }
  return arrivals.map((arrival) => {
    const { transaction, asset, judged, address, tag } = arrival
    return {
      custodyId: transaction.id,
      output: transaction.index,
      stage: transaction.stage,
      custodyStatus: transaction.status,
      amount: judged.amount,
      owner: ownerOf(arrival, owners.get(nameOf(placeOf(arrival))) ?? []),
      network: asset.network,
      address,
      tag,
      txHash: transaction.txHash,
    }
  })
}

type OwnAddress = Omit<AddressOwner, 'owner'>

const placeOf = ({ asset, address, tag }: Arrival): OwnAddress => ({
  assetId: asset.asset.id,
  network: asset.network,
  address,
  tag,
})

const nameOf = ({ assetId, network, address, tag }: OwnAddress): string =>
  JSON.stringify([assetId, network, address, tag])

function ownerOf({ barred }: Arrival, users: readonly UserId[]): DepositOwner {
  if (barred !== null) return { suspense: barred }
  const [user, other] = users
  if (user === undefined) return { suspense: 'unknown-address' }
  return other === undefined ? { user } : { suspense: 'address-of-several' }
}

const alertsFor = {
  'unknown-asset': 'deposit-of-unknown-asset',
  'unreadable-amount': 'deposit-unreadable-amount',
} as const

/** Sends reports of unknown assets or unreadable amounts to suspense and alerts operators. */
async function setAsideUnbookable(tx: Tx, reports: readonly CustodyReport[]): Promise<void> {
  const unbookable = reports.flatMap((report) =>
    report.kind === 'unbookable' ? [{ ...report.transaction, why: report.why }] : [],
  )
  await insertSuspense(
    tx,
    unbookable.map(({ id, index, amount, assetId, address, tag, txHash, why }) => ({
      source: 'custody COIN',
      reference: `${id}:${index}`,
      amount: null,
      inWords: `${amount} ${assetId}`,
      reason: why,
      data: { address, tag, txHash },
    })),
  )
  enqueueAll(
    tx,
    unbookable.map(({ id, index, amount, assetId, address, why }) => ({
      to: 'operator',
      kind: alertsFor[why],
      key: `${why}:${id}:${index}`,
      severity: 'critical',
      subject: `Custody holds ${amount} of ${assetId}, which can't be booked: ${why}`,
      data: { address },
    })),
  )
}
