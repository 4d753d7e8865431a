import { inGroups } from '../base/group.ts'
import { limits } from '../base/limits.ts'
import { Refusal } from '../base/refusal.ts'
import type { Database } from './database.ts'
import { isTransient } from './errors.ts'
import { perDatabase } from './per-database.ts'

type Reader = Pick<Database, 'read'>

/**
 * Returns a function that reads for many concurrent callers with one statement; calls made during a
 * statement gather for the next. A statement starts only after all of its callers called, so no
 * caller reads older state. `readAll` must return results in the order of its keys.
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
