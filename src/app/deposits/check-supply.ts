import { type Money, money } from '../../base/values/money.ts'
import { shownMoney } from '../../base/values/shown-amount.ts'
import type { Context } from '../../context.ts'
import { readOwed } from '../../core/ledger/house.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../core/outbox/notices.ts'
import { listSupplyCaps } from '../../core/reference/assets.sql.ts'

/** Shares of a supply cap, in percent, at which operators are alerted. */
const nearPercent = 80n
const almostUsedPercent = 95n

/**
 * Alerts operators, once a day for each asset, if our liabilities approach its supply cap. Deposits
 * are not the only cause: trades raise liabilities, too.
 */
export async function checkSupply({ clock, db }: Pick<Context, 'clock' | 'db'>): Promise<void> {
  const day = clock.now().toISOString().slice(0, 10)
  await db.inTransaction(async (tx) => {
    const owed = await readOwed(tx)
    const alerts = (await listSupplyCaps(tx)).flatMap((cap) => {
      const used = money(cap.asset, owed.get(cap.asset.id) ?? 0n)
      return isAbove(used, cap, nearPercent) ? [nearAlert(used, cap, day)] : []
    })
    enqueueAll(tx, alerts)
  })
}

const isAbove = ({ units }: Money, cap: Money, percent: bigint): boolean =>
  units > 0n && units * 100n >= cap.units * percent

function nearAlert(used: Money, cap: Money, day: string): OperatorNotice {
  const { symbol } = cap.asset
  const severity = isAbove(used, cap, almostUsedPercent) ? 'critical' : 'warning'
  return {
    to: 'operator',
    kind: 'supply-cap-near',
    key: `supply-cap-near:${symbol}:${severity}:${day}`,
    severity,
    subject: `Users own ${shownMoney(used)}; the supply cap is ${shownMoney(cap)}`,
    data: { owed: shownMoney(used), cap: shownMoney(cap) },
  }
}
