import { setTimeout as delay } from 'node:timers/promises'
import { withClient } from '../../tests/storms/postgres.ts'
import type { Member } from './member.ts'

const everyMs = 20
const question = 'select not pg_is_in_recovery() as yes'

/** What was seen of the primary while a fault was played. */
export type PrimaryWatch = Readonly<{
  /**
   * When the present primary began to take writes; null if it did so throughout. Times are those of
   * `performance.now()`.
   */
  sinceMs: () => number | null
  stop: () => Promise<void>
}>

/**
 * Asks every server again and again whether it takes writes. Patroni's `/primary` says yes as soon
 * as a member holds the lock, while its server is still being promoted.
 */
export function watchPrimary(members: readonly Member[]): PrimaryWatch {
  const stopping = new AbortController()
  const { signal } = stopping
  const since = new Map<string, number>()
  const pause = () => delay(everyMs, undefined, { signal }).catch(() => undefined)
  async function watch({ name, postgresUrl }: Member): Promise<void> {
    let takesWrites: boolean | null = null
    const saw = (now: boolean) => {
      if (now && takesWrites === false) since.set(name, performance.now())
      takesWrites = now
    }
    while (!signal.aborted) {
      await withClient(postgresUrl, async (client) => {
        while (!signal.aborted) {
          const { rows } = await client.query<{ yes: boolean }>(question)
          saw(rows[0]?.yes === true)
          await pause()
        }
      }).catch(() => saw(false))
      await pause()
    }
  }
  const watching = members.map(watch)
  return {
    sinceMs: () => {
      const times = [...since.values()]
      return times.length === 0 ? null : Math.max(...times)
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(watching)
    },
  }
}
