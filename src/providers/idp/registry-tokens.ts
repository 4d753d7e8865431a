import { z } from 'zod'
import { limits } from '../../base/limits.ts'
import type { Config } from '../../config.ts'
import { type Answer, outbound, type Tools } from '../outbound.ts'

const TokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().int().positive(),
})

const refusal = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .transform((body) => ({ code: body.error, message: body.error_description ?? '' }))

export type RegistryTokens = Readonly<{
  /** One that is still good, asked for once however many wait for it. */
  get: () => Promise<Answer<string>>
  /** Gives up a token the registry refused, unless another has taken its place. */
  forget: (token: string) => void
}>

/** OAuth2 tokens for our own client credentials, renewed before they end. */
export function registryTokens(config: Config['idp'], tools: Tools): RegistryTokens {
  const ask = outbound('idp-token', config.tokenUrl, tools)
  let held: Readonly<{ token: string; goodUntilMs: number }> | null = null
  let asking: Promise<Answer<string>> | null = null

  async function renew(): Promise<Answer<string>> {
    const askedMs = tools.clock.monotonicMs()
    const answer = await ask({
      method: 'POST',
      path: [],
      form: {
        grant_type: 'client_credentials',
        client_id: config.clientId,
        client_secret: config.clientSecret,
        scope: 'openid',
      },
      answer: TokenAnswer,
      refusal,
    })
    if (answer.kind !== 'accepted') return answer
    const { access_token: token, expires_in } = answer.value
    const lifeMs = expires_in * 1_000 - limits.identity.renewTokenBeforeMs
    held = { token, goodUntilMs: askedMs + lifeMs }
    return { kind: 'accepted', value: token }
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
