import { stringify } from 'lossless-json'
import type { Logger } from 'pino'
import { type Dispatcher, errors, type FormData, Pool } from 'undici'
import { z } from 'zod'
import type { Clock } from '../base/clock.ts'
import { traceChild } from '../base/tracing.ts'
import { readJsonWithDigits } from '../base/values/read-json.ts'
import { type Breaker, breaker } from './breaker.ts'
import { ExchangeTimeout, exchange, type ResponseHead } from './exchange.ts'
import type { ProviderHealth, WatchCall } from './health.ts'
import { outboundLimits } from './outbound-limits.ts'

/** Why the outcome of a call is unknown. */
export type WhyUnknown =
  | 'timeout'
  /** No connection was made, so nothing was sent. */
  | 'unreachable'
  | 'connection-lost'
  | 'server-error'
  | 'throttled'
  | 'unreadable'
  | 'redirected'
  /** Our own credentials were refused, so the call had no effect. */
  | 'login-refused'
  /** The provider already has what was sent, from an earlier copy of the call. */
  | 'duplicate'
  /** Nothing was sent: the provider keeps failing, or too many calls are under way. */
  | 'circuit-open'
  | 'overloaded'

export type Accepted<Value> = Readonly<{ kind: 'accepted'; value: Value }>
export type Rejected = Readonly<{
  kind: 'rejected'
  /** The provider's own code, or `HTTP_<status>` if it gave none. */
  code: string
  message: string
  status: number
}>
export type Unknown = Readonly<{
  kind: 'unknown'
  why: WhyUnknown
  retryAfterSeconds?: number
  /** The provider's error, if its response had one. */
  refusal?: Pick<Rejected, 'code' | 'message'>
}>

/** Rejected is definite. Unknown is not: look up the outcome before sending again. */
export type Answer<Value> = Accepted<Value> | Rejected | Unknown

/** Whether the provider reports that the requested item does not exist. */
export const isNotFound = ({ status }: Rejected): boolean => status === 404

/** Statuses that concern our key, permissions or request rate rather than the request itself. */
const ofTheCaller = new Set([401, 403, 408, 409, 425, 429])

/** Statuses that a wrong URL returns as well. */
const ofTheAddress = new Set([404, 405])

/**
 * Whether a response refuses the request itself. A response without a message, or a 404 or 405
 * without a code of the provider's, may not come from the provider and is no refusal.
 */
export function refusesRequest({ status, code, message }: Rejected): boolean {
  if (status < 400 || status >= 500 || message === '') return false
  if (ofTheAddress.has(status)) return code !== `HTTP_${status}`
  return !ofTheCaller.has(status)
}

/** Dependencies of a provider's client; `timeoutMs` bounds a whole call, including the response. */
export type Tools = Readonly<{
  clock: Pick<Clock, 'monotonicMs' | 'now'>
  log: Logger
  timeoutMs?: number
  /** Maximum concurrent calls, for providers that accept fewer than usual. */
  inFlight?: number
  /** Records the outcome of each call. */
  health?: ProviderHealth
}>

export type OutboundCall<Schema extends z.ZodType> = Readonly<{
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Unencoded path segments below the base URL; none may be empty, `.` or `..`. */
  path: readonly string[]
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  /** A bigint is written as a JSON number with all its digits. */
  json?: unknown
  form?: Readonly<Record<string, string>>
  multipart?: FormData
  /** Receives every number as the text of its digits, so that no amount passes through a float. */
  answer: Schema
  /**
   * Called with every response, whatever its status; some providers report our usage in headers.
   */
  onHead?: (answer: ResponseHead) => void
  /** The provider's format of a refusal, read in the same way. */
  refusal: z.ZodType<Readonly<{ code: string; message: string }>>
}>

export type Outbound = <Schema extends z.ZodType>(
  call: OutboundCall<Schema>,
) => Promise<Answer<z.output<Schema>>>

