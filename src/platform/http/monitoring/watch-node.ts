import { serviceVersion } from '../../../base/version.ts'
import type { Context } from '../../../context.ts'
import { outcomeCounts } from '../../../core/inbox/outcome-counts.ts'
import { signInFailureCounts } from '../../../core/users/sign-in-failures.ts'
import type { Metrics } from './metrics.ts'

/** Fills the gauges of this process before each gathering. */
export function watchNode(
  {
    node,
    showReads,
    showCallbacks,
    showSignInFailures,
    beforeGather,
  }: Pick<Metrics, 'node' | 'showReads' | 'showCallbacks' | 'showSignInFailures' | 'beforeGather'>,
  ctx: Pick<Context, 'db' | 'health' | 'leadership' | 'replicas'>,
): void {
  node.build.labels(serviceVersion).set(1)
  beforeGather(() => {
    const { totalCount, idleCount, waitingCount } = ctx.db.pool
    node.connections.labels('idle').set(idleCount)
    node.connections.labels('busy').set(totalCount - idleCount)
    node.waiting.set(waitingCount)
    const lagMs = ctx.replicas.lagMs()
    if (lagMs === null) node.replicaLag.remove()
    else node.replicaLag.set(lagMs / 1_000)
    showReads(ctx.replicas.counts())
    showCallbacks(outcomeCounts(ctx).values())
    showSignInFailures(signInFailureCounts(ctx).values())
    node.leader.set(ctx.leadership.current() === null ? 0 : 1)
    for (const { provider, circuit, budgets } of ctx.health.read()) {
      node.circuitOpen.labels(provider).set(circuit === 'closed' ? 0 : 1)
      for (const { name, used, most } of budgets) {
        node.budget.labels(provider, name).set(most === 0 ? 0 : used / most)
      }
    }
  })
}
