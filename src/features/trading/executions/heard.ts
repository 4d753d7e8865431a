import { limits } from '../../../base/limits.ts'
import type { Context } from '../../../context.ts'
import { fence } from '../../../database/leader.ts'
import { queryAllOrders } from '../order-model/order-changes.sql.ts'

const heardMs = new WeakMap<object, number>()

/** Records that the venue's events reach this node. */
export function noteHeard({ db, clock }: Pick<Context, 'clock' | 'db'>): void {
  heardMs.set(db, clock.monotonicMs())
}

/**
 * Schedules queries of all open orders if the leader has received nothing from the venue for
 * `silentMs`: no event, no heartbeat and no subscription. Returns true if it did.
 */
export async function checkHeartbeat(
  ctx: Pick<Context, 'clock' | 'db' | 'leadership'>,
  silentMs: number = limits.trading.silentMs,
): Promise<boolean> {
  const leader = ctx.leadership.current()
  if (leader === null) return false
  const sinceMs = heardMs.get(ctx.db)
  if (sinceMs === undefined) noteHeard(ctx)
  if (sinceMs === undefined || ctx.clock.monotonicMs() - sinceMs < silentMs) return false
  await ctx.db.inTransaction(async (tx) => {
    await fence(tx, leader.epoch)
    await queryAllOrders(tx, limits.trading.refreshWithinMs)
  })
  noteHeard(ctx)
  return true
}
