import { tradingLimits } from '../../src/app/trading/trading-limits.ts'
import { uploadLimits } from '../../src/platform/http/bodies/upload-turns.ts'
import { tarpitLimits } from '../../src/platform/http/connections/tarpit.ts'
import { httpLimits } from '../../src/platform/http/http-limits.ts'

/**
 * Shortens the pauses that many tests would wait for: after a refused guess, for a refused body
 * that stays away, between two uploads, and before accepted orders are noted. It is called before
 * the modules that read a limit when they are loaded.
 */
export function shortenPauses(): void {
  Object.assign(tarpitLimits, { delayMs: 10 })
  Object.assign(httpLimits, { refusedBodyQuietMs: 300 })
  Object.assign(uploadLimits, { everyMs: 0 })
  Object.assign(tradingLimits, { notePlacedMs: 5 })
}