type Line = Readonly<{
  name: string
  /** Path and query of the base URL. */
  path: string
  timeoutMs: number
  dispatcher: Dispatcher
}>

/**
 * Returns a function that calls one provider, bounded in time, size and number; redirects are
 * refused.
 */
export function outbound(name: string, baseUrl: string, tools: Tools): Outbound {
  const { origin, pathname, search } = new URL(baseUrl)
  const line: Line = {
    name,
    path: `${pathname}${search}`.replace(/\/+$/, ''),
    timeoutMs: tools.timeoutMs ?? outboundLimits.timeoutMs,
    dispatcher: new Pool(origin, { maxResponseSize: outboundLimits.answerBytes }),
  }
  const circuit = breaker(tools.clock)
  const watch = tools.health?.line(name, circuit.state)
  const guarded = guardCalls(circuit, tools.inFlight ?? outboundLimits.inFlight, watch)

  return async (call) => {
    const target = `${line.path}${targetOf(name, call)}` || '/'
    return guarded(async () => {
      const started = tools.clock.monotonicMs()
      const answer = await askTraced(line, target, call)
      const seen = seenAs(answer)
      if (seen.kind === 'unknown') {
        const ms = Math.round(tools.clock.monotonicMs() - started)
        tools.log.warn(
          { provider: name, method: call.method, why: seen.why, ms },
          'no clear response',
        )
      }
      return answer
    })
  }
}

/**
 * What a provider's health records of an answer. A refusal of our key counts as a failure there,
 * whatever it means for the caller: otherwise a key that ended would stop a provider unnoticed.
 */
const seenAs = (answer: Answer<unknown>): Answer<unknown> =>
  answer.kind === 'rejected' && refusesUs(answer)
    ? { kind: 'unknown', why: 'login-refused' }
    : answer

const refusesUs = ({ status, code }: Rejected): boolean => status === 401 || oauthRefusals.has(code)

/** Codes of OAuth with which a token service refuses our credentials, with status 400. */
const oauthRefusals: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
])

/** Bounds the number of concurrent calls, and blocks calls while the circuit is open. */
export function guardCalls(circuit: Breaker, most: number, watch?: WatchCall) {
  let inFlight = 0
  return async <Value>(call: () => Promise<Answer<Value>>): Promise<Answer<Value>> => {
    if (inFlight >= most) return { kind: 'unknown', why: 'overloaded' }
    const ticket = circuit.enter()
    if (ticket === null) return { kind: 'unknown', why: 'circuit-open' }
    inFlight += 1
    let isHealthy = false
    const onHead = watch?.()
    try {
      const answer = await call()
      onHead?.(seenAs(answer))
      isHealthy = answer.kind !== 'unknown' || answer.why === 'throttled'
      return answer
    } finally {
      inFlight -= 1
      circuit.settle(ticket, isHealthy)
    }
  }
}

/** Returns path and query as sent, below the base URL; some providers require them signed. */
export function targetOf(
  name: string,
  { path, query }: Pick<OutboundCall<z.ZodType>, 'path' | 'query'>,
): string {
  const segments = path.map((segment) => {
    if (segment === '' || segment === '.' || segment === '..') {
      throw new RangeError(`${name}: a path segment may not be ${JSON.stringify(segment)}`)
    }
    return encodeURIComponent(segment).replaceAll('%3A', ':').replaceAll('%3D', '=')
  })
  const asked = query === undefined ? '' : `?${new URLSearchParams(query)}`
  return ['', ...segments].join('/') + asked
}

/** Providers never get our `traceparent`: it would show them which of our calls belong together. */
function askTraced<Schema extends z.ZodType>(
  line: Line,
  target: string,
  call: OutboundCall<Schema>,
): Promise<Answer<z.output<Schema>>> {
  const attributes = { 'tukar.provider': line.name, 'http.request.method': call.method }
  return traceChild(`call ${line.name}`, { kind: 'client', attributes }, async (span) => {
    const answer = await ask(line, target, call)
    span?.set({ 'tukar.outcome': answer.kind === 'unknown' ? answer.why : answer.kind })
    if (answer.kind === 'unknown') span?.fail()
    return answer
  })
}

