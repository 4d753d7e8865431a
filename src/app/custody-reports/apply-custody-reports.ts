import { addressOn } from '../../base/values/coin-address.ts'
import type { RequestId, UserId } from '../../base/values/ids.ts'
import { parsePadded } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { postAll } from '../../core/ledger/post.ts'
import { findPostedMoves } from '../../core/ledger/postings.sql.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { listCustodyAssets } from '../../core/reference/custody-assets.sql.ts'
import type { CustodyTransaction } from '../../providers/custody/custody.ts'
import {
  type AddressOwner,
  findAddressees,
  findAddressOwners,
  placeKey,
} from '../deposits/coins/coin-addresses.sql.ts'
import type { CoinReport, DepositOwner } from '../deposits/coins/coin-deposit.rules.ts'
import { recordCoinDeposits } from '../deposits/coins/record-coin-deposits.ts'
import { insertSuspense } from '../deposits/suspense.sql.ts'
import { findReplaced } from '../withdrawals/model/replaced.sql.ts'
import { settleWithdrawals } from '../withdrawals/model/settle-withdrawals.ts'
import {
  type CustodyAssets,
  networkFeeOf,
  reportOfReplacement,
  reportOfTransaction,
} from '../withdrawals/sending/custody-withdrawal.rules.ts'
import {
  type Arrival,
  type CustodyReport,
  type HouseTransfer,
  isDeposit,
  isSentByHand,
  readCustodyReport,
  type Unbookable,
} from './custody-report.rules.ts'
import { keyOfTransfer, transferAlert, transferPosting } from './house-transfer.rules.ts'

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
  const replaced = await findReplacedBy(tx, transactions, assets)
  const reports = transactions.map((transaction): CustodyReport => {
    const requestId = replaced.get(transaction.id)
    return requestId === undefined
      ? readCustodyReport(transaction, known)
      : { kind: 'withdrawal', requestId, transaction, replaces: true }
  })
  const arrivals = reports.flatMap((report) => (report.kind === 'deposit' ? [report.deposit] : []))
  const sent = reports.filter((report) => report.kind === 'withdrawal')
  const withdrawalReports = sent.map(({ requestId, transaction, replaces }) =>
    replaces
      ? reportOfReplacement(requestId, transaction, assets)
      : reportOfTransaction(requestId, transaction, assets),
  )
  // Locks rows of withdrawals before balances, as requests and decisions do.
  const settled = (await settleWithdrawals(tx, withdrawalReports)).values()
  const deposited = (await recordCoinDeposits(tx, await owned(tx, arrivals))).values()
  const transfers = reports.flatMap((report) =>
    report.kind === 'transfer' ? [report.transfer] : [],
  )
  const moved = (await bookTransfers(tx, transfers, assets)).values()
  await setAsideUnbookable(tx, reports)
  return reports.map((report): string => {
    if (report.kind === 'deposit') return deposited.next().value ?? 'repeated'
    if (report.kind === 'withdrawal') return settled.next().value ?? 'repeated'
    if (report.kind === 'transfer') return moved.next().value ?? 'repeated'
    return report.kind === 'skipped' ? `skipped: ${report.why}` : report.why
  })
}

/**
 * Finds the withdrawals whose transaction custody replaces by another one, such as a boost, by the
 * id of the other one. Only the first one has our id.
 */
async function findReplacedBy(
  tx: Tx,
  transactions: readonly CustodyTransaction[],
  assets: CustodyAssets,
): Promise<ReadonlyMap<string, RequestId>> {
  const replacements = transactions.flatMap((transaction) => {
    const { id, assetId, amount, address, replacedTxHash } = transaction
    const asset = assets.get(assetId)
    if (replacedTxHash === '' || asset === undefined || !isSentByHand(transaction)) return []
    const parsed = parsePadded(asset.asset, amount)
    const units = parsed.ok ? parsed.money.units : 0n
    const to = addressOn(asset.network, address) ?? address
    return [{ id, replacedTxHash, address: to, assetId: asset.asset.id, units }]
  })
  const found = await findReplaced(tx, replacements)
  return new Map(
    replacements.flatMap(({ id }, at) => {
      const requestId = found[at] ?? null
      return requestId === null ? [] : [[id, requestId] as const]
    }),
  )
}

/** Books transfers of the house's own coins; returns their directions. */
async function bookTransfers(
  tx: Tx,
  transfers: readonly HouseTransfer[],
  assets: CustodyAssets,
): Promise<readonly string[]> {
  if (transfers.length === 0) return []
  const keys = transfers.map(({ transaction }) => keyOfTransfer(transaction))
  const posted = await findPostedMoves(tx, keys)
  const fresh = new Map(
    transfers.map((transfer) => [keyOfTransfer(transfer.transaction), transfer]),
  )
  for (const key of posted.keys()) fresh.delete(key)
  const postings = [...fresh.values()].flatMap(
    (transfer) => transferPosting(transfer, networkFeeOf(transfer.transaction, assets)) ?? [],
  )
  await postAll(tx, postings)
  enqueueAll(
    tx,
    transfers.flatMap((transfer) => transferAlert(transfer) ?? []),
  )
  return transfers.map(({ direction }) => direction)
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
  const reports = arrivals.map((arrival): CoinReport => {
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
  return namedAddressees(tx, reports)
}

/**
 * Names the user whose address received a coin that the address was not opened for, such as a
 * chain's own coin at the address of a token: operators decide, and start from that user.
 */
async function namedAddressees(
  tx: Tx,
  reports: readonly CoinReport[],
): Promise<readonly CoinReport[]> {
  const isUnknown = ({ owner, stage }: CoinReport) =>
    'suspense' in owner && owner.suspense === 'unknown-address' && stage === 'arrived'
  const unknown = reports.filter(isUnknown)
  if (unknown.length === 0) return reports
  const users = await findAddressees(tx, unknown)
  return reports.map((report) => {
    const user = isUnknown(report) ? users.get(placeKey(report)) : undefined
    return user === undefined
      ? report
      : { ...report, owner: { suspense: 'address-of-another-coin', addressee: user } }
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

function alertFor(transaction: CustodyTransaction, why: Unbookable) {
  if (!isDeposit(transaction)) return 'transfer-unclear'
  return why === 'unknown-asset' ? 'deposit-of-unknown-asset' : 'deposit-unreadable-amount'
}

/**
 * Alerts operators of reports that cannot be booked. What arrived also goes to suspense; what may
 * have left does not, for no user can claim it.
 */
async function setAsideUnbookable(tx: Tx, reports: readonly CustodyReport[]): Promise<void> {
  const unbookable = reports.flatMap((report) =>
    report.kind === 'unbookable' ? [{ ...report.transaction, why: report.why }] : [],
  )
  await insertSuspense(
    tx,
    unbookable
      .filter(isDeposit)
      .map(({ id, index, amount, assetId, address, tag, txHash, why }) => ({
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
    unbookable.map(({ why, ...one }) => ({
      to: 'operator',
      kind: alertFor(one, why),
      key: `${why}:${one.id}:${one.index}`,
      severity: 'critical',
      subject: `Custody reports ${one.amount} of ${one.assetId}, which can't be booked: ${why}`,
      data: { address: one.address, from: one.from, into: one.to },
    })),
  )
}
