/**
 * Limits the cost of texted codes. Carriers pay the holder of a number range for texts to it, so
 * fraudsters have codes sent there: each user, each number block, each country and the total have a
 * budget, and above a threshold the caller must pass a CAPTCHA.
 */

import { refuse } from '../../../base/refusal.ts'
import { prefixOf } from '../../../base/values/phone.ts'
import type { Context } from '../../../context.ts'
import type { CounterRule } from '../../../core/database/cluster/counters.ts'
import { readSettings } from '../../../core/reference/settings.sql.ts'
import type { User } from '../../../core/users/users.sql.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
import { takePoint } from '../../http/endpoint/throttle.ts'
import { type CaptchaAnswer, passCaptcha } from '../captcha.ts'
import { countOnly, type OtpBudget, spendBudget } from './otp-budget.ts'

export type TextSettings = Readonly<{
  /** The only countries that receive texts. */
  countries: ReadonlySet<string>
  perDayUnproven: number
  beforeCaptcha: number
  perPrefix: number
  perCountry: number
  perHour: number
  alertPpm: bigint
}>

export async function readTextSettings(ctx: Pick<Context, 'db'>): Promise<TextSettings> {
  const keys = {
    countries: 'otp.sms_countries',
    perDayUnproven: 'otp.texts_per_day_unproven',
    beforeCaptcha: 'otp.texts_before_captcha',
    perPrefix: 'otp.texts_per_prefix_hour',
    perCountry: 'otp.texts_per_country_hour',
    perHour: 'otp.texts_per_hour',
    alertPpm: 'otp.texts_alert_ppm',
  } as const
  const read = await readSettings(ctx.db.read, Object.values(keys))
  return {
    countries: read.countries(keys.countries),
    perDayUnproven: read.count(keys.perDayUnproven),
    beforeCaptcha: read.count(keys.beforeCaptcha),
    perPrefix: read.count(keys.perPrefix),
    perCountry: read.count(keys.perCountry),
    perHour: read.count(keys.perHour),
    alertPpm: read.ppm(keys.alertPpm),
  }
}

type WantedText = Readonly<{
  user: User
  /** In E.164 format. */
  phone: string
  country: string
  captcha: CaptchaAnswer
  request: Pick<HttpRequest, 'ip'>
}>

type TextContext = Pick<Context, 'captcha' | 'counters' | 'db' | 'log' | 'random'>

/**
 * Counts a code that is about to be texted, against the narrowest budget first. Refuses with
 * `api.captcha_failed` or `api.otp_code_request_throttle`.
 */
export async function countTextedCode(
  ctx: TextContext,
  settings: TextSettings,
  wanted: WantedText,
): Promise<void> {
  await countForUser(ctx, settings, wanted)
  for (const budget of budgetsOf(settings, wanted)) {
    const { within, resetSeconds } = await spendBudget(ctx, budget)
    if (!within) refuse('api.otp_code_request_throttle', { retryAfterSeconds: resetSeconds })
  }
}

const daySeconds = 86_400
const textsOfDay = countOnly('texts-of-user', daySeconds)

/** Counts a text against its user, even if a later check refuses it. */
async function countForUser(
  ctx: TextContext,
  { perDayUnproven, beforeCaptcha }: TextSettings,
  { user, captcha, request }: WantedText,
): Promise<void> {
  const most = user.identityStatus === 'success' ? Number.POSITIVE_INFINITY : perDayUnproven
  const key = String(user.id)
  const before = await usedOf(ctx, textsOfDay, key, 0)
  if (before.used >= most) refuseForDay(before.resetSeconds)
  const isHuman = before.used >= beforeCaptcha
  if (isHuman) await passCaptcha(ctx, captcha, request)
  const { used, resetSeconds } = await usedOf(ctx, textsOfDay, key, 1)
  if (used > most) refuseForDay(resetSeconds)
  // Concurrent requests may all have read the count before any of them incremented it.
  if (used > beforeCaptcha && !isHuman) await passCaptcha(ctx, captcha, request)
}

function refuseForDay(resetSeconds: number): never {
  return refuse('api.otp_code_request_throttle', { retryAfterSeconds: resetSeconds })
}

async function usedOf(ctx: TextContext, rule: CounterRule, key: string, cost: number) {
  const { remaining, resetSeconds } = await takePoint(ctx, rule, key, cost)
  return { used: rule.points - remaining, resetSeconds }
}

function budgetsOf(
  { perPrefix, perCountry, perHour, alertPpm }: TextSettings,
  { phone, country }: WantedText,
): readonly OtpBudget[] {
  const prefix = prefixOf(phone)
  const texts = { channel: 'texts' } as const
  return [
    { of: { ...texts, country, prefix }, most: perPrefix, alertPpm: null, severity: 'warning' },
    { of: { ...texts, country }, most: perCountry, alertPpm, severity: 'critical' },
    { of: texts, most: perHour, alertPpm, severity: 'critical' },
  ]
}
