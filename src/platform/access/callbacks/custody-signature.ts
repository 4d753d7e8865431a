import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'
import { perOwner } from '../../../base/concurrency/per-owner.ts'
import { Refusal, refuse } from '../../../base/refusal.ts'
import { readJson } from '../../../base/values/read-json.ts'
import type { Context } from '../../../context.ts'
import { callbackHeaders } from '../../../providers/callback-headers.ts'
import type { Access } from '../../http/endpoint/admit.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
import { headerOf } from '../../http/route.ts'

type SignedContext = Pick<Context, 'config' | 'custody'>

const { custodySignature: legacyHeader, custodyJws: jwsHeader } = callbackHeaders

const refusals = ['api.callback_unauthorized', 'api.service_unavailable'] as const

/** The older webhook: RSA with SHA-512 over the raw body, verified with a configured key. */
export const custodySignature: Access<null> = {
  name: 'custody signature',
  scheme: 'custodySignature',
  refusals: ['api.callback_unauthorized'],
  admit: (ctx, request) => (isSigned(ctx, request) ? null : refuse('api.callback_unauthorized')),
}

/**
 * The newer webhook: a detached JWS over the raw body, by a key that custody publishes. A request
 * without a JWS may carry the older signature instead, which custody still sends during its
 * migration; a JWS that is present must be valid.
 */
export const custodyJws: Access<null> = {
  name: 'custody signature (JWS)',
  scheme: 'custodyJws',
  refusals,
  admit: async (ctx, request) => {
    if (request.headers[jwsHeader] === undefined) {
      return isSigned(ctx, request) ? null : refuse('api.callback_unauthorized')
    }
    const jws = readJws(headerOf(request, jwsHeader))
    const key = jws === null ? null : await keyNamed(ctx, jws.kid)
    const right = jws !== null && key !== null && isJwsOf(request.raw, jws, key)
    return right ? null : refuse('api.callback_unauthorized')
  },
}

const base64 = /^[A-Za-z0-9+/]{80,1400}={0,2}$/

function isSigned(ctx: SignedContext, request: HttpRequest): boolean {
  const given = headerOf(request, legacyHeader)
  if (given === undefined || !base64.test(given)) return false
  const signature = Buffer.from(given, 'base64')
  return keysOf(ctx).some((key) => verify('sha512', request.raw, key, signature))
}

const keysOf = perOwner(
  ({ config }: SignedContext) => config.custody,
  ({ config }) => config.custody.webhookKeys.map((pem) => createPublicKey(pem)),
)

type Jws = Readonly<{ kid: string; head: string; signature: Buffer }>

const detached = /^([A-Za-z0-9_-]{10,1000})\.\.([A-Za-z0-9_-]{80,1400})$/
const Head = z.object({ alg: z.literal('RS512'), kid: z.string().min(1).max(200) })

/** Parses a JWS. Only RS512 is accepted, whatever algorithm the header names. */
function readJws(given: string | undefined): Jws | null {
  const [, head, signature] = detached.exec(given ?? '') ?? []
  if (head === undefined || signature === undefined) return null
  const read = Head.safeParse(readJson(Buffer.from(head, 'base64url').toString('utf8')))
  if (!read.success) return null
  return { kid: read.data.kid, head, signature: Buffer.from(signature, 'base64url') }
}

/**
 * Fetches the key with this id. If the fetch fails, the signature is neither valid nor invalid:
 * throws `api.service_unavailable`, so that custody retries the callback.
 */
async function keyNamed({ custody }: SignedContext, kid: string): Promise<KeyObject | null> {
  const answer = await custody.signingKey(kid)
  if (answer.kind === 'accepted') return answer.value
  throw new Refusal('api.service_unavailable', { retryAfterSeconds: 5 })
}

function isJwsOf(raw: Buffer, { head, signature }: Jws, key: KeyObject): boolean {
  const signed = Buffer.from(`${head}.${raw.toString('base64url')}`)
  return verify('sha512', signed, key, signature)
}
