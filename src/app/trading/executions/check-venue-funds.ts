import { type Money, money } from '../../../base/values/money.ts'
import { shownMoney } from '../../../base/values/shown-amount.ts'
import type { Context } from '../../../context.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../../core/outbox/notices.ts'
import { houseRefusalOf } from '../../../providers/venue/house-refusals.ts'
import type { VenueBalance } from '../../../providers/venue/venue-objects.ts'
import { partsIn, venueDecimals } from '../../../providers/venue/venue-parts.rules.ts'
import { readHeldForOrders } from './order-holds.sql.ts'
import { accountRefused } from './order-notice.rules.ts'

/** Percent of a balance at the venue that open orders hold when operators are alerted. */
const nearPercent = 80n
const almostUsedPercent = 95n

/**
 * Alerts operators, once a day for each asset and step, if open orders hold most of our balance at
 * the venue: once all of it is held, the venue refuses orders that are paid with it. Alerts them as
 * well if the venue refuses the query itself, whether or not anyone places orders.
 */
export async function checkVenueFunds({
  clock,
  db,
  venue,
}: Pick<Context, 'clock' | 'db' | 'venue'>): Promise<void> {
  const held = await readHeldForOrders(db)
  const answer = await venue.balances()
  const refusal = houseRefusalOf(answer)
  const alerts =
    answer.kind === 'accepted'
      ? lowAlerts(held, answer.value, clock.now())
      : refusal === null
        ? []
        : [accountRefused({ ...refusal, cause: refusal.fault }, clock.now())]
  if (alerts.length > 0) await db.inTransaction((tx) => enqueueAll(tx, alerts))
}

function lowAlerts(
  held: readonly Money[],
  balances: readonly VenueBalance[],
  now: Date,
): readonly OperatorNotice[] {
  const day = now.toISOString().slice(0, 10)
  const parts = new Map(
    balances.map(({ asset, free, locked }) => [
      asset,
      (partsIn(free) ?? 0n) + (partsIn(locked) ?? 0n),
    ]),
  )
  return held.flatMap((one) => {
    const scale = 10n ** BigInt(one.asset.scale)
    const units = ((parts.get(one.asset.symbol) ?? 0n) * scale) / 10n ** BigInt(venueDecimals)
    const balance = money(one.asset, units)
    return isAbove(one, balance, nearPercent) ? [lowAlert(one, balance, day)] : []
  })
}

const isAbove = (held: Money, balance: Money, percent: bigint): boolean =>
  held.units * 100n >= balance.units * percent

function lowAlert(held: Money, balance: Money, day: string): OperatorNotice {
  const { symbol } = held.asset
  const [some, all] = [shownMoney(held), shownMoney(balance)]
  const severity = isAbove(held, balance, almostUsedPercent) ? 'critical' : 'warning'
  return {
    to: 'operator',
    kind: 'venue-funds-low',
    key: `venue-funds-low:${symbol}:${severity}:${day}`,
    severity,
    subject: `Open orders hold ${some} of ${all} at the venue`,
    data: { held: some, balance: all },
  }
}
