import { type DestinationStream, type Logger, pino } from 'pino'
import { isCode } from '../../../base/error-code.ts'
import { traceFields } from '../../../base/tracing.ts'
import type { Config } from '../../config/config.ts'

/**
 * The log: one JSON line per event. Callers log chosen fields, never whole requests; the redaction
 * here is a second safeguard.
 */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = standardOutput(),
): Logger {
  return pino(
    {
      level: config.logLevel,
      base: null,
      mixin: traceFields,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }), log: (fields) => redacted(fields, 0) },
      serializers: { err: (error: unknown) => error },
    },
    destination,
  )
}

/**
 * Standard output. If nothing reads it any more, like that of a closed terminal, the log ends, and
 * the process goes on: it has to end in order.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination(1)
  output.on('error', (error: unknown) => {
    if (!isCode(error, 'EPIPE') && !isCode(error, 'EIO')) throw error
    Object.assign(output, { write: () => true, flushSync: () => undefined })
  })
  return output
}

const secretName =
  /pass|pin$|^pin|otp|token|secret|signature|authorization|cookie|key|captcha|nik$|^nik/i
const maxDepth = 5
const maxItems = 50

type LogFields = Record<string, unknown>

function redacted(fields: object, depth: number): LogFields {
  const out: LogFields = {}
  for (const [name, value] of Object.entries(fields).slice(0, maxItems)) {
    out[name] = secretName.test(name) ? '[redacted]' : shown(value, depth + 1)
  }
  return out
}

function shown(value: unknown, depth: number): unknown {
  if (value instanceof Error) return shownError(value, depth)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth > maxDepth || ArrayBuffer.isView(value)) return '[left out]'
  return Array.isArray(value)
    ? value.slice(0, maxItems).map((item) => shown(item, depth + 1))
    : redacted(value, depth)
}

/** Logs only an error's standard fields: drivers attach query parameters and rows to theirs. */
function shownError(error: Error, depth: number): LogFields {
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause === undefined || depth > maxDepth
      ? {}
      : { cause: shown(error.cause, depth + 1) }),
  }
}
