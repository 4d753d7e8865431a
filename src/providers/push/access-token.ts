import { createPrivateKey, sign } from 'node:crypto'
import { z } from 'zod'
import { limits } from '../../base/limits.ts'
import type { Config } from '../../config.ts'
import { type Answer, outbound, type Tools } from '../outbound.ts'

const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

const TokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().int().positive(),
})
const refusal = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .transform((body) => ({ code: body.error, message: body.error_description ?? '' }))

export type AccessTokens = Readonly<{
  /** One that is still good, asked for only once however many wait for it. */
  get: () => Promise<Answer<string>>
  /** Gives up a token the provider refused, unless another has taken its place. */
  forget: (token: string) => void
}>

type Held = Readonly<{ token: string; goodUntilMs: number }>

/** OAuth2 access tokens for a service account, renewed before they end. */
export function accessTokens(config: Config['push'], tools: Tools): AccessTokens {
  const ask = outbound('push-token', config.tokenUrl, tools)
  const key = createPrivateKey(config.privateKey)
  let held: Held | null = null
  let asking: Promise<Answer<string>> | null = null

  async function renew(): Promise<Answer<string>> {
    const askedMs = tools.clock.monotonicMs()
    const answer = await ask({
      method: 'POST',
      path: [],
      form: { grant_type: grantType, assertion: assertion() },
      answer: TokenAnswer,
      refusal,
    })
    if (answer.kind !== 'accepted') return answer
    const { access_token: token, expires_in } = answer.value
    const lifeMs = expires_in * 1_000 - limits.push.renewBeforeMs
    held = { token, goodUntilMs: askedMs + lifeMs }
    return { kind: 'accepted', value: token }
  }

  function assertion(): string {
    const nowSeconds = Math.floor(tools.clock.now().getTime() / 1_000)
    const claims = {
      iss: config.clientEmail,
      scope,
      aud: config.tokenUrl,
      iat: nowSeconds,
      exp: nowSeconds + limits.push.tokenLifeSeconds,
    }
    const unsigned = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`
    return `${unsigned}.${sign('sha256', Buffer.from(unsigned), key).toString('base64url')}`
  }

  return {
    async get() {
      if (held !== null && tools.clock.monotonicMs() < held.goodUntilMs) {
        return { kind: 'accepted', value: held.token }
      }
      asking ??= renew().finally(() => {
        asking = null
      })
      return asking
    },
    forget(token) {
      if (held?.token === token) held = null
    },
  }
}

const encoded = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')
