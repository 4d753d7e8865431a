import type { z } from 'zod'
import type { RefusalKey } from '../../../base/refusal.ts'
import type { CounterRule } from '../../../core/database/cluster/counters.ts'
import { fileRulesOf } from '../bodies/uploads.ts'
import { envelopeRefusal, type RefusalShape, refusalAnswer } from '../envelope.ts'
import { httpLimits } from '../http-limits.ts'
import { asRefusal } from '../responses/failures.ts'
import { isCallback, type Method, type Route } from '../route.ts'
import { type AccessScheme, type AdmittingRow, admitting } from './admit.ts'
import { type Deprecation, withDeprecation } from './deprecation.ts'
import { assertConsistent, operationIdOf, refusalsOf } from './endpoint.rules.ts'
import { answeringOnce } from './idempotency.ts'
import { type Fields, type InputOf, type ReadingRow, reading } from './read-input.ts'
import { type RunningRow, running } from './run.ts'
import { type Shared, type SharingRow, sharedCacheControl, sharing } from './share-answer.ts'
import { type ThrottlingRow, throttling } from './throttle.ts'

export type { HttpRequest } from '../route.ts'

/** One row of the specification's endpoint tables, without its place. */
export type EndpointTerms<
  Params extends Fields | undefined,
  Query extends Fields | undefined,
  Body extends Fields | undefined,
  Caller,
  Result,
> = AdmittingRow<Caller> &
  ReadingRow<Params, Query, Body> &
  ThrottlingRow<Caller, InputOf<Params, Query, Body>> &
  RunningRow<Caller, InputOf<Params, Query, Body>, Result> &
  Readonly<{
    summary: string
    /** The rules that callers must know, beyond what the other parts of the row state. */
    description?: string
    /** The operation's id in the OpenAPI document; the name of `run` by default. */
    operationId?: string
    /** The body's schema if `run` reads `request.raw` itself; used by the OpenAPI document only. */
    rawBody?: z.ZodType
    /** The shape of errors; the envelope unless the specification defines another. */
    refusalShape?: RefusalShape
    /** Set when another endpoint replaces this one; each response says so. */
    deprecated?: Deprecation
    /** The errors `run` may refuse with, for the OpenAPI document. */
    refusals?: readonly RefusalKey[]
    /** Whether the endpoint reads or also issues a device key, for the OpenAPI document. */
    deviceKey?: 'read' | 'given'
    /**
     * Supports `Idempotency-Key`: for endpoints that move money or create something at a provider.
     */
    idempotent?: boolean
    /**
     * For a GET that writes. HEAD of it is refused: scanners and previews of links send HEAD, and
     * expect that it has no effect.
     */
    writes?: boolean
    /** For endpoints where secrets could be guessed: 429 responses are delayed (tarpit.ts). */
    slowRefusals?: boolean
    /** Responses of megabytes: `run` must reserve memory (`request.hold`) before it builds one. */
    largeAnswers?: boolean
    /** `no-store` by default. */
    cacheControl?: string
    /**
     * A public read whose response is computed once for equal requests, and cached for a limited
     * time.
     */
    shared?: SharingRow<InputOf<Params, Query, Body>>['shared']
    bodyLimitBytes?: number
  }>

type EndpointRow<
  Params extends Fields | undefined,
  Query extends Fields | undefined,
  Body extends Fields | undefined,
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
    deprecated: Deprecation | null
    operationId: string
    access: Readonly<{ name: string; scheme: AccessScheme; keyPermission: string | null }>
    params: Fields | undefined
    query: Fields | undefined
    body: Fields | undefined
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
    /** What is sent to subscribers, for the API documents; absent on all rows but the list's. */
    webhooks?: readonly Webhook[]
  }>

/** A request that the service sends to other systems. */
export type Webhook = Readonly<{ type: string; summary: string; contract: z.ZodType }>

/**
 * Builds an endpoint; throws if the row is inconsistent, which prevents the service from starting.
 */
export function endpoint<
  Caller,
  Result,
  Params extends Fields | undefined = undefined,
  Query extends Fields | undefined = undefined,
  Body extends Fields | undefined = undefined,
>(row: EndpointRow<Params, Query, Body, Caller, Result>): Endpoint {
  const { method, path, tag, summary, access, params, query, body, reply } = row
  assertConsistent(row)
  const refusalShape = row.refusalShape ?? envelopeRefusal
  const once = answeringOnce(row, refusalShape, sharing(row, running(row)))
  const steps = admitting(row, reading(row, throttling(row, once)))
  return {
    method,
    path,
    tag,
    summary,
    description: row.description ?? null,
    deprecated: row.deprecated ?? null,
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
    throttle: (row.throttle ?? []).map(counterRuleOf),
    idempotent: row.idempotent === true,
    deviceKey: row.deviceKey ?? null,
    cacheControl: cacheControlOf(row),
    files: body === undefined ? null : fileRulesOf(body),
    bodyOnGet: row.queryOrBody === true,
    writes: row.writes === true,
    slowRefusals: row.slowRefusals === true,
    largeAnswers: row.largeAnswers === true,
    bodyLimitBytes: row.bodyLimitBytes ?? defaultBodyLimit(path),
    serve: async (ctx, call) => {
      try {
        return withDeprecation(await steps({ ctx, call }), row.deprecated)
      } catch (error) {
        const refusal = asRefusal(ctx.log, error, call.request.id)
        return withDeprecation(refusalAnswer(refusalShape, refusal), row.deprecated)
      }
    },
  }
}

const counterRuleOf = ({ name, points, windowSeconds }: CounterRule): CounterRule => ({
  name,
  points,
  windowSeconds,
})

/** Builds the endpoints of one tag: `const { get } = endpointsOf(tag)`, `get(path, { … })`. */
export function endpointsOf(tag: string) {
  const by =
    (method: Method) =>
    <
      Caller,
      Result,
      Params extends Fields | undefined = undefined,
      Query extends Fields | undefined = undefined,
      Body extends Fields | undefined = undefined,
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
