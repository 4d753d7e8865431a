import { setTimeout as delay } from 'node:timers/promises'
import { isPrimary, type Member } from './member.ts'

const everyMs = 40

/** What was seen of the primary while a fault was played. */
export type PrimaryWatch = Readonly<{
  /**
   * When the present primary became one, by Patroni; null if it was primary throughout. Times are
   * those of `performance.now()`.
   */
  sinceMs: () => number | null
  stop: () => Promise<void>
}>

/** Asks every member's Patroni again and again whether it is the primary. */
export function watchPrimary(members: readonly Member[]): PrimaryWatch {
  const stopping = new AbortController()
  const since = new Map<string, number>()
  async function watch(member: Member): Promise<void> {
    let is = await isPrimary(member)
    while (!stopping.signal.aborted) {
      const now = await isPrimary(member)
      if (now && !is) since.set(member.name, performance.now())
      is = now
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
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
