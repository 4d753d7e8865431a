import { inGroups } from '../base/group.ts'
import { limits } from '../base/limits.ts'
import { Refusal } from '../base/refusal.ts'
import { type Database, isTransient } from './database.ts'
import { perDatabase } from './per-database.ts'

/**
 * Returns a function that runs concurrent calls over one database as groups and settles with the
 * caller's own outcome. An error caused by one member fails only that member. More lanes respond
 * sooner; fewer form larger groups, which cost less per call.
 */
export function grouped<Ctx extends Readonly<{ db: Database }>, Item, Outcome>(
  run: (ctx: Ctx, items: readonly Item[]) => Promise<readonly Outcome[]>,
  { lanes, gatherMs }: Readonly<{ lanes: number; gatherMs?: number }> = limits.groups,
): (ctx: Ctx, item: Item) => Promise<Outcome> {
  const groupOf = perDatabase((ctx: Ctx) =>
    inGroups<Item, Outcome>({
      run: (items) => run(ctx, items),
      failsAll: isTransient,
      maxItems: limits.groups.items,
      lanes,
      ...(gatherMs === undefined ? {} : { gatherMs }),
      maxWaiting: limits.groups.waiting,
      overloaded: () => new Refusal('api.service_unavailable', { retryAfterSeconds: 1 }),
    }),
  )
  return (ctx, item) => groupOf(ctx)(item)
}
