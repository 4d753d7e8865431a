import { type Answer, send, type Tukar } from '../harness.ts'
import { type Form, filePart, formOf, textPart } from './forms.ts'
import { noisyPng } from './picture-bytes.ts'
import type { Trader } from './trader.ts'

export const smallPicture = noisyPng(16, 12)

/** The fields of a form that creates a record; one that is null is left out. */
export type VisionFields = Readonly<Record<string, string | Uint8Array | null>>

export const visionFields: VisionFields = {
  image: smallPicture,
  service: 'KTP',
  request_data: '{"mode":"fast"}',
  response_data: '[]',
}

export function visionForm(fields: VisionFields = {}): Form {
  const parts = Object.entries({ ...visionFields, ...fields }).flatMap(([name, value]) => {
    if (value === null) return []
    return [typeof value === 'string' ? textPart(name, value) : filePart(name, value)]
  })
  return formOf(...parts)
}

export const sendForm = (
  { url }: Pick<Tukar, 'url'>,
  to: string,
  { contentType, body }: Form,
  token?: string,
): Promise<Answer> =>
  send(url, 'POST', to, {
    raw: new Uint8Array(body),
    headers: { 'content-type': contentType },
    ...(token === undefined ? {} : { token }),
  })

export const createVision = (tukar: Tukar, { token }: Trader, fields: VisionFields = {}) =>
  sendForm(tukar, '/api/vision/verification', visionForm(fields), token)

/** A record, and the id it has. */
export async function makeVision(
  tukar: Tukar,
  trader: Trader,
  fields: VisionFields = {},
): Promise<string> {
  const { status, text, body } = await createVision(tukar, trader, fields)
  if (status !== 201) throw new Error(`answered ${status}: ${text}`)
  return body.data.requestId
}

export const updateVision = (tukar: Tukar, { token }: Trader, requestId: string, body: unknown) =>
  tukar.call('PUT', `/api/vision/verification/${requestId}`, { token, body })

export const showVision = (tukar: Tukar, { token }: Trader, requestId: string) =>
  tukar.call('GET', `/api/vision/verification/${requestId}`, { token })
