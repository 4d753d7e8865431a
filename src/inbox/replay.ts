import type { InboxId } from '../base/ids.ts'
import type { Context } from '../context.ts'
import { unpark } from './inbox.sql.ts'

/** Makes a parked event due again; the leader applies it within a second. False when none is. */
export const replay = (ctx: Pick<Context, 'db'>, id: InboxId): Promise<boolean> =>
  ctx.db.inTransaction((tx) => unpark(tx, id))
