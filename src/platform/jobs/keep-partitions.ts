import type { Context } from '../../context.ts'
import { extendRanges } from '../../core/database/partitions/ranges.ts'
import { detachOldEvents } from '../../core/inbox/detach-events.ts'
import { bodiesRanges, inboxRanges } from '../../core/inbox/inbox.sql.ts'
import { detachOldMoves } from '../../core/ledger/detach-moves.ts'
import { moveRanges } from '../../core/ledger/moves.sql.ts'

/** Adds partitions ahead of the ids in use. */
export async function addPartitions({ db }: Pick<Context, 'db'>): Promise<void> {
  await extendRanges(db, moveRanges)
  await extendRanges(db, inboxRanges)
  await extendRanges(db, bodiesRanges)
}

/** Detaches partitions that are older than the settings keep, by default none. */
export async function detachPartitions(
  ctx: Pick<Context, 'config' | 'db' | 'patientDb' | 'log'>,
): Promise<void> {
  const { movesKeptDays, eventsKeptDays } = ctx.config
  if (movesKeptDays !== null && (await detachOldMoves(ctx.patientDb, movesKeptDays))) {
    ctx.log.info('a partition of old moves was detached')
  }
  if (eventsKeptDays !== null && (await detachOldEvents(ctx.db, eventsKeptDays))) {
    ctx.log.info('a partition of old events was detached')
  }
}
