import type { Context } from '../../context.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { selectWatched } from './watchlist.sql.ts'

/** Lists the pairs on the caller's watchlist, in the order they were added. */
export const listWatched = async (ctx: Pick<Context, 'db'>, _input: object, caller: Caller) =>
  (await selectWatched(ctx.db, caller.id)).map((txPair) => ({ txPair }))
