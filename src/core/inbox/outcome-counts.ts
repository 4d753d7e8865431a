import type { Context } from '../../context.ts'
import { perDatabase } from '../database/per-database.ts'

const maxCounts = 500

type Count = { readonly source: string; readonly outcome: string; events: number }

/** The events that this node applied when they were received, by source and outcome. */
export const outcomeCounts = perDatabase(
  (_ctx: Readonly<{ db: Pick<Context['db'], 'read' | 'primary'> }>) => new Map<string, Count>(),
)

/** Counts applied events, for the metrics. */
export function countOutcomes(
  ctx: Pick<Context, 'db'>,
  source: string,
  outcomes: readonly string[],
): void {
  const counts = outcomeCounts(ctx)
  for (const outcome of outcomes) {
    const key = `${source} ${outcome}`
    const count = counts.get(key)
    if (count !== undefined) count.events += 1
    else if (counts.size < maxCounts) counts.set(key, { source, outcome, events: 1 })
  }
}
