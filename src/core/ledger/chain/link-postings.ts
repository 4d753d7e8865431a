import type { Clock } from '../../../base/clock.ts'
import { asLeader } from '../../database/cluster/leader.ts'
import type { Database } from '../../database/database.ts'
import { ledgerLimits } from '../ledger-limits.ts'
import { areWriting, insertLink, listWriters, readAssigned, readLag } from './links.sql.ts'

/**
 * Adds committed postings to the chain. Ids become visible out of order, so it reads the newest
 * assigned id and waits for the transactions that were writing postings then: afterwards each id up
 * to that one is committed or never will be. Posting itself does nothing for the chain.
 *
 * @transactions Each link commits alone, so that a long backlog is linked in steps.
 */
export async function linkPostings(
  { db, clock }: Readonly<{ db: Pick<Database, 'read' | 'inTransaction'>; clock: Clock }>,
  epoch: number,
): Promise<void> {
  const assigned = await readAssigned(db.read)
  const writers = await listWriters(db.read)
  const untilMs = clock.monotonicMs() + ledgerLimits.writersMs
  while (writers.length > 0 && (await areWriting(db.read, writers))) {
    if (clock.monotonicMs() > untilMs) return assertSoon(db)
    await clock.sleep(ledgerLimits.writersPollMs)
  }
  while (await asLeader(db, epoch, (tx) => insertLink(tx, assigned)));
}

/** Throws if postings have waited for their link too long. */
async function assertSoon({ read }: Pick<Database, 'read'>): Promise<void> {
  const seconds = await readLag(read)
  if (seconds === null || seconds * 1_000 < ledgerLimits.unlinkedMs) return
  throw new Error(`a transaction that does not end keeps postings of ${seconds} s unlinked`)
}
