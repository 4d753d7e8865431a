import type { Logger } from 'pino'
import { isRefusal, Refusal } from '../../base/refusal.ts'
import { isTransient } from '../../database/errors.ts'

const retryAfterSeconds = 2

/**
 * Whatever was thrown, as a refusal that shows nothing internal. A store that is away is 503 and
 * worth trying again; the rest is our fault: 500, and the log holds the cause.
 */
export function asRefusal(log: Logger, error: unknown, requestId: string): Refusal {
  if (isRefusal(error)) return error
  if (isTransient(error)) {
    log.warn({ err: error, id: requestId }, 'a request met a store that is away')
    return new Refusal('api.service_unavailable', { retryAfterSeconds })
  }
  log.error({ err: error, id: requestId }, 'a request failed by our fault')
  return new Refusal('api.server_error')
}
