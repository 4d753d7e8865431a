import { refuse } from '../../../base/refusal.ts'
import { equalSecrets, hmacSha256 } from '../../../base/secrets/crypto.ts'
import type { Context } from '../../../context.ts'
import { callbackHeaders } from '../../../providers/callback-headers.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import type { Access } from '../../http/endpoint/admit.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
import { headerOf } from '../../http/route.ts'

const hexDigest = /^[0-9a-f]{64}$/i
const moment = /^\d{13}$/

/**
 * An event of the venue: the signature covers its timestamp and body, and the timestamp is recent.
 */
export const venueSignature: Access<null> = {
  name: 'venue signature',
  scheme: 'venueSignature',
  refusals: ['api.callback_unauthorized'],
  admit: (ctx, request) => (isSigned(ctx, request) ? null : refuse('api.callback_unauthorized')),
}

function isSigned(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  request: HttpRequest,
): boolean {
  const signature = headerOf(request, callbackHeaders.venueSignature) ?? ''
  const timestamp = headerOf(request, callbackHeaders.venueTimestamp) ?? ''
  if (!hexDigest.test(signature) || !moment.test(timestamp)) return false
  const ageMs = BigInt(clock.now().getTime()) - BigInt(timestamp)
  const windowMs = BigInt(venueLimits.eventWindowMs)
  if (ageMs > windowMs || ageMs < -windowMs) return false
  const signed = Buffer.concat([Buffer.from(`${timestamp}.`), request.raw])
  return config.venue.webhookSecrets
    .map((secret) => hmacSha256(Buffer.from(secret), signed))
    .some((expected) => equalSecrets(Buffer.from(signature, 'hex'), expected))
}
