import { isCallback, isOperatorPath } from '../route.ts'

const exposed = [
  'X-Request-Id',
  'X-Device-Key',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotent-Replayed',
  'Content-Disposition',
  'Age',
  'Deprecation',
  'Sunset',
  'Link',
].join(', ')
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Last-Event-ID',
  'X-Device-Key',
  'X-Request-Id',
  // Tracing in browsers adds them to each request.
  'traceparent',
  'tracestate',
].join(', ')

type Headers = Readonly<Record<string, string>>
const none: Headers = Object.freeze({})
const varies: Headers = Object.freeze({ vary: 'Origin' })

const isClosed = (path: string): boolean => isCallback(path) || isOperatorPath(path)

export type Cors = Readonly<{
  /** Headers of an ordinary response. */
  headers: (path: string, origin: string | undefined) => Headers
  /** Headers of a preflight response, or null if the request is not an allowed preflight. */
  preflight: (
    path: string,
    origin: string | undefined,
    asked: string | undefined,
    methods: string,
  ) => Headers | null
}>

/** A page that a developer serves on the same machine, on any port. */
const isLocal = (origin: string): boolean =>
  /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(origin)

type Allowed = Readonly<{
  corsOrigins: readonly string[]
  /** In a sandbox pages of the same machine may call too: no money is real. */
  sandbox: boolean
}>

/**
 * Builds the CORS headers: exact origins only, no wildcard, no credentials. None for callbacks,
 * which no page calls, and none for operators, whose pages have our own origin.
 */
export function corsFor({ corsOrigins, sandbox }: Allowed): Cors {
  const known = new Set(corsOrigins)
  const isAllowed = (origin: string) => known.has(origin) || (sandbox && isLocal(origin))
  const headers: Cors['headers'] = (path, origin) => {
    if ((known.size === 0 && !sandbox) || isClosed(path)) return none
    if (origin === undefined || !isAllowed(origin)) return varies
    return {
      ...varies,
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
    }
  }
  return {
    headers,
    preflight: (path, origin, asked, methods) => {
      if (asked === undefined || origin === undefined) return null
      if (isClosed(path) || !isAllowed(origin)) return null
      return {
        ...headers(path, origin),
        'access-control-allow-methods': methods,
        'access-control-allow-headers': allowedHeaders,
        'access-control-max-age': '600',
      }
    },
  }
}
