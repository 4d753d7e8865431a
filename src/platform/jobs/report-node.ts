import { hostname } from 'node:os'
import { sealingId } from '../../base/secrets/app-keys.ts'
import { serviceVersion } from '../../base/version.ts'
import type { Context } from '../../context.ts'
import { noteKeyUse } from '../../core/database/cluster/key-use.ts'
import { perDatabase } from '../../core/database/per-database.ts'
import { refreshRecording } from '../../core/facts/recording.ts'
import { keepRuns, takeRuns } from './job-runs.ts'
import { writeNode, writeRuns } from './nodes.sql.ts'

type ReportContext = Pick<Context, 'clock' | 'config' | 'db' | 'health' | 'leadership'>

const selfOf = perDatabase(({ clock }: Pick<ReportContext, 'clock' | 'db'>) => ({
  node: `${hostname()}/${process.pid}`,
  startedAt: clock.now(),
}))

/**
 * Writes this node's heartbeat, its providers' health and the runs of its jobs since the last
 * report.
 */
export async function reportNode(ctx: ReportContext): Promise<void> {
  const { node, startedAt } = selfOf(ctx)
  const facts = { node, url: ctx.config.nodeUrl, version: serviceVersion, startedAt }
  const epoch = ctx.leadership.current()?.epoch ?? null
  const runs = takeRuns(ctx)
  try {
    await ctx.db.inTransaction(async (tx) => {
      writeNode(tx, { ...facts, epoch, providers: ctx.health.read() })
      writeRuns(tx, node, runs)
      noteKeyUse(tx, sealingId(ctx.config))
      await refreshRecording(ctx, tx)
    })
  } catch (error) {
    keepRuns(ctx, runs)
    throw error
  }
}
