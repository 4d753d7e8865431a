import { inGroups } from '../base/group.ts'
import { limits } from '../base/limits.ts'
import { Refusal } from '../base/refusal.ts'
import type { Database } from './database.ts'
import { isTransient } from './errors.ts'

type Reader = Database['read']

/**
 * A read that many callers make at once, as one statement for all of them: while one is under way
 * the next gathers. It begins after each of its callers asked, so nobody is told what was true
 * before. `readAll` answers in the order of its keys.
 */
export function readTogether<Key, Found>(
  readAll: (db: Reader, keys: readonly Key[]) => Promise<readonly Found[]>,
): (db: Pick<Database, 'read'>, key: Key) => Promise<Found> {
  const groups = new WeakMap<Reader, (key: Key) => Promise<Found>>()
  const bounds = limits.sharedReads
  return ({ read }, key) => {
    const known = groups.get(read)
    if (known !== undefined) return known(key)
    const made = inGroups<Key, Found>({
      run: (keys) => readAll(read, keys),
      failsAll: isTransient,
      maxItems: bounds.groupItems,
      lanes: bounds.lanes,
      maxWaiting: bounds.waitingItems,
      overloaded: () => new Refusal('api.service_unavailable', { retryAfterSeconds: 1 }),
    })
    groups.set(read, made)
    return made(key)
  }
}
