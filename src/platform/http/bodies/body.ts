import { refuse } from '../../../base/refusal.ts'
import { parseForm, parseFormBytes } from '../../../base/values/form.ts'
import { parseJson } from '../../../base/values/json.ts'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
export const multipart = 'multipart/form-data'

/** Returns the media type without parameters, in lower case; '' if the request names none. */
export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined) return ''
  if (contentType === json) return json
  return contentType.split(';', 1).join().trim().toLowerCase()
}

/** Parses the fields of a body that is not multipart. An empty body has no fields. */
export function parseBody(contentType: string | undefined, raw: Buffer): unknown {
  if (raw.length === 0) return {}
  switch (mediaTypeOf(contentType)) {
    case json:
      return record(parseJson(raw))
    case form:
      return parseFormBytes(raw)
    default:
      return refuse('api.unsupported_media_type')
  }
}

export function parseQuery(url: string): Readonly<Record<string, unknown>> {
  const mark = url.indexOf('?')
  return mark === -1 ? {} : parseForm(url.slice(mark + 1))
}

/** Refuses a body that has no fields because it is no record. */
export const record = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? value
    : refuse('api.malformed_request')
