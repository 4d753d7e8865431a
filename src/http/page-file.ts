import { createHash } from 'node:crypto'
import type { Answer } from './envelope.ts'
import { barePage, type HttpRequest, type Route } from './route.ts'

export type PageFile = Readonly<{
  path: string
  mediaType: string
  /** The content policy. */
  policy: string
  cacheControl: string
  read: () => Promise<Buffer>
}>

export const scriptType = 'text/javascript; charset=utf-8'
export const styleType = 'text/css; charset=utf-8'
export const pageType = 'text/html; charset=utf-8'

/** What a page of ours may load: files of ours, and pictures from these places. */
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

type Held = Readonly<{ whole: Answer; same: Answer; tag: string }>

/** A file that stays the same while we run; it is read when it is first asked for. */
export function pageFile({ path, mediaType, policy, cacheControl, read }: PageFile): Route {
  let held: Promise<Held> | null = null
  const hold = async (): Promise<Held> => {
    const body = await read()
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const headers = { etag: tag, 'content-security-policy': policy }
    return {
      tag,
      whole: { status: 200, mediaType, body, headers },
      same: { status: 304, mediaType, body: '', headers },
    }
  }
  return {
    ...barePage,
    path,
    cacheControl,
    serve: async (_ctx, { request }) => {
      held ??= hold()
      const { whole, same, tag } = await held
      return hasTag(request, tag) ? same : whole
    },
  }
}

function hasTag({ headers }: HttpRequest, tag: string): boolean {
  const known = headers['if-none-match']
  return typeof known === 'string' && known.split(',').some((one) => one.trim() === tag)
}
