import type { z } from 'zod'
import type { RefusalKey } from '../base/refusal.ts'
import type { Context } from '../context.ts'
import type { Reply, RefusalShape } from './envelope.ts'
import type { ThrottleRule } from './throttle.ts'

/** A request as use cases and access checks see it; `raw` is the body's bytes as they came. */
export type HttpRequest = Readonly<{
  id: string
  method: string
  /** Path with query, as received. */
  url: string
  ip: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  raw: Buffer
}>

/** Who may call. `admit` answers who the caller is, or refuses; it runs before the body is parsed. */
export type Access<Caller> = Readonly<{
  /** As docs/access.txt prints it. */
  name: string
  /** The OpenAPI security scheme, or null for public. */
  scheme: 'bearer' | 'callbackToken' | null
  refusals: readonly RefusalKey[]
  admit: (ctx: Context, request: HttpRequest) => Caller | Promise<Caller>
}>

export const anyone: Access<null> = {
  name: 'public',
  scheme: null,
  refusals: [],
  admit: () => null,
}

type Fields = z.ZodObject
type Empty = Record<never, never>
type Parsed<Contract extends Fields | undefined> = Contract extends Fields ? z.output<Contract> : Empty

/** One row of the specification's endpoint tables. */
export type EndpointRow<
  Params extends Fields | undefined,
  Query extends Fields | undefined,
  Body extends Fields | undefined,
  Caller,
  Result,
> = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** OpenAPI spelling: `/api/user/bank/{id}`. */
  path: string
  tag: string
  summary: string
  access: Access<Caller>
  params?: Params
  query?: Query
  body?: Body
  /** Gets the fields of params, query and body as one record; no two contracts share a name. */
  run: (
    ctx: Context,
    input: Parsed<Params> & Parsed<Query> & Parsed<Body>,
    caller: Caller,
    request: HttpRequest,
  ) => Result | Promise<Result>
  reply: Reply<Result>
  /** How this endpoint says no; the envelope unless the specification gives it a shape of its own. */
  refusalShape?: RefusalShape
  /** What `run` may refuse, for the OpenAPI document. */
  refusals?: readonly RefusalKey[]
  throttle?: readonly ThrottleRule[]
  /** Honours `Idempotency-Key`: for what moves money or creates something at a provider. */
  idempotent?: boolean
  bodyLimitBytes?: number
}>
