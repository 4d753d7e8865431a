import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { z } from 'zod'
import { jsonIn } from '../json-in.ts'
import { keptItems, recent } from '../recent.ts'
import { Refused } from '../refused.ts'

/** The audience of assertions, whatever URL the token endpoint is called at. */
const publishedAudience = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const lifeSeconds = 3_600
const clockSkewSeconds = 300

export const TokenRequest = z.object({ grant_type: z.string(), assertion: z.string() })

const Head = z.object({ alg: z.literal('RS256') })
const Claims = z.object({
  iss: z.string(),
  scope: z.string(),
  aud: z.string(),
  iat: z.int(),
  exp: z.int(),
})

/**
 * Exchanges service-account assertions for access tokens, like the push provider's OAuth2 server.
 */
export function tokenIssuer(clientEmail: string, publicKeyPem: string) {
  const key = createPublicKey(publicKeyPem)
  const issued = recent<number>(keptItems)

  return {
    issue(asked: z.infer<typeof TokenRequest>, audience: string) {
      if (asked.grant_type !== grant) throw new Refused(400, 'unsupported_grant_type', 'Bad grant')
      const parts = asked.assertion.split('.')
      const [head = '', claims = '', signature = ''] = parts
      const signed =
        parts.length === 3 &&
        verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))
      if (!signed || !Head.safeParse(decoded(head)).success) {
        throw new Refused(400, 'invalid_grant', 'Invalid JWT Signature.')
      }
      refuseClaims(Claims.safeParse(decoded(claims)).data, clientEmail, audience)
      const token = `sandbox.${randomBytes(24).toString('base64url')}`
      issued.put(token, Date.now() + lifeSeconds * 1_000)
      return { access_token: token, expires_in: lifeSeconds, token_type: 'Bearer' }
    },
    accepts(authorization: string | undefined): boolean {
      const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? ''
      return (issued.get(token) ?? 0) > Date.now()
    },
    /** Revokes every token issued so far. */
    revokeAll: issued.clear,
  }
}

function refuseClaims(
  claims: z.infer<typeof Claims> | undefined,
  clientEmail: string,
  audience: string,
): void {
  const now = Math.floor(Date.now() / 1_000)
  const fits =
    claims !== undefined &&
    claims.iss === clientEmail &&
    (claims.aud === publishedAudience || claims.aud === audience) &&
    claims.scope.split(' ').includes(scope) &&
    claims.iat <= now + clockSkewSeconds &&
    claims.exp > now &&
    claims.exp - claims.iat <= lifeSeconds
  if (!fits) throw new Refused(400, 'invalid_grant', 'Invalid JWT: check iss, aud, scope, iat, exp')
}

const decoded = (part: string): unknown => jsonIn(Buffer.from(part, 'base64url').toString())
