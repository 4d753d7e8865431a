import type { RefusalKey } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { HttpRequest, Method } from '../route.ts'
import type { Admitted, Arrived, Step } from './steps.ts'

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
  /** The caller's id, for idempotency keys and the log; never a secret. */
  callerKey?: (caller: Caller) => string
}>

export const anyone: Access<null> = {
  name: 'public',
  scheme: null,
  refusals: [],
  admit: () => null,
}

export type AdmittingRow<Caller> = Readonly<{
  access: Access<Caller>
  /** Throws if there is no capacity for the work, before anything is read or counted. */
  assertCapacity?: (request: HttpRequest) => void
}>

/** Admits the caller, and notes who it is for the log. */
export const admitting =
  <Caller>(
    { access, assertCapacity }: AdmittingRow<Caller>,
    next: Step<Admitted<Caller>>,
  ): Step<Arrived> =>
  async ({ ctx, call }) => {
    assertCapacity?.(call.request)
    const caller = await access.admit(ctx, call.request)
    const callerKey = access.callerKey?.(caller) ?? null
    call.trace.user = callerKey
    return next({ ctx, call, caller, callerKey })
  }
