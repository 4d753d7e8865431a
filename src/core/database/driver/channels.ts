import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../../base/clock.ts'
import { databaseLimits } from '../database-limits.ts'

/**
 * Returns a function that notifies the listeners of a channel at once; notifications requested
 * during the pause after that are merged into one. Failures are only logged.
 */
export function channelsOf(
  pool: pg.Pool,
  { clock, log }: Readonly<{ clock: Clock; log: Logger }>,
): (channel: string) => void {
  const pending = new Map<string, boolean>()

  async function notify(channel: string): Promise<void> {
    while (pending.get(channel) === true) {
      pending.set(channel, false)
      await pool.query(`select pg_notify($1, '')`, [channel])
      await clock.sleep(databaseLimits.tellRestMs)
    }
  }

  return (channel) => {
    const isNotifying = pending.has(channel)
    pending.set(channel, true)
    if (isNotifying) return
    notify(channel)
      .catch((error: unknown) =>
        log.debug({ err: error, channel }, 'a notification channel failed'),
      )
      .finally(() => pending.delete(channel))
  }
}
