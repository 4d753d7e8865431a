import { createHash } from 'node:crypto'
import { isRefusal, type RefusalKey } from '../../base/refusal.ts'
import type { SharedAnswer, Stale } from '../../base/shared-answers.ts'
import type { Context } from '../../context.ts'
import type { ApiAnswer } from '../envelope.ts'
import { type HttpRequest, headerOf } from '../route.ts'

/** A public read whose answer is the same for everybody, for so long. */
export type Shared = Readonly<{
  seconds: number
  /** When it can't be made for this reason, the one that was kept serves for so much longer. */
  stale?: Readonly<{ seconds: number; on: RefusalKey }>
}>

export const sharedCacheControl = ({ seconds }: Shared): string => `public, max-age=${seconds}`

/**
 * The answer to a public read: kept for all who ask the same, and told to be unchanged to who has
 * it already. `key` is made of validated input, so that there are no more of them than answers.
 */
export async function shareAnswer(
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

/** Whether one of the tags is ours; for an unchanged copy a weak one of them counts as well. */
const hasIt = (tags: string, etag: string): boolean =>
  tags === etag ||
  tags.split(',').some((tag) => {
    const plain = tag.trim()
    return plain === '*' || plain === etag || plain === `W/${etag}`
  })
