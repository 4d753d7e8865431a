import type { Context } from '../../context.ts'
import type { ImageType } from '../images/picture.ts'
import { type ApiAnswer, envelopeRefusal, type RefusalShape } from './envelope.ts'
import { httpLimits } from './http-limits.ts'

/** A request as use cases and access checks get it; `raw` is the body as received. */
export type HttpRequest = Readonly<{
  id: string
  method: string
  /** Path with query, as received. */
  url: string
  ip: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Empty for multipart bodies, which are streamed after the caller is admitted. */
  raw: Buffer
  /** Identifies a request with an idempotency key, so that repetitions create only one record. */
  requestKey?: Buffer
  /**
   * Reserves memory for the response until its client has read it; refuses if that takes too long.
   * Only routes of large responses have it.
   */
  hold?: (bytes: number) => Promise<void>
  /** Reports to the caller a rate that the use case counts. */
  reportRate?: (rate: CountedRate) => void
}>

/** `left` of `most` remain in a window of `windowSeconds`, which ends after `resetSeconds`. */
export type CountedRate = Readonly<{
  name: string
  most: number
  windowSeconds: number
  left: number
  resetSeconds: number
}>

/** Facts learned about a request while it is served. */
export type Trace = {
  /** The caller's key, once admitted. */
  user: string | null
  /** Headers to add to any response. */
  headers: Record<string, string> | null
}

/** The fields of a multipart body, by name. */
export type ReceivedForm = Readonly<Record<string, unknown>>

export type FileRule = Readonly<{ maxBytes: number; types: readonly ImageType[] }>

export type Call = Readonly<{
  request: HttpRequest
  params: unknown
  /**
   * Reads the caller's multipart body within the limits of the route's files; null for other
   * bodies.
   */
  form: ((caller: string) => Promise<ReceivedForm>) | null
  trace: Trace
}>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A mounted route: an endpoint, or one of a few pages (health, docs). */
export type Route = Readonly<{
  method: Method
  /** In OpenAPI notation: `/api/user/bank/{id}`. */
  path: string
  bodyLimitBytes: number
  /** The file fields of a multipart body; null if the route takes no multipart body. */
  files: ReadonlyMap<string, FileRule> | null
  /** Whether a GET may have a body. */
  bodyOnGet: boolean
  /** Whether a GET also writes; HEAD of it is refused. */
  writes: boolean
  /** Whether 429 responses are delayed (tarpit.ts). */
  slowRefusals: boolean
  /** Whether responses are megabytes and their memory is limited (large-answers.ts). */
  largeAnswers: boolean
  cacheControl: string
  /** The shape of errors, also of those before the route can serve a request. */
  refusalShape: RefusalShape
  serve: (ctx: Context, call: Call) => Promise<ApiAnswer>
}>

/** The common part of pages that only read and take no input. */
export const barePage = {
  method: 'GET',
  bodyLimitBytes: httpLimits.jsonBodyBytes,
  files: null,
  bodyOnGet: false,
  writes: false,
  slowRefusals: false,
  largeAnswers: false,
  refusalShape: envelopeRefusal,
} as const satisfies Partial<Route>

/** The header by which a client repeats a request without doing it twice. */
export const idempotencyHeader = 'idempotency-key'

/** Returns a header's value; a repeated header has none, since its values could conflict. */
export function headerOf(request: Pick<HttpRequest, 'headers'>, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Paths that pages of other origins may not call, like those of callbacks. */
export const isOperatorPath = (path: string): boolean => path.startsWith('/operator/')

export const isCallback = (path: string): boolean => path.startsWith('/api/webhook/')

/** Paths that apps and programs of users call, and the typed client has. */
export const isForApps = (path: string): boolean => !isOperatorPath(path) && !isCallback(path)
