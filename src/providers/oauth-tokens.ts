import { z } from 'zod'
import { singleFlight } from '../base/concurrency/single-flight.ts'
import { type Answer, outbound, type Tools } from './outbound.ts'

const TokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().int().positive(),
})

const refusal = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .transform((body) => ({ code: body.error, message: body.error_description ?? '' }))

export type OAuthTokens = Readonly<{
  /** Returns a valid token; concurrent callers share one request. */
  get: () => Promise<Answer<string>>
  /** Drops a token that the provider refused, unless a newer one replaced it already. */
  forget: (token: string) => void
}>

type TokenRequest = Readonly<{
  /** The provider's name in the log. */
  name: string
  url: string
  /** Credentials, made for each request. */
  form: () => Readonly<Record<string, string>>
  /** How long before its expiry a token is replaced. */
  renewBeforeMs: number
}>

/** Caches a token while it is valid, and renews it before it expires. */
export function oauthTokens(
  { name, url, form, renewBeforeMs }: TokenRequest,
  tools: Tools,
): OAuthTokens {
  const ask = outbound(name, url, tools)
  let held: Readonly<{ token: string; goodUntilMs: number }> | null = null

  const renew = singleFlight(async (): Promise<Answer<string>> => {
    const askedMs = tools.clock.monotonicMs()
    const answer = await ask({
      method: 'POST',
      path: [],
      form: form(),
      answer: TokenAnswer,
      refusal,
    })
    if (answer.kind !== 'accepted') return answer
    const { access_token: token, expires_in } = answer.value
    held = { token, goodUntilMs: askedMs + expires_in * 1_000 - renewBeforeMs }
    return { kind: 'accepted', value: token }
  })

  return {
    async get() {
      if (held !== null && tools.clock.monotonicMs() < held.goodUntilMs) {
        return { kind: 'accepted', value: held.token }
      }
      return renew()
    },
    forget(token) {
      if (held?.token === token) held = null
    },
  }
}
