import type { AssetId } from '../../../base/values/ids.ts'
import { add, type Money } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { postAll } from '../../../core/ledger/post.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { Notice } from '../../../core/outbox/notices.ts'
import { listPrices } from '../../../core/reference/prices.sql.ts'
import { findUncertified } from '../../../core/users/certifications.sql.ts'
import { supplyHeadroom } from '../supply-headroom.ts'
import { supplyCapReason, uncertifiedReason, unprovenReason } from '../suspended.rules.ts'
import { insertSuspense } from '../suspense.sql.ts'
import { rupiahWorth, unprovenRooms } from '../unproven/unproven-rooms.ts'
import {
  advance,
  type CoinDeposit,
  type CoinDepositOutcome,
  type CoinReport,
  coinNoticesFor,
  coinPostingFor,
  keyOf,
  outputKey,
  suspendedCoins,
  twinOf,
  withoutOwner,
} from './coin-deposit.rules.ts'
import { findBookedOutputs, lockCoinDeposits, writeCoinDeposits } from './coin-deposits.sql.ts'

/**
 * Applies custody's reports to deposits, in order. Each deposit is credited once, however many
 * reports complete it; one without an owner goes to suspense.
 */
export async function recordCoinDeposits(
  tx: Tx,
  sent: readonly CoinReport[],
): Promise<readonly CoinDepositOutcome[]> {
  if (sent.length === 0) return []
  const deposits = new Map(await lockCoinDeposits(tx, sent))
  const reports = underOneOutput(sent, deposits)
  const changed = new Map<string, CoinDeposit>()
  const credited = new Set<string>()
  const alerts: Notice[] = []
  const outcomes = reports.map((report) => {
    const key = keyOf(report)
    const before = deposits.get(key) ?? null
    const { deposit, outcome, credit, alert } = advance(before, report)
    if (deposit !== null && deposit !== before) {
      deposits.set(key, deposit)
      changed.set(key, deposit)
    }
    if (credit) credited.add(key)
    if (alert !== null) alerts.push(alert)
    return outcome
  })
  const fresh = await withoutTwins(tx, pick(changed, credited))
  const certified = await ofCertified(tx, fresh)
  const complete = await withinSupply(tx, await withinRooms(tx, certified))
  await writeCoinDeposits(tx, [...new Map([...changed, ...complete]).values()])
  const booked = [...complete.values()]
  await postAll(tx, booked.map(coinPostingFor))
  await insertSuspense(tx, booked.filter(({ user }) => user === null).map(suspendedCoins))
  enqueueAll(tx, [...booked.flatMap(coinNoticesFor), ...alerts])
  return outcomes.map((outcome, index) => {
    const report = reports[index]
    const kept = report === undefined ? undefined : complete.get(keyOf(report))
    return outcome === 'credited' && kept?.user === null ? 'suspense' : outcome
  })
}

/**
 * Custody's id names one transfer, but custody may report its index later than the transfer: it
 * keeps the output under which it was first recorded.
 */
function underOneOutput(
  reports: readonly CoinReport[],
  deposits: ReadonlyMap<string, CoinDeposit>,
): readonly CoinReport[] {
  const outputs = new Map<string, number>()
  return [...deposits.values(), ...reports].flatMap((one) => {
    const output = outputs.get(one.custodyId) ?? one.output
    outputs.set(one.custodyId, output)
    return 'stage' in one ? [{ ...one, output }] : []
  })
}

const pick = (
  deposits: ReadonlyMap<string, CoinDeposit>,
  keys: ReadonlySet<string>,
): ReadonlyMap<string, CoinDeposit> => new Map([...deposits].filter(([key]) => keys.has(key)))

/**
 * Moves credits to suspense whose output on the chain was booked under another id of custody's, if
 * only to suspense: operators find out whether custody reported one transfer twice.
 */
async function withoutTwins(
  tx: Tx,
  deposits: ReadonlyMap<string, CoinDeposit>,
): Promise<ReadonlyMap<string, CoinDeposit>> {
  const booked = await findBookedOutputs(tx, [...deposits.values()])
  return new Map(
    [...deposits].map(([key, deposit]) => {
      const output = outputKey(deposit)
      if (booked.has(output)) return [key, twinOf(deposit)]
      booked.add(output)
      return [key, deposit]
    }),
  )
}

/** Moves credits to suspense whose users must certify their tax residence first. */
async function ofCertified(
  tx: Tx,
  deposits: ReadonlyMap<string, CoinDeposit>,
): Promise<ReadonlyMap<string, CoinDeposit>> {
  const users = [...deposits.values()].flatMap(({ user }) => user ?? [])
  const uncertified = await findUncertified(tx, users)
  if (uncertified.size === 0) return deposits
  return new Map(
    [...deposits].map(([key, deposit]) => {
      const lacks = deposit.user !== null && uncertified.has(deposit.user)
      return [key, lacks ? withoutOwner(deposit, uncertifiedReason) : deposit]
    }),
  )
}

/**
 * Moves credits to suspense that their users may not own before the identity is proven, also those
 * of a coin that never had a price.
 */
async function withinRooms(
  tx: Tx,
  deposits: ReadonlyMap<string, CoinDeposit>,
): Promise<ReadonlyMap<string, CoinDeposit>> {
  const users = [...deposits.values()].flatMap(({ user }) => user ?? [])
  const rooms = new Map(await unprovenRooms(tx, users))
  if (rooms.size === 0) return deposits
  const prices = await listPrices(tx)
  const kept = new Map(deposits)
  for (const [key, deposit] of deposits) {
    const { user } = deposit
    const room = user === null ? undefined : rooms.get(user)
    if (user === null || room === undefined) continue
    const worth = rupiahWorth(prices, [deposit.amount])
    if (worth !== null && worth <= room) rooms.set(user, room - worth)
    else kept.set(key, withoutOwner(deposit, unprovenReason))
  }
  return kept
}

/** Moves credits that would exceed an asset's supply cap to suspense. */
async function withinSupply(
  tx: Tx,
  deposits: ReadonlyMap<string, CoinDeposit>,
): Promise<ReadonlyMap<string, CoinDeposit>> {
  const headrooms = new Map<AssetId, bigint>()
  for (const total of totals([...deposits.values()])) {
    headrooms.set(total.asset.id, await supplyHeadroom(tx, total))
  }
  return new Map(
    [...deposits].map(([key, deposit]) => {
      const { asset, units } = deposit.amount
      const headroom = headrooms.get(asset.id) ?? 0n
      if (deposit.user === null) return [key, deposit]
      if (units > headroom) return [key, withoutOwner(deposit, supplyCapReason)]
      headrooms.set(asset.id, headroom - units)
      return [key, deposit]
    }),
  )
}

/**
 * Sums the credits of each asset, ordered by asset id: concurrent callers lock supply caps in one
 * order.
 */
function totals(deposits: readonly CoinDeposit[]): readonly Money[] {
  const sums = new Map<AssetId, Money>()
  for (const { amount, user } of deposits) {
    if (user === null) continue
    const sum = sums.get(amount.asset.id)
    sums.set(amount.asset.id, sum === undefined ? amount : add(sum, amount))
  }
  return [...sums.values()].toSorted((a, b) => a.asset.id - b.asset.id)
}
