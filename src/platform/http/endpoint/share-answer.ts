import { createHash } from 'node:crypto'
import type { SharedAnswer, Stale } from '../../../base/concurrency/shared-answers.ts'
import { isRefusal, type RefusalKey } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { ApiAnswer } from '../envelope.ts'
import { type HttpRequest, headerOf } from '../route.ts'
import type { Ready, Step } from './steps.ts'

/** A public read whose response is the same for all callers, for a number of seconds. */
export type Shared = Readonly<{
  seconds: number
  /** Whether a replica that lags less than five seconds may serve it. */
  mayLag?: boolean
  /** If computing fails with `on`, the cached response is served for `seconds` longer. */
  stale?: Readonly<{ seconds: number; on: RefusalKey }>
}>

export const sharedCacheControl = ({ seconds }: Shared): string => `public, max-age=${seconds}`

/**
 * Returns the response to a public read: cached for all callers with the same key, or 304 if the
 * caller has it. `key` must derive from validated input, which bounds the number of cache entries.
 */
async function shareAnswer(
  ctx: Pick<Context, 'answers'>,
  shared: Shared,
  key: string,
  request: HttpRequest,
  work: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const { answer, ageMs } = await ctx.answers.get(
    key,
    shared.seconds * 1_000,
    async () => bytesOf(await work()),
    staleOf(shared),
  )
  const age = Math.floor(ageMs / 1_000).toString()
  const headers = { ...answer.headers, etag: answer.etag, age }
  const had = headerOf(request, 'if-none-match')
  return had !== undefined && hasIt(had, answer.etag)
    ? { status: 304, mediaType: answer.mediaType, body: '', headers }
    : { status: answer.status, mediaType: answer.mediaType, body: answer.body, headers }
}

export type SharingRow<Input> = Readonly<{
  path: string
  shared?: Shared &
    Readonly<{
      /**
       * Whether the response is the same for all callers; otherwise it is not shared. Absent:
       * always.
       */
      when?: (input: Input) => boolean
      /** The part of the input that determines the response; equal values share a cache entry. */
      same?: (input: Input) => unknown
    }>
}>

/** For public reads: runs the rest once for all callers of the same request. */
export function sharing<Caller, Input>(
  { path, shared }: SharingRow<Input>,
  next: Step<Ready<Caller, Input>>,
): Step<Ready<Caller, Input>> {
  if (shared === undefined) return next
  return async (ready) => {
    const { ctx, request, input } = ready
    if (shared.when?.(input) === false) return next(ready)
    const key = `${path} ${JSON.stringify(shared.same?.(input) ?? input)}`
    const answer = await shareAnswer(ctx, shared, key, request, () => next(ready))
    if (shared.when === undefined) return answer
    const headers = { ...answer.headers, 'cache-control': sharedCacheControl(shared) }
    return { ...answer, headers }
  }
}

function staleOf({ seconds, stale }: Shared): Stale | undefined {
  if (stale === undefined) return undefined
  return {
    maxAgeMs: (seconds + stale.seconds) * 1_000,
    instead: (failure) => isRefusal(failure) && failure.key === stale.on,
  }
}

function bytesOf({ status, mediaType, body, headers }: ApiAnswer): SharedAnswer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  return { status, mediaType, body: bytes, headers, etag: `"${digest}"` }
}

/** Returns whether one of the tags matches ours; weak tags count as well. */
const hasIt = (tags: string, etag: string): boolean =>
  tags === etag ||
  tags.split(',').some((tag) => {
    const plain = tag.trim()
    return plain === '*' || plain === etag || plain === `W/${etag}`
  })
