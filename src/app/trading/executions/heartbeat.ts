import type { Context } from '../../../context.ts'
import { fence } from '../../../core/database/cluster/leader.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import { queryAllOrders } from '../order-model/order-changes.sql.ts'
import { tradingLimits } from '../trading-limits.ts'

type Heard = { atMs: number | null }

const heardBy = perDatabase((_ctx: Pick<Context, 'db'>): Heard => ({ atMs: null }))

/** Records that the venue's events reach this node. */
export function noteHeard(ctx: Pick<Context, 'clock' | 'db'>): void {
  heardBy(ctx).atMs = ctx.clock.monotonicMs()
}

/**
 * Schedules queries of all open orders if the leader has received nothing from the venue for
 * `silentMs`: no event, no heartbeat and no subscription. Returns true if it did.
 */
export async function checkHeartbeat(
  ctx: Pick<Context, 'clock' | 'db' | 'leadership'>,
  silentMs: number = tradingLimits.silentMs,
): Promise<boolean> {
  const leader = ctx.leadership.current()
  if (leader === null) return false
  const sinceMs = heardBy(ctx).atMs
  if (sinceMs === null) noteHeard(ctx)
  if (sinceMs === null || ctx.clock.monotonicMs() - sinceMs < silentMs) return false
  await ctx.db.inTransaction(async (tx) => {
    await fence(tx, leader.epoch)
    await queryAllOrders(tx, tradingLimits.refreshWithinMs)
  })
  noteHeard(ctx)
  return true
}
