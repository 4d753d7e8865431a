import { z } from 'zod'
import { type Answer, outbound, type Tools } from '../outbound.ts'
import type { CaptchaSettings } from './captcha-settings.ts'

export const captchaLimits = {
  timeoutMs: 3_000,
  tokenChars: 4_096,
  tokenTtlSeconds: 600,
} as const

/** The provider's verdict on a captcha token; the codes give the reasons of a refusal. */
export type CaptchaVerdict = Readonly<{ passed: boolean; codes: readonly string[] }>

/** The captcha provider. It accepts each token once, for a few minutes. */
export type Captcha = Readonly<{
  verify: (token: string, ip: string) => Promise<Answer<CaptchaVerdict>>
}>

const Verified = z
  .object({ success: z.boolean(), 'error-codes': z.array(z.string()).max(20).default([]) })
  .transform(
    ({ success, 'error-codes': codes }): CaptchaVerdict => ({
      passed: success,
      codes,
    }),
  )

const refusal = z
  .object({ 'error-codes': z.array(z.string()).min(1).max(20) })
  .transform(({ 'error-codes': codes }) => ({ code: codes.join(' '), message: '' }))

/** Uses the siteverify protocol, which reCAPTCHA, hCaptcha and Turnstile share. */
export function connectCaptcha(config: CaptchaSettings, tools: Tools): Captcha {
  const timeoutMs = tools.timeoutMs ?? captchaLimits.timeoutMs
  const ask = outbound('captcha', config.baseUrl, { ...tools, timeoutMs })
  return {
    verify: (token, ip) =>
      ask({
        method: 'POST',
        path: ['siteverify'],
        form: { secret: config.secret, response: token, remoteip: ip },
        answer: Verified,
        refusal,
      }),
  }
}
