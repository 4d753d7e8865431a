import type { Logger } from 'pino'
import { isRefusal, Refusal } from '../../base/refusal.ts'
import { isTransient } from '../../database/errors.ts'

const retryAfterSeconds = 2

/**
 * Converts any error to a refusal that reveals nothing internal. An unavailable database becomes
 * 503 with Retry-After; any other error is a fault of the service: 500, with the cause in the log.
 */
export function asRefusal(log: Logger, error: unknown, requestId: string): Refusal {
  if (isRefusal(error)) return error
  if (isTransient(error)) {
    log.warn({ err: error, id: requestId }, 'a request failed: a store is unavailable')
    return new Refusal('api.service_unavailable', { retryAfterSeconds })
  }
  log.error({ err: error, id: requestId }, 'a request failed with an internal error')
  return new Refusal('api.server_error')
}
