import { answerEncoded, type Encoded, encode } from '../responses/encoded.ts'
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

export const scriptType = 'text/javascript; charset=utf-8'
export const styleType = 'text/css; charset=utf-8'
export const pageType = 'text/html; charset=utf-8'

/**
 * Builds the policy of our own pages: they load only our files, and pictures from these sources.
 */
export const policyOf = (pictures: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${pictures}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * Serves a file that does not change while the service runs. The first request reads and compresses
 * it.
 */
export function pageFile({ path, mediaType, policy, cacheControl, rate, read }: PageFile): Route {
  const codings = mediaType.startsWith('image/') ? [] : (['gzip', 'br'] as const)
  let held: Promise<Encoded> | null = null
  return {
    ...barePage,
    path,
    cacheControl,
    serve: async (ctx, { request }) => {
      rate?.(ctx, request)
      held ??= read().then((body) => encode(mediaType, body, codings))
      return answerEncoded(await held, request, { 'content-security-policy': policy })
    },
  }
}
