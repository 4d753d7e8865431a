import { convert, idr, type Money, parseMoney } from '../../base/values/money.ts'
import { shownMoney } from '../../base/values/shown-amount.ts'
import type { Tx } from '../../core/database/database.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../core/outbox/notices.ts'
import { exchangeRate, listPrices, type Price } from '../../core/reference/prices.sql.ts'
import { readRupiah, readSeconds } from '../../core/reference/settings.sql.ts'
import { deactivateWallet } from '../../core/reference/wallet-flags.sql.ts'
import { findLastingBalances, type LastingBalance, markStopped } from './breaks.sql.ts'
import { finest } from './venue-parts.rules.ts'

/**
 * Stops withdrawals if a balance break past the grace period is worth more than the bound in the
 * settings. A break stops them once, so operators can restart them after a review, and again each
 * time it has grown by the bound.
 */
export async function stopForBreaks(tx: Tx, graceMs: number): Promise<void> {
  const lasting = await findLastingBalances(tx, graceMs)
  if (lasting.length === 0) return
  const bound = await readRupiah(tx, 'break.stop_idr')
  // A price of the last day is precise enough here, and exists while the market is silent.
  const maxAgeMs = (await readSeconds(tx, 'price.shown_age_seconds')) * 1_000
  const prices = await listPrices(tx)
  for (const found of lasting) {
    const worth = worthOf(found, prices, maxAgeMs)
    if (!stops(found, worth, bound)) continue
    await markStopped(tx, found.id, worth)
    await deactivateWallet(tx, 'WD', `break of ${found.subject} at ${found.provider}`)
    enqueueAll(tx, [stoppedAlert(found, worth)])
  }
}

/** Values the difference in rupiah; null without a price. */
function worthOf(
  { assetId, subject, scale, difference }: LastingBalance,
  prices: readonly Price[],
  maxAgeMs: number,
): Money | null {
  const asset = finest({ id: assetId, symbol: subject, scale })
  const read = parseMoney(asset, difference)
  if (!read.ok) return null
  if (assetId === idr.id) {
    return convert(read.money, idr, { numerator: 1n, denominator: 1n }, 'up')
  }
  const ages = { marketMs: maxAgeMs, fiatMs: maxAgeMs }
  const found = exchangeRate(prices, subject, idr.symbol, ages)
  return found === null ? null : convert(read.money, idr, found.rate, 'up')
}

/**
 * Without a price only a shortfall stops withdrawals: anyone can send an unpriced coin to a house
 * address, and a surplus like that must not stop them. The worth at a stop without a price is
 * unknown, so all of it counts once there is a price.
 */
function stops(
  { isLack, stopped, stoppedWorth }: LastingBalance,
  worth: Money | null,
  bound: Money,
): boolean {
  if (worth === null) return isLack && !stopped
  return worth.units > (stoppedWorth ?? 0n) + bound.units
}

const stoppedAlert = (
  { id, provider, subject, theirs, ours }: LastingBalance,
  worth: Money | null,
): OperatorNotice => {
  const inRupiah = worth === null ? 'an unknown worth' : shownMoney(worth)
  return {
    to: 'operator',
    kind: 'withdrawals-stopped',
    key: `withdrawals-stopped:${id}:${worth?.units ?? 'unpriced'}`,
    severity: 'critical',
    subject: `Withdrawals were stopped: ${subject} at ${provider} differs by ${inRupiah}`,
    data: { breakId: String(id), theirs, ours },
  }
}
