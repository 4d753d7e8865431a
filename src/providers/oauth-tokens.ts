import { z } from 'zod'
import { type Answer, outbound, type Tools } from './outbound.ts'

const TokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().int().positive(),
})

const refusal = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .transform((body) => ({ code: body.error, message: body.error_description ?? '' }))

/** Access tokens of an OAuth2 server. */
export type OAuthTokens = Readonly<{
  /** One that is still good, asked for only once however many wait for it. */
  get: () => Promise<Answer<string>>
  /** Gives up a token the provider refused, unless another has taken its place. */
  forget: (token: string) => void
}>

type TokenRequest = Readonly<{
  /** As the provider is named in the log. */
  name: string
  url: string
  /** What proves who asks, made anew for each request. */
  form: () => Readonly<Record<string, string>>
  /** How long before its end a token is replaced. */
  renewBeforeMs: number
}>

/** Keeps a token as long as it is good, and asks for the next one in time. */
export function oauthTokens(
  { name, url, form, renewBeforeMs }: TokenRequest,
  tools: Tools,
): OAuthTokens {
  const ask = outbound(name, url, tools)
  let held: Readonly<{ token: string; goodUntilMs: number }> | null = null
  let asking: Promise<Answer<string>> | null = null

  async function renew(): Promise<Answer<string>> {
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
