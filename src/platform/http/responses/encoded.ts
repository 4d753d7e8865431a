/** Responses that are cached compressed, and the choice of their encoding. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ApiAnswer } from '../envelope.ts'
import { type HttpRequest, headerOf } from '../route.ts'

type Coding = 'br' | 'gzip' | 'identity'

/** One body in several encodings, each with its own strong ETag. */
export type Encoded = Readonly<{
  mediaType: string
  forms: ReadonlyMap<Coding, Readonly<{ body: Buffer; tag: string }>>
}>

const deflate = promisify(gzip)
const brotli = promisify(brotliCompress)

/** Compresses on the thread pool, without blocking the event loop. */
export async function encode(
  mediaType: string,
  body: Buffer,
  codings: readonly Exclude<Coding, 'identity'>[],
  brotliQuality: number = brotliQualities.fast,
): Promise<Encoded> {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 27)
  const forms = await Promise.all(
    (['identity', ...codings] as const).map(async (coding) => {
      const tag = coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
      return [coding, { body: await inCoding(coding, body, brotliQuality), tag }] as const
    }),
  )
  return { mediaType, forms: new Map(forms) }
}

function inCoding(coding: Coding, body: Buffer, quality: number): Buffer | Promise<Buffer> {
  if (coding === 'identity') return body
  if (coding === 'gzip') return deflate(body)
  return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}

/**
 * `fast` is smaller than gzip, and hardly slower; `small` takes 15 times as long for 7 % less, a
 * tenth of a second for the scripts of an app.
 */
export const brotliQualities = { fast: 5, small: 10 } as const

/** Returns the smallest form that the caller accepts, or 304 if the caller has any of them. */
export function answerEncoded(
  { mediaType, forms }: Encoded,
  request: HttpRequest,
  more: Readonly<Record<string, string>> = {},
): ApiAnswer {
  const accepted = acceptedBy(request)
  const coding = (['br', 'gzip'] as const).find((one) => forms.has(one) && accepted(one))
  const form = forms.get(coding ?? 'identity')
  if (form === undefined) throw new Error('a cached response has no unencoded form')
  const headers = {
    ...more,
    etag: form.tag,
    // Responses differ by origin as well (cors.ts), so caches must store them separately.
    vary: 'Accept-Encoding, Origin',
    ...(coding === undefined ? {} : { 'content-encoding': coding }),
  }
  return isKnown(request, forms)
    ? { status: 304, mediaType, body: '', headers }
    : { status: 200, mediaType, body: form.body, headers }
}

function acceptedBy(request: HttpRequest): (coding: Coding) => boolean {
  const given = (headerOf(request, 'accept-encoding') ?? '').toLowerCase().split(',')
  const refused = /;\s*q=0(?:\.0{0,3})?\s*$/
  const names = given.flatMap((one) => (refused.test(one) ? [] : [one.split(';', 1).join().trim()]))
  return (coding) => names.includes(coding)
}

function isKnown(request: HttpRequest, forms: Encoded['forms']): boolean {
  const known = (headerOf(request, 'if-none-match') ?? '').split(',').map((tag) => tag.trim())
  return [...forms.values()].some(({ tag }) => known.includes(tag) || known.includes(`W/${tag}`))
}
