import { tarpitLimits } from '../../src/platform/http/connections/tarpit.ts'
import { httpLimits } from '../../src/platform/http/http-limits.ts'
import type { Owner } from '../database.ts'

const { delayMs } = tarpitLimits

/**
 * Delays refused guesses by a moment only, instead of a second or two, and closes connections whose
 * refused body stays away after a moment.
 */
export const shortenRefusalDelay = () => {
  Object.assign(tarpitLimits, { delayMs: 10 })
  Object.assign(httpLimits, { refusedBodyQuietMs: 300 })
}

/** Delays refused guesses as a running service does until the test ends. */
export function restoreRefusalDelay(t: Owner): void {
  Object.assign(tarpitLimits, { delayMs })
  t.after(shortenRefusalDelay)
}
