import type { Logger } from 'pino'
import { isRefusal, Refusal, type RefusalKey } from '../../../base/refusal.ts'
import { isTransient } from '../../../core/database/driver/errors.ts'

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

const frameworkRefusals: ReadonlyMap<string, RefusalKey> = new Map([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'api.payload_too_large'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'api.unsupported_media_type'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'api.malformed_request'],
  ['FST_ERR_BAD_URL', 'api.malformed_request'],
  ['FST_ERR_MAX_PARAM_LENGTH', 'api.not_found'],
  ['FST_ERR_NOT_FOUND', 'api.not_found'],
])

/**
 * Converts an error of the HTTP framework to a refusal. The rest of the body may be unread; then
 * the connection cannot serve another request.
 */
export function failureOf(
  log: Logger,
  error: unknown,
  requestId: string,
): Readonly<{ refusal: Refusal; leavesUnread: boolean }> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const known = typeof code === 'string' ? frameworkRefusals.get(code) : undefined
  const broken = isBrokenOff(code)
  const refusal =
    known !== undefined || broken
      ? new Refusal(known ?? 'api.malformed_request')
      : asRefusal(log, error, requestId)
  return { refusal, leavesUnread: refusal.status === 413 || broken }
}

/** The client disconnected before the end of its body. */
const isBrokenOff = (code: unknown): boolean =>
  code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
