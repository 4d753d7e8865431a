import type { AppKeys } from '../../../base/secrets/app-keys.ts'
import { asLeader } from '../../database/cluster/leader.ts'
import type { Database } from '../../database/database.ts'
import type { Breach } from '../audit.ts'
import { ledgerLimits } from '../ledger-limits.ts'
import { listChangedLinks } from './links.sql.ts'
import { sealKeyOf, signSeal } from './seal-key.ts'
import {
  findUnsealedDay,
  insertSeal,
  lockLinks,
  readSealFacts,
  type UnsealedDay,
} from './seals.sql.ts'

/**
 * Seals each day in Jakarta that is over: computes its links again from their rows, and signs the
 * last one. Returns the links that differ from their rows, and has them reported before it seals
 * their day, since a sealed day is not checked again. A seal also signs those: it is over what was
 * posted, and not over the changed rows.
 *
 * @transactions The links of a day are many; each seal commits alone.
 */
export async function sealDays(
  db: Pick<Database, 'read' | 'inTransaction'>,
  keys: AppKeys,
  epoch: number,
  report: (breaches: readonly Breach[]) => Promise<void> = async () => undefined,
): Promise<readonly Breach[]> {
  const key = sealKeyOf(keys)
  const breaches: Breach[] = []
  for (;;) {
    const due = await findUnsealedDay(db.read)
    if (due === null) return breaches
    const found = await checkLinks(db, due)
    await report(found)
    breaches.push(...found)
    await asLeader(db, epoch, async (tx) => {
      const facts = await readSealFacts(tx, due)
      await lockLinks(tx)
      // A link of the day may have been committed after its end.
      if (facts === null || (await findUnsealedDay(tx))?.to !== due.to) return
      await insertSeal(tx, facts, key, signSeal(key, facts))
    })
  }
}

async function checkLinks(
  { read }: Pick<Database, 'read'>,
  { from, to }: UnsealedDay,
): Promise<readonly Breach[]> {
  const changed: Breach[] = []
  for (let at = from; at <= to; at += ledgerLimits.checkedLinks) {
    const last = Math.min(at + ledgerLimits.checkedLinks - 1, to)
    const links = await listChangedLinks(read, { from: at, to: last })
    for (const details of links) changed.push({ invariant: 'I7 links match their rows', details })
  }
  return changed
}
