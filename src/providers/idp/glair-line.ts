import { FormData } from 'undici'
import { z } from 'zod'
import { type Answer, type OutboundCall, outbound, type Tools } from '../outbound.ts'
import type { IdpSettings } from './idp-settings.ts'

/** An image as uploaded, and the media type found in its content. */
export type GlairPicture = Readonly<{ bytes: Buffer; mediaType: string }>

/** GLAIR gives the reason in `reason`; its gateway, which checks credentials, in `message`. */
const refusal = z
  .object({
    status: z.string().optional(),
    reason: z.string().optional(),
    message: z.string().optional(),
  })
  .transform((body) => ({
    code: body.status ?? 'REFUSED',
    message: body.reason ?? body.message ?? '',
  }))

export type GlairLine = <Schema extends z.ZodType>(
  call: Omit<OutboundCall<Schema>, 'refusal' | 'headers' | 'method'> & Readonly<{ trxId: string }>,
) => Promise<Answer<z.output<Schema>>>

/** Calls GLAIR with our credentials. If it refuses them, the outcome is unknown, not rejected. */
export function glairLine(config: IdpSettings, tools: Tools): GlairLine {
  const ask = outbound('idp', config.baseUrl, tools)
  const credentials = Buffer.from(`${config.username}:${config.password}`).toString('base64')
  return async ({ trxId, ...call }) => {
    const answer = await ask({
      ...call,
      method: 'POST',
      headers: {
        authorization: `Basic ${credentials}`,
        'x-api-key': config.apiKey,
        'x-request-id': trxId,
      },
      refusal,
    })
    return ownFault(answer)
  }
}

/**
 * A refusal of our own credentials is not a verdict about the person, and neither is that of the
 * address without the provider's own error, as from a gateway before it.
 */
export function ownFault<Value>(answer: Answer<Value>): Answer<Value> {
  if (answer.kind !== 'rejected') return answer
  const { status, code } = answer
  if (status === 401 || status === 403) return { kind: 'unknown', why: 'login-refused' }
  const isOfAddress = (status === 404 || status === 405) && code === `HTTP_${status}`
  return isOfAddress ? { kind: 'unknown', why: 'unreadable' } : answer
}

const nameOf = (mediaType: string): string =>
  mediaType === 'image/png' ? 'image.png' : 'image.jpg'

/** A form with the picture as a file under a fixed name. */
export function imageForm({ bytes, mediaType }: GlairPicture): FormData {
  const form = new FormData()
  form.set('image', new Blob([Uint8Array.from(bytes)], { type: mediaType }), nameOf(mediaType))
  return form
}
