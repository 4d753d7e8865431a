import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { tradingLimits } from '../../src/app/trading/trading-limits.ts'
import { jobLimits } from '../../src/core/outbox/job-limits.ts'
import { uploadLimits } from '../../src/platform/http/bodies/upload-turns.ts'
import { tarpitLimits } from '../../src/platform/http/connections/tarpit.ts'
import { httpLimits } from '../../src/platform/http/http-limits.ts'

/**
 * Shortens the pauses that many tests would wait for: after a refused guess, for a refused body
 * that stays away, between two uploads, before accepted orders are noted, and for a moment without
 * requests; and the tenth of a second in which the emulator's SMTP server looks for clients that
 * talk too soon. It is called before the modules that read a limit when they are loaded.
 */
export function shortenPauses(): void {
  Object.assign(tarpitLimits, { delayMs: 10 })
  Object.assign(httpLimits, { refusedBodyQuietMs: 300, restMs: 5 })
  Object.assign(jobLimits, { lookEveryMs: 5 })
  Object.assign(uploadLimits, { everyMs: 0 })
  SMTPConnection.prototype.init = function greetAtOnce() {
    this._setListeners(() => this.connectionReady())
  }
  Object.assign(tradingLimits, { notePlacedMs: 5 })
}
