import type { Context } from '../../../context.ts'
import { asLeader } from '../../../core/database/cluster/leader.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import { queryAllOrders } from '../order-model/order-changes.sql.ts'
import { tradingLimits } from '../trading-limits.ts'

type Heartbeat = { atMs: number | null }

const heartbeatOf = perDatabase((_ctx: Pick<Context, 'db'>): Heartbeat => ({ atMs: null }))

/** Records that the venue's events reach this node. */
export function recordHeartbeat(ctx: Pick<Context, 'clock' | 'db'>): void {
  heartbeatOf(ctx).atMs = ctx.clock.monotonicMs()
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
  const sinceMs = heartbeatOf(ctx).atMs
  if (sinceMs === null) recordHeartbeat(ctx)
  if (sinceMs === null || ctx.clock.monotonicMs() - sinceMs < silentMs) return false
  await asLeader(ctx.db, leader.epoch, async (tx) => {
    await queryAllOrders(tx, tradingLimits.refreshWithinMs)
  })
  recordHeartbeat(ctx)
  return true
}
