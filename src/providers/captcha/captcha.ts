import { z } from 'zod'
import { type Answer, outbound, type Tools } from '../outbound.ts'
import type { CaptchaSettings } from './captcha-settings.ts'

export const captchaLimits = {
  timeoutMs: 3_000,
  tokenChars: 4_096,
  tokenTtlSeconds: 600,
} as const

/** The verdict on a captcha token; the codes give the reasons of a refusal. */
export type CaptchaVerdict = Readonly<{ passed: boolean; codes: readonly string[] }>

/** The captcha provider. It accepts each token once, for a few minutes. */
export type Captcha = Readonly<{
  verify: (token: string, ip: string) => Promise<Answer<CaptchaVerdict>>
}>

const name = z.string().max(255).nullish()

const Verified = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).max(20).default([]),
  hostname: name,
  apk_package_name: name,
  // JSON numbers arrive as the text of their digits.
  score: z.coerce.number().nullish(),
})

/**
 * Judges a response that the provider verified: one that was given to a page of another site, which
 * may have the site key as well, or that scores like a robot's, does not pass.
 */
const verdictOn = ({ hosts, minimumScore }: CaptchaSettings) =>
  Verified.transform(({ success, 'error-codes': codes, score, ...answer }): CaptchaVerdict => {
    if (!success) return { passed: false, codes }
    const host = answer.hostname ?? answer.apk_package_name ?? ''
    const problems = [
      ...(hosts.includes(host) ? [] : ['another-host']),
      ...(score != null && score < minimumScore ? ['low-score'] : []),
    ]
    return { passed: problems.length === 0, codes: problems.length === 0 ? codes : problems }
  })

const refusal = z
  .object({ 'error-codes': z.array(z.string()).min(1).max(20) })
  .transform(({ 'error-codes': codes }) => ({ code: codes.join(' '), message: '' }))

/** Uses the siteverify protocol, which reCAPTCHA, hCaptcha and Turnstile share. */
export function connectCaptcha(config: CaptchaSettings, tools: Tools): Captcha {
  const timeoutMs = tools.timeoutMs ?? captchaLimits.timeoutMs
  const verdict = verdictOn(config)
  const ask = outbound('captcha', config.baseUrl, { ...tools, timeoutMs })
  return {
    verify: (token, ip) =>
      ask({
        method: 'POST',
        path: ['siteverify'],
        form: { secret: config.secret, response: token, remoteip: ip },
        answer: verdict,
        refusal,
      }),
  }
}