const decoder = new TextDecoder()

async function ask<Schema extends z.ZodType>(
  { timeoutMs, dispatcher }: Line,
  target: string,
  call: OutboundCall<Schema>,
): Promise<Answer<z.output<Schema>>> {
  try {
    const request = { ...requestOf(call), path: target }
    const response = await exchange(dispatcher, request, { timeoutMs, onHead: call.onHead })
    return classified(call, response, decoder.decode(response.body))
  } catch (error) {
    return { kind: 'unknown', why: whyFailed(error) }
  }
}

/** A response that is compressed anyway counts as unreadable. */
const always = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'tukar',
}

function requestOf({ method, headers, json, form, multipart }: OutboundCall<z.ZodType>) {
  const common = { ...always, ...headers }
  if (multipart !== undefined) return { method, headers: common, body: multipart }
  if (form !== undefined) {
    const typed = { ...common, 'content-type': 'application/x-www-form-urlencoded' }
    return { method, headers: typed, body: new URLSearchParams(form).toString() }
  }
  if (json === undefined) return { method, headers: common }
  const typed = { ...common, 'content-type': 'application/json' }
  return { method, headers: typed, body: stringify(json) ?? 'null' }
}

function classified<Schema extends z.ZodType>(
  call: OutboundCall<Schema>,
  head: ResponseHead,
  text: string,
): Answer<z.output<Schema>> {
  const unclear = unclearStatus(head)
  if (unclear !== null) return unclear
  const { status } = head
  const body = readJsonWithDigits(text)
  if (status >= 400) return { kind: 'rejected', status, ...refusalIn(call, status, body) }
  const read = call.answer.safeParse(body)
  return read.success
    ? { kind: 'accepted', value: read.data }
    : { kind: 'unknown', why: 'unreadable' }
}

/** Returns null unless the status leaves the outcome open. */
export function unclearStatus({ status, headers }: ResponseHead): Unknown | null {
  // The venue responds with 418 to bans after ignored 429s.
  if (status === 429 || status === 418)
    return { kind: 'unknown', why: 'throttled', ...retryAfter(headers) }
  if (status >= 500) return { kind: 'unknown', why: 'server-error', ...retryAfter(headers) }
  if (status === 408) return { kind: 'unknown', why: 'timeout' }
  if (status >= 300 && status < 400) return { kind: 'unknown', why: 'redirected' }
  return null
}

function refusalIn({ refusal }: OutboundCall<z.ZodType>, status: number, body: unknown) {
  const { code, message } = refusal.safeParse(body).data ?? { code: `HTTP_${status}`, message: '' }
  return { code: code === '' ? `HTTP_${status}` : code, message: plain(message) }
}

/** Cleans a provider's text for a log line or a record. */
export const plain = (words: string): string =>
  words.replaceAll(/\p{Cc}+/gu, ' ').slice(0, outboundLimits.messageChars)

/** Reads `Retry-After` in seconds, or a provider's own rate-limit header, which has fractions. */
function retryAfter(headers: ResponseHead['headers']): Readonly<{ retryAfterSeconds?: number }> {
  const retryHeader = headers['retry-after'] ?? headers['rate-limit-reset']
  const seconds = z.coerce.number().positive().transform(Math.ceil).safeParse(retryHeader)
  if (!seconds.success) return {}
  return { retryAfterSeconds: Math.min(seconds.data, outboundLimits.retryAfterSeconds) }
}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

export function whyFailed(error: unknown): WhyUnknown {
  if (error instanceof errors.ResponseExceededMaxSizeError) return 'unreadable'
  if (error instanceof ExchangeTimeout) return 'timeout'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return neverConnected.has(String(code)) ? 'unreachable' : 'connection-lost'
}
