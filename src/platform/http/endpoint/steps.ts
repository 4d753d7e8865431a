import type { Context } from '../../../context.ts'
import type { ApiAnswer } from '../envelope.ts'
import type { Call, HttpRequest, ReceivedForm } from '../route.ts'

/**
 * One step of serving a request. An endpoint is a chain of steps, each with a concern of its own;
 * a step is made from the endpoint's row and the next step, which it may call or not.
 */
export type Step<Given> = (given: Given) => Promise<ApiAnswer>

/** A request that no step has looked at. */
export type Arrived = Readonly<{ ctx: Context; call: Call }>

/** A request whose caller is known. */
export type Admitted<Caller> = Arrived &
  Readonly<{
    caller: Caller
    /** The caller's id, for idempotency keys and the log; null for an access without one. */
    callerKey: string | null
  }>

/** A request that was read. */
export type Ready<Caller, Input> = Admitted<Caller> &
  Readonly<{
    request: HttpRequest
    /** The multipart body; null if there is none. */
    form: ReceivedForm | null
    input: Input
  }>
