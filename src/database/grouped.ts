import { inGroups } from '../base/group.ts'
import { limits } from '../base/limits.ts'
import { Refusal } from '../base/refusal.ts'
import { type Database, isTransient } from './database.ts'
import { perDatabase } from './per-database.ts'

/**
 * Returns a function that does its work for all who call it at once over one database, and settles
 * with the caller's own outcome. What fails for a member's own reasons fails for that member alone.
 * More lanes answer sooner, fewer gather larger groups, which cost less each.
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
