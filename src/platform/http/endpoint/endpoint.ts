import type { z } from 'zod'
import type { RefusalKey } from '../../../base/refusal.ts'
import { networkOf } from '../../../base/values/network.ts'
import { atReplica, type Context } from '../../../context.ts'
import type { CounterRule } from '../../../core/database/cluster/counters.ts'
import { parseBody, parseQuery } from '../bodies/body.ts'
import { decodeUploads, fileRulesOf } from '../bodies/uploads.ts'
import { parseWith } from '../contracts/validation.ts'
import {
  type ApiAnswer,
  envelopeRefusal,
  type RefusalShape,
  type Reply,
  refusalAnswer,
} from '../envelope.ts'
import { httpLimits } from '../http-limits.ts'
import { asRefusal } from '../responses/failures.ts'
import {
  type Call,
  type CountedRate,
  type HttpRequest,
  headerOf,
  isCallback,
  type Method,
  type ReceivedForm,
  type Route,
} from '../route.ts'
import { deviceKeyOf } from './device-key.ts'
import { assertSound, operationIdOf, refusalsOf } from './endpoint.rules.ts'
import { answerOnce, onceOf, requestKeyOf } from './idempotency.ts'
import { type Shared, shareAnswer, sharedCacheControl } from './share-answer.ts'
import { addRateHeaders, type ThrottleRule, throttle } from './throttle.ts'

export type { HttpRequest } from '../route.ts'

/** How callers authenticate, as the OpenAPI document states it; null is public. */
export type AccessScheme =
  | 'bearer'
  | 'operatorBearer'
  | 'signedUrl'
  | 'callbackToken'
  | 'custodySignature'
  | 'custodyJws'
  | 'venueSignature'
  | 'signedFields'
  | null

/**
 * Access control of an endpoint. `admit` returns the caller or refuses; it runs before the body is
 * parsed.
 */
export type Access<Caller> = Readonly<{
  /** As printed in docs/access.txt. */
  name: string
  scheme: AccessScheme
  refusals: readonly RefusalKey[]
  admit: (ctx: Context, request: HttpRequest) => Caller | Promise<Caller>
  /** The permission that API keys need for a method; absent or null if no key is admitted. */
  keyPermission?: (method: Method) => string | null
  /** Identifies a caller in idempotency keys and in the log: an id, never a secret. */
  callerKey?: (caller: Caller) => string
}>

export const anyone: Access<null> = {
  name: 'public',
  scheme: null,
  refusals: [],
  admit: () => null,
}

type BodyFields = z.ZodObject
type Empty = Record<never, never>
type Parsed<Contract extends BodyFields | undefined> = Contract extends BodyFields
  ? z.output<Contract>
  : Empty
type EndpointInput<
  Params extends BodyFields | undefined,
  Query extends BodyFields | undefined,
  Body extends BodyFields | undefined,
> = Parsed<Params> & Parsed<Query> & Parsed<Body>

/** One row of the specification's endpoint tables, without its place. */
export type EndpointTerms<
  Params extends BodyFields | undefined,
  Query extends BodyFields | undefined,
  Body extends BodyFields | undefined,
  Caller,
  Result,
> = Readonly<{
  summary: string
  /** The rules that callers must know, beyond what the other parts of the row state. */
  description?: string
  /** The operation's id in the OpenAPI document; the name of `run` by default. */
  operationId?: string
  access: Access<Caller>
  params?: Params
  query?: Query
  /** A GET whose fields may also come in its body; the query's value takes precedence. */
  queryOrBody?: boolean
  /** A body with file fields (uploads.ts) may also be sent as multipart. */
  body?: Body
  /** The body's schema if `run` reads `request.raw` itself; used by the OpenAPI document only. */
  rawBody?: z.ZodType
  /** Gets the fields of params, query and body in one record; their names must not overlap. */
  run: (
    ctx: Context,
    input: EndpointInput<Params, Query, Body>,
    caller: Caller,
    request: HttpRequest,
  ) => Result | Promise<Result>
  reply: Reply<Result>
  /** The shape of errors; the envelope unless the specification defines another. */
  refusalShape?: RefusalShape
  /** The errors `run` may refuse with, for the OpenAPI document. */
  refusals?: readonly RefusalKey[]
  throttle?: readonly ThrottleRule<Caller, EndpointInput<Params, Query, Body>>[]
  /** Throws if there is no capacity for the work, before anything is read or counted. */
  room?: (request: HttpRequest) => void
  /** `run` counts its own rate, and reports it to callers with `request.tellRate`. */
  tellsRate?: boolean
  /** Whether the endpoint reads or also issues a device key, for the OpenAPI document. */
  deviceKey?: 'read' | 'given'
  /**
   * Supports `Idempotency-Key`: for endpoints that move money or create something at a provider.
   */
  idempotent?: boolean
  /** Called with a request whose body does not fit its contract, before it is refused. */
  unreadable?: (ctx: Context, request: HttpRequest) => Promise<void>
  /** For endpoints where secrets could be guessed: throttled responses are delayed (tarpit.ts). */
  slowRefusals?: boolean
  /** Responses of megabytes: `run` must reserve memory (`request.hold`) before it builds one. */
  largeAnswers?: boolean
  /** `no-store` by default. */
  cacheControl?: string
  /**
   * A public read whose response is computed once for equal requests, and cached for a limited
   * time.
   */
  shared?: Shared &
    Readonly<{
      /**
       * Whether the response is the same for all callers; otherwise it is not shared. Absent:
       * always.
       */
      when?: (input: EndpointInput<Params, Query, Body>) => boolean
      /** The part of the input that determines the response; equal values share a cache entry. */
      same?: (input: EndpointInput<Params, Query, Body>) => unknown
    }>
  /** Single statements may run at a replica; transactions do not. True for shared reads. */
  replica?: boolean
  bodyLimitBytes?: number
}>

