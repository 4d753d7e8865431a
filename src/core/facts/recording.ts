import type { Context } from '../../context.ts'
import type { Database } from '../database/database.ts'
import { perDatabase } from '../database/per-database.ts'
import { hasSubscriptions } from './facts.sql.ts'

const stateOf = perDatabase((_ctx: Readonly<{ db: Pick<Database, 'read'> }>) => ({ on: false }))

/**
 * Whether this node records facts, as it last read. A node that does not costs transactions
 * nothing: no statement, no read.
 */
export const isRecording = (ctx: Readonly<{ db: Pick<Database, 'read'> }>): boolean =>
  stateOf(ctx).on

/** Reads whether facts are to be recorded: a subscription or the setting wants them. */
export async function refreshRecording(ctx: Pick<Context, 'config' | 'db'>): Promise<boolean> {
  const on = ctx.config.recordEvents || (await hasSubscriptions(ctx.db.read))
  stateOf(ctx).on = on
  return on
}
