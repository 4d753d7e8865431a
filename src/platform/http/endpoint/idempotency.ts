import { sql } from 'kysely'
import { type Refusal, refuse } from '../../../base/refusal.ts'
import { sha256 } from '../../../base/secrets/crypto.ts'
import type { Context } from '../../../context.ts'
import { isShown } from '../../../core/database/cluster/presence.sql.ts'
import { deleteInSteps } from '../../../core/database/driver/delete-in-steps.sql.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { type ApiAnswer, type RefusalShape, refusalAnswer } from '../envelope.ts'
import { idempotencyLimits } from '../http-limits.ts'
import { asRefusal } from '../responses/failures.ts'
import { type HttpRequest, headerOf, idempotencyHeader, type Trace } from '../route.ts'
import type { Ready, Step } from './steps.ts'

/**
 * A caller's idempotency key, with the endpoint and a digest of the request's fields as the
 * endpoint reads them: spelling the same fields otherwise makes no other request.
 */
type Once = Readonly<{
  caller: string
  /** Method and path, without the query. */
  endpoint: string
  key: string
  requestHash: Buffer
}>

const keyPattern = /^[\x21-\x7e]{1,64}$/

/**
 * Returns the request's idempotency key with its endpoint and digest; null without a key. Refuses a
 * malformed key.
 */
function onceOf(request: HttpRequest, caller: string, input: unknown): Once | null {
  if (request.headers[idempotencyHeader] === undefined) return null
  const key = headerOf(request, idempotencyHeader) ?? ''
  if (!keyPattern.test(key)) {
    refuse('api.validation_failed', { text: 'The idempotency key field format is invalid.' })
  }
  const [path = ''] = request.url.split('?', 1)
  const requestHash = sha256(JSON.stringify(input, comparable))
  return { caller, endpoint: `${request.method} ${path}`, key, requestHash }
}