type EndpointRow<
  Params extends BodyFields | undefined,
  Query extends BodyFields | undefined,
  Body extends BodyFields | undefined,
  Caller,
  Result,
> = EndpointTerms<Params, Query, Body, Caller, Result> &
  Readonly<{
    method: Method
    /** In OpenAPI notation: `/api/user/bank/{id}`. */
    path: string
    tag: string
  }>

/** A row without its type parameters: its declaration, and the function that serves a request. */
export type Endpoint = Route &
  Readonly<{
    tag: string
    summary: string
    description: string | null
    operationId: string
    access: Readonly<{ name: string; scheme: AccessScheme; keyPermission: string | null }>
    params: BodyFields | undefined
    query: BodyFields | undefined
    body: BodyFields | undefined
    rawBody: z.ZodType | undefined
    reply: Readonly<{
      status: number
      mediaType: string
      files: readonly string[]
      events: Readonly<Record<string, z.ZodType>> | null
      schema: () => z.ZodType
    }>
    /** All errors of this endpoint, including those of access and throttles. */
    refusals: readonly RefusalKey[]
    throttle: readonly CounterRule[]
    deviceKey: 'read' | 'given' | null
    idempotent: boolean
    /** The action under which each success is audited; absent if it is not audited. */
    action?: string
  }>

/**
 * Builds an endpoint; throws if the row is inconsistent, which prevents the service from starting.
 */
export function endpoint<
  Caller,
  Result,
  Params extends BodyFields | undefined = undefined,
  Query extends BodyFields | undefined = undefined,
  Body extends BodyFields | undefined = undefined,
>(row: EndpointRow<Params, Query, Body, Caller, Result>): Endpoint {
  const { method, path, tag, summary, access, params, query, body, reply } = row
  assertSound(row)
  const refusalShape = row.refusalShape ?? envelopeRefusal
  return {
    method,
    path,
    tag,
    summary,
    description: row.description ?? null,
    operationId: operationIdOf(row),
    access: {
      name: access.name,
      scheme: access.scheme,
      keyPermission: access.keyPermission?.(method) ?? null,
    },
    params,
    query,
    body,
    rawBody: row.rawBody,
    reply: {
      status: reply.status,
      mediaType: reply.mediaType,
      files: reply.files ?? [],
      events: reply.events ?? null,
      schema: reply.schema,
    },
    refusalShape,
    refusals: refusalsOf(row),
    throttle: (row.throttle ?? []).map(({ name, points, windowSeconds }) => ({
      name,
      points,
      windowSeconds,
    })),
    idempotent: row.idempotent === true,
    deviceKey: row.deviceKey ?? null,
    cacheControl: cacheControlOf(row),
    files: body === undefined ? null : fileRulesOf(body),
    bodyOnGet: row.queryOrBody === true,
    slowRefusals: row.slowRefusals === true,
    largeAnswers: row.largeAnswers === true,
    bodyLimitBytes: row.bodyLimitBytes ?? defaultBodyLimit(path),
    serve: async (ctx, call) => {
      try {
        return await answerOf(row, refusalShape, ctx, call)
      } catch (error) {
        return refusalAnswer(refusalShape, asRefusal(ctx.log, error, call.request.id))
      }
    },
  }
}

/** Builds the endpoints of one tag: `const { get } = endpointsOf(tag)`, `get(path, { … })`. */
export function endpointsOf(tag: string) {
  const by =
    (method: Method) =>
    <
      Caller,
      Result,
      Params extends BodyFields | undefined = undefined,
      Query extends BodyFields | undefined = undefined,
      Body extends BodyFields | undefined = undefined,
    >(
      path: string,
      terms: EndpointTerms<Params, Query, Body, Caller, Result>,
    ): Endpoint =>
      endpoint({ ...terms, method, path, tag })
  return {
    get: by('GET'),
    post: by('POST'),
    put: by('PUT'),
    patch: by('PATCH'),
    remove: by('DELETE'),
  }
}

