import { tarpitLimits } from '../../src/platform/http/connections/tarpit.ts'
import type { Owner } from '../database.ts'

const { delayMs } = tarpitLimits

/** Delays refused guesses by a moment only, instead of a second or two. */
export const shortenRefusalDelay = () => Object.assign(tarpitLimits, { delayMs: 10 })

/** Delays refused guesses as a running service does until the test ends. */
export function restoreRefusalDelay(t: Owner): void {
  Object.assign(tarpitLimits, { delayMs })
  t.after(shortenRefusalDelay)
}