/** Spells a value of parsed fields so that equal ones are equal texts. */
function comparable(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** Returns a digest that is the same for each repetition of a request. */
const requestKeyOf = ({ caller, endpoint, key, requestHash }: Once): Buffer =>
  sha256(JSON.stringify([caller, endpoint, key, requestHash.toString('hex')]))

type Outcome = Readonly<{ answer: ApiAnswer; isFinal: boolean }>

/**
 * Runs the work once per key. A later request gets the first final response again; a request while
 * the work is under way is refused with `api.request_in_progress`. A response that is not final
 * frees the key. `work` must not throw.
 */
async function answerOnce(
  ctx: Pick<Context, 'clock' | 'db' | 'log' | 'presence' | 'random'>,
  once: Once,
  trace: Trace,
  work: () => Promise<Outcome>,
): Promise<ApiAnswer> {
  const claim = ctx.random.bytes(16)
  if (!(await claimKey(ctx, once, claim)) && !(await takeOver(ctx, once, claim))) {
    return firstAnswer(ctx, once, trace)
  }
  const { answer, isFinal } = await work()
  try {
    await (isFinal ? keepAnswer(ctx, once, claim, answer) : releaseKey(ctx, once, claim))
  } catch (error) {
    // The work is done, so its response must be sent; the key stays claimed until it expires.
    ctx.log.error(
      { err: error, endpoint: once.endpoint },
      'an identity response could not be stored',
    )
  }
  return answer
}

/** For rows that honour keys: runs the rest at most once for a caller's key. */
export function answeringOnce<Caller, Input>(
  { idempotent }: Readonly<{ idempotent?: boolean }>,
  shape: RefusalShape,
  next: Step<Ready<Caller, Input>>,
): Step<Ready<Caller, Input>> {
  if (idempotent !== true) return next
  return async (ready) => {
    const { ctx, call, callerKey, input, request } = ready
    const once = callerKey === null ? null : onceOf(request, callerKey, input)
    if (once === null) return next(ready)
    const keyed = { ...ready, request: { ...request, requestKey: requestKeyOf(once) } }
    return answerOnce(ctx, once, call.trace, async () => {
      try {
        return { answer: await next(keyed), isFinal: true }
      } catch (error) {
        const refusal = asRefusal(ctx.log, error, request.id)
        return { answer: refusalAnswer(shape, refusal), isFinal: isFinal(refusal) }
      }
    })
  }
}

/** A refused request had no effect, so it may be sent again, unless it can never succeed. */
const isFinal = ({ key, status, details }: Refusal): boolean =>
  key === 'api.validation_failed' || (details.isFinal === true && status < 500 && status !== 429)

type ClaimContext = Pick<Context, 'db' | 'presence'>

/** Whether a key's request has no response yet, and its node does not show that it lives. */
const isOfDeadNode = sql`k.status is null and k.node is not null
  and not ${isShown(sql`k.node`)}`

/**
 * Claims the key: succeeds if it is new, has expired, another request was refused under it, or a
 * crash left it claimed by the same request. A claim lapses with time; with `ofDead`, also with the
 * node that made it.
 */
async function claimKey(
  { db, presence }: ClaimContext,
  { caller, endpoint, key, requestHash }: Once,
  claim: Buffer,
  ofDead = false,
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys as k (caller, endpoint, key, request_hash, claim, node)
    values (${caller}, ${endpoint}, ${key}, ${requestHash}, ${claim}, ${presence.node})
    on conflict (caller, endpoint, key) do update
      set request_hash = excluded.request_hash, claim = excluded.claim, node = excluded.node,
          created_at = now(), status = null, media_type = null, answer = null
      where k.created_at < now() - make_interval(secs => ${idempotencyLimits.keptSeconds})
         or (k.status >= 400 and k.request_hash <> excluded.request_hash)
         or (k.status is null and k.request_hash = excluded.request_hash
             and (k.created_at < now() - make_interval(secs => ${idempotencyLimits.runSeconds})
               or (${ofDead} and ${isOfDeadNode})))
    returning 1`.execute(db.read)
  return rows.length === 1
}

/**
 * Claims the key of a request whose node died. A node that only lost its session shows itself again
 * within the pause.
 */
async function takeOver(
  ctx: ClaimContext & Pick<Context, 'clock'>,
  once: Once,
  claim: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    select from idempotency_keys k
    where caller = ${once.caller} and endpoint = ${once.endpoint} and key = ${once.key}
      and request_hash = ${once.requestHash} and ${isOfDeadNode}`.execute(ctx.db.read)
  if (rows.length === 0) return false
  await ctx.clock.sleep(idempotencyLimits.deadPauseMs)
  return claimKey(ctx, once, claim, true)
}

async function firstAnswer(ctx: Pick<Context, 'db'>, once: Once, trace: Trace): Promise<ApiAnswer> {
  const rows = await readRows(ctx.db.read, {
    request_hash: 'bytea',
    status: 'bigint?',
    media_type: 'text?',
    answer: 'bytea?',
  })`
    select request_hash, status, media_type, answer from idempotency_keys
    where caller = ${once.caller} and endpoint = ${once.endpoint} and key = ${once.key}
  `
  const [first] = rows
  if (first !== undefined && !first.request_hash.equals(once.requestHash)) {
    return refuse('api.idempotency_key_reused')
  }
  if (first === undefined || first.status === null || first.answer === null) {
    return refuse('api.request_in_progress', { retryAfterSeconds: 1 })
  }
  trace.headers = { ...trace.headers, 'idempotent-replayed': 'true' }
  const mediaType = first.media_type ?? 'application/octet-stream'
  return { status: first.status, mediaType, body: first.answer, headers: {} }
}

/** Stores the response, unless the claim expired and another run holds the key. */
async function keepAnswer(
  ctx: Pick<Context, 'db'>,
  { caller, endpoint, key }: Once,
  claim: Buffer,
  { status, mediaType, body }: ApiAnswer,
): Promise<void> {
  await sql`
    update idempotency_keys
    set status = ${status}, media_type = ${mediaType}, answer = ${Buffer.from(body)}
    where caller = ${caller} and endpoint = ${endpoint} and key = ${key} and claim = ${claim}
  `.execute(ctx.db.read)
}

async function releaseKey(
  ctx: Pick<Context, 'db'>,
  { caller, endpoint, key }: Once,
  claim: Buffer,
): Promise<void> {
  await sql`
    delete from idempotency_keys
    where caller = ${caller} and endpoint = ${endpoint} and key = ${key} and claim = ${claim}
  `.execute(ctx.db.read)
}

export const forgetOldKeys = ({ db }: Pick<Context, 'db'>): Promise<number> =>
  deleteInSteps(
    db,
    'idempotency_keys',
    sql`created_at < now() - make_interval(secs => ${idempotencyLimits.keptSeconds})`,
  )
