import { sql } from 'kysely'
import { type Answer, send, type Tukar } from '../harness.ts'
import { expectOk, type Trader } from './trader.ts'

/** An Indonesian mobile number as its owner types it, and as we know it. */
export const phone = { phone: '0812-3456-7890', countryCode: 'ID', dialCode: '62' }
export const phoneE164 = '+6281234567890'

type Phone = typeof phone & Readonly<{ captchaToken?: string | undefined }>

let humans = 0

/** The token of a passed captcha. */
export function human(): string {
  humans += 1
  return `pass-text-${process.pid}-${humans}`
}

type From = Readonly<{ url?: string; ip?: string }>

const call = (tukar: Tukar, path: string, { token }: Trader, body: unknown, from: From = {}) =>
  send(from.url ?? tukar.url, 'POST', path, {
    token,
    body,
    ...(from.ip === undefined ? {} : { headers: { 'x-forwarded-for': from.ip } }),
  })

/** Requests a code with a passed captcha, unless `typed` differs. */
export const requestOtpByPhone = (
  tukar: Tukar,
  trader: Trader,
  typed: Phone = phone,
  from: From = {},
): Promise<Answer> =>
  call(tukar, '/api/phone/otp', trader, { captchaToken: human(), ...typed }, from)

export const bindPhone = (
  tukar: Tukar,
  trader: Trader,
  otpCode: string,
  typed: Phone = phone,
  from: From = {},
): Promise<Answer> => call(tukar, '/api/users/phone-bind', trader, { ...typed, otpCode }, from)

/** The SMS to a phone, newest first. */
export async function textsTo(
  tukar: Tukar,
  to: string = phoneE164,
): Promise<readonly Readonly<{ text: string; code: string }>[]> {
  const query = new URLSearchParams({ to, channel: 'sms' })
  return (await tukar.control('GET', `/messages?${query}`)).body
}

/** Requests a code and reads it from the phone. */
export async function phoneCode(tukar: Tukar, trader: Trader, from: From = {}): Promise<string> {
  expectOk(await requestOtpByPhone(tukar, trader, phone, from))
  const [newest] = await textsTo(tukar)
  if (newest === undefined) throw new Error('the phone got no text')
  return newest.code
}

/** Makes a user's identity verified, as a registration at the provider would. */
export const proveIdentity = ({ service }: Tukar, { id }: Pick<Trader, 'id'>) =>
  sql`update users set identity_status = 'success' where id = ${id}`.execute(service.ctx.db.read)

/** Returns another code than this one. */
export const wrongCode = (code: string): string =>
  (code.startsWith('0') ? '1' : '0') + code.slice(1)