const cacheControlOf = ({ cacheControl, shared }: Caching): string =>
  cacheControl ??
  (shared === undefined || shared.when !== undefined ? 'no-store' : sharedCacheControl(shared))

type Caching = Readonly<{ cacheControl?: string; shared?: Shared & Readonly<{ when?: unknown }> }>

const defaultBodyLimit = (path: string): number =>
  isCallback(path) ? httpLimits.callbackBodyBytes : httpLimits.jsonBodyBytes

/** Admits, parses, throttles, then runs the work: at most once if the caller sent a key. */
async function answerOf<
  Params extends BodyFields | undefined,
  Query extends BodyFields | undefined,
  Body extends BodyFields | undefined,
  Caller,
  Result,
>(
  row: EndpointRow<Params, Query, Body, Caller, Result>,
  refusalShape: RefusalShape,
  ctx: Context,
  call: Call,
): Promise<ApiAnswer> {
  const { request, trace } = call
  row.room?.(request)
  const caller = await row.access.admit(ctx, request)
  const callerKey = row.access.callerKey?.(caller) ?? null
  trace.user = callerKey
  const sender = callerKey ?? networkOf(request.ip)
  const form = row.body !== undefined && call.form !== null ? await call.form(sender) : null
  const input = await readInput(row, ctx, call, form)
  if (row.throttle !== undefined) {
    const bringsDeviceKey = deviceKeyOf(request) !== null
    await throttle(ctx, row.throttle, { ip: request.ip, caller, input, bringsDeviceKey }, trace)
  }
  const once =
    row.idempotent === true && callerKey !== null
      ? onceOf(request, callerKey, form?.digest ?? request.raw)
      : null
  const rated =
    row.tellsRate === true
      ? { ...request, tellRate: (rate: CountedRate) => addRateHeaders(trace, rate) }
      : request
  const keyed = once === null ? rated : { ...rated, requestKey: requestKeyOf(once) }
  const work = async () => {
    // Only multipart bodies have files.
    if (form !== null) await decodeUploads(ctx, input)
    const run = async (on: Context) => row.run(on, input, caller, keyed)
    const mayReplica = row.replica ?? row.shared !== undefined
    return row.reply.answer(await (mayReplica ? atReplica(ctx, run) : run(ctx)))
  }
  if (row.shared !== undefined && row.shared.when?.(input) !== false) {
    const key = `${row.path} ${JSON.stringify(row.shared.same?.(input) ?? input)}`
    const answer = await shareAnswer(ctx, row.shared, key, request, work)
    if (row.shared.when === undefined) return answer
    const headers = { ...answer.headers, 'cache-control': sharedCacheControl(row.shared) }
    return { ...answer, headers }
  }
  if (once === null) return work()
  return answerOnce(ctx, once, trace, async () => {
    try {
      return await work()
    } catch (error) {
      return refusalAnswer(refusalShape, asRefusal(ctx.log, error, request.id))
    }
  })
}

async function readInput<
  Params extends BodyFields | undefined,
  Query extends BodyFields | undefined,
  Body extends BodyFields | undefined,
  Caller,
  Result,
>(
  row: EndpointRow<Params, Query, Body, Caller, Result>,
  ctx: Context,
  call: Call,
  form: ReceivedForm | null,
): Promise<EndpointInput<Params, Query, Body>> {
  try {
    return inputOf(row, call, form)
  } catch (error) {
    await row.unreadable?.(ctx, call.request)
    throw error
  }
}

function inputOf<
  Params extends BodyFields | undefined,
  Query extends BodyFields | undefined,
  Body extends BodyFields | undefined,
>(
  row: Readonly<{ params?: Params; query?: Query; body?: Body; queryOrBody?: boolean }>,
  { request, params }: Call,
  form: ReceivedForm | null,
): EndpointInput<Params, Query, Body> {
  const inQuery = () => parseQuery(request.url)
  const inBody = () => form?.fields ?? parseBody(headerOf(request, 'content-type'), request.raw)
  return Object.assign(
    parsed(row.params, () => params),
    parsed(row.query, row.queryOrBody === true ? () => both(inBody(), inQuery()) : inQuery),
    parsed(row.body, inBody),
  )
}

const both = (body: unknown, query: Readonly<Record<string, unknown>>): unknown =>
  typeof body === 'object' ? { ...body, ...query } : query

/** Returns the fields as the contract reads them, in a new record; empty without a contract. */
function parsed<Contract extends BodyFields | undefined>(
  contract: Contract | undefined,
  source: () => unknown,
): Parsed<Contract>
function parsed(contract: BodyFields | undefined, source: () => unknown): unknown {
  return contract === undefined ? {} : parseWith(contract, source())
}
