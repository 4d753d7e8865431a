import { perOwner } from '../../base/concurrency/per-owner.ts'
import type { Context } from '../../context.ts'
import type { Database, Reader } from '../database/database.ts'
import { hasSubscriptions } from './facts.sql.ts'

type OfDatabase = Readonly<{ db: Pick<Database, 'signals'> }>

const stateOf = perOwner(
  ({ db }: OfDatabase) => db.signals,
  () => ({ on: false, reads: 0 }),
)

/**
 * Whether this node records facts, as it last read. A node that does not costs transactions
 * nothing: no statement, no read.
 */
export const isRecording = (ctx: OfDatabase): boolean => stateOf(ctx).on

/**
 * Reads whether facts are to be recorded: a subscription or a setting wants them. Of reads that
 * overlap the one that began last decides. A transaction may read it with other statements.
 */
export async function refreshRecording(
  ctx: Pick<Context, 'config' | 'db'>,
  reader: Reader = ctx.db.read,
): Promise<void> {
  const state = stateOf(ctx)
  state.reads += 1
  const { reads } = state
  const { recordEvents, eventFiles } = ctx.config
  const on = recordEvents || eventFiles || (await hasSubscriptions(reader))
  if (reads !== state.reads || on === state.on) return
  state.on = on
  ctx.db.signals.emit(recordingChanged)
}

/** The signal that this node begins or ends to record facts. */
export const recordingChanged = 'recording changed'
