import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../base/clock.ts'
import { limits } from '../base/limits.ts'

/**
 * Returns a function that notifies the listeners of a channel at once; notifications requested
 * during the pause after that are merged into one. Failures are only logged.
 */
export function channelsOf(
  pool: pg.Pool,
  { clock, log }: Readonly<{ clock: Clock; log: Logger }>,
): (channel: string) => void {
  const asked = new Map<string, boolean>()

  async function tell(channel: string): Promise<void> {
    while (asked.get(channel) === true) {
      asked.set(channel, false)
      await pool.query(`select pg_notify($1, '')`, [channel])
      await clock.sleep(limits.database.tellRestMs)
    }
  }

  return (channel) => {
    const isTelling = asked.has(channel)
    asked.set(channel, true)
    if (isTelling) return
    tell(channel)
      .catch((error: unknown) => log.debug({ err: error, channel }, 'a channel was not told'))
      .finally(() => asked.delete(channel))
  }
}
