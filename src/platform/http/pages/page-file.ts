import { once } from '../../../base/concurrency/cache.ts'
import { answerEncoded, encode } from '../responses/encoded.ts'
import { barePage, type Route } from '../route.ts'
import type { PageRate } from './page-rate.ts'

export type PageFile = Readonly<{
  path: string
  mediaType: string
  /** The Content-Security-Policy. */
  policy: string
  cacheControl: string
  /** For a large file: limits how often a network may request it. */
  rate?: PageRate
  read: () => Promise<Buffer>
}>

/**
 * Serves a file that does not change while the service runs. The first request reads and compresses
 * it.
 */
export function pageFile({ path, mediaType, policy, cacheControl, rate, read }: PageFile): Route {
  const codings = mediaType.startsWith('image/') ? [] : (['gzip', 'br'] as const)
  const encoded = once(async () => encode(mediaType, await read(), codings))
  return {
    ...barePage,
    path,
    cacheControl,
    serve: async (ctx, { request }) => {
      rate?.(ctx, request)
      return answerEncoded(await encoded(), request, { 'content-security-policy': policy })
    },
  }
}
