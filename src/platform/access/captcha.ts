import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { CounterRule } from '../../core/database/cluster/counters.ts'
import { captchaLimits } from '../../providers/captcha/captcha.ts'
import { field, optional } from '../http/contracts/contracts.ts'
import { enforceNetworkRate } from '../http/endpoint/throttle.ts'
import type { HttpRequest } from '../http/route.ts'

const { tokenChars, tokenTtlSeconds } = captchaLimits

/** Treats text that cannot be a token as no token, so that both get the same refusal. */
const token = optional(
  field({ type: 'string', maxLength: tokenChars }, (value) =>
    typeof value === 'string' && value.length <= tokenChars ? value : undefined,
  ),
)

/** The body fields that may carry a CAPTCHA token: ours, and those of the providers. */
export const captchaFields = {
  captchaToken: token,
  'g-recaptcha-response': token,
  'h-captcha-response': token,
  'cf-turnstile-response': token,
}

export type CaptchaAnswer = Readonly<
  Partial<Record<keyof typeof captchaFields, string | undefined>>
>

/** Tokens one caller may have checked; each check is a call to the provider. */
const checks: CounterRule = { name: 'captcha-checks', points: 60, windowSeconds: 300 }
/** Ensures that of concurrent requests with one token, only one asks the provider. */
const uses: CounterRule = { name: 'captcha-uses', points: 1, windowSeconds: tokenTtlSeconds }

/**
 * Requires a passed CAPTCHA; consumes the token in `captchaFields`. Refuses with
 * `api.captcha_failed` unless the provider confirms the token.
 */
export async function passCaptcha(
  ctx: Pick<Context, 'captcha' | 'counters' | 'log'>,
  answer: CaptchaAnswer,
  request: Pick<HttpRequest, 'ip'>,
): Promise<void> {
  const sent =
    answer.captchaToken ??
    answer['g-recaptcha-response'] ??
    answer['h-captcha-response'] ??
    answer['cf-turnstile-response']
  if (sent === undefined) return refuse('api.captcha_failed')
  await enforceNetworkRate(ctx, checks, request.ip)
  const use = await ctx.counters.take(uses, sent)
  if (!use.allowed) return refuse('api.captcha_failed')
  const verdict = await ctx.captcha.verify(sent, request.ip)
  if (verdict.kind === 'accepted' && verdict.value.passed) return
  // The provider gave no verdict, so the caller may retry the token while it is valid.
  if (verdict.kind === 'unknown') await ctx.counters.reset(uses, sent)
  else ctx.log.info({ codes: codesOf(verdict) }, 'the captcha provider refused a human check')
  refuse('api.captcha_failed')
}

type CaptchaResult = Exclude<Awaited<ReturnType<Context['captcha']['verify']>>, { kind: 'unknown' }>

/** The provider's error codes; a wrong secret in our configuration shows here. */
const codesOf = (verdict: CaptchaResult): readonly string[] =>
  verdict.kind === 'accepted' ? verdict.value.codes : [verdict.code]
