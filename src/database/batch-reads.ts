import { inGroups } from '../base/group.ts'
import { limits } from '../base/limits.ts'
import { Refusal } from '../base/refusal.ts'
import type { Database } from './database.ts'
import { isTransient } from './errors.ts'
import { perDatabase } from './per-database.ts'

type Reader = Pick<Database, 'read'>

/**
 * A read that many callers make at once, as one statement for all of them: while one is under way
 * the next gathers. It begins after each of its callers asked, so nobody is told what was true
 * before. `readAll` answers in the order of its keys.
 */
export function batchReads<Key, Found>(
  readAll: (db: Database['read'], keys: readonly Key[]) => Promise<readonly Found[]>,
): (db: Reader, key: Key) => Promise<Found> {
  const bounds = limits.sharedReads
  const groupOf = perDatabase(({ db }: Readonly<{ db: Reader }>) =>
    inGroups<Key, Found>({
      run: (keys) => readAll(db.read, keys),
      failsAll: isTransient,
      maxItems: bounds.groupItems,
      lanes: bounds.lanes,
      maxWaiting: bounds.waitingItems,
      overloaded: () => new Refusal('api.service_unavailable', { retryAfterSeconds: 1 }),
    }),
  )
  return (db, key) => groupOf({ db })(key)
}
