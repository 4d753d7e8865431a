import { batch } from '../../../base/concurrency/batch.ts'
import { Refusal } from '../../../base/refusal.ts'
import type { Database, Tx } from '../database.ts'
import { groupLimits, sharedReadLimits } from '../database-limits.ts'
import { perDatabase } from '../per-database.ts'
import { failsTogether } from './errors.ts'
import { planOnce } from './transactions.ts'

type ReadContext = Readonly<{ db: Pick<Database, 'read'> }>

type Options = Readonly<{
  items: number
  lanes: number
  waiting: number
  gatherMs?: number
  /** By default, transient failures fail the whole batch, except for a lock of some members. */
  failsAll?: (error: unknown, alone: number) => boolean
}>

/**
 * Returns a function that runs concurrent calls over one database as batches and settles with the
 * caller's own outcome. An error caused by one member fails only that member. More lanes respond
 * sooner; fewer form larger batches, which cost less per call.
 */
export function batched<Ctx extends ReadContext, Item, Outcome>(
  run: (ctx: Ctx, items: readonly Item[]) => Promise<readonly Outcome[]>,
  options: Partial<Options> = {},
): (ctx: Ctx, item: Item) => Promise<Outcome> {
  const { items, lanes, waiting, gatherMs, failsAll }: Options = { ...groupLimits, ...options }
  const batchOf = perDatabase((ctx: Ctx) =>
    batch<Item, Outcome>({
      run: (items) => run(ctx, items),
      failsAll: failsAll ?? failsTogether,
      maxItems: items,
      lanes,
      gatherMs,
      maxWaiting: waiting,
      overloaded: () => new Refusal('api.service_unavailable', { retryAfterSeconds: 1 }),
    }),
  )
  return (ctx, item) => batchOf(ctx)(item)
}

/** As above, with one transaction for each batch, whose statements each connection plans once. */
export const batchedInTransaction = <
  Ctx extends Readonly<{ db: Pick<Database, 'read' | 'inTransaction'> }>,
  Item,
  Outcome,
>(
  run: (tx: Tx, items: readonly Item[], ctx: Ctx) => Promise<readonly Outcome[]>,
  options: Partial<Options> = {},
) =>
  batched(
    (ctx: Ctx, items: readonly Item[]) =>
      ctx.db.inTransaction((tx) => {
        planOnce(tx)
        return run(tx, items, ctx)
      }),
    options,
  )

/**
 * Returns a function that reads for many concurrent callers with one statement; calls made during a
 * statement gather for the next. A statement starts only after all of its callers called, so no
 * caller reads older state. `readAll` must return results in the order of its keys.
 */
export function batchReads<Key, Found>(
  readAll: (db: Database['read'], keys: readonly Key[]) => Promise<readonly Found[]>,
): (db: ReadContext['db'], key: Key) => Promise<Found> {
  const { groupItems: items, lanes, waitingItems: waiting } = sharedReadLimits
  const bounds = { items, lanes, waiting }
  const read = batched(
    (ctx: ReadContext, keys: readonly Key[]) => readAll(ctx.db.read, keys),
    bounds,
  )
  return (db, key) => read({ db }, key)
}
