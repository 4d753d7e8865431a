import { limits } from '../../base/limits.ts'
import type { CounterRule } from '../../database/counters.ts'
import { field, rawText } from '../../http/contracts.ts'

/** An accent belongs to its letter, however it was typed; an invisible character is no symbol. */
const classes = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[\p{P}\p{S}]/u]

/** A new password: 8 characters or more with upper case, lower case, a digit and a symbol. */
export const newPassword = rawText({
  min: limits.passwords.minChars,
  max: limits.passwords.maxChars,
}).refine((password) => classes.every((one) => one.test(password)), {
  message: 'The :attribute field must contain upper and lower case letters, a digit and a symbol.',
})

/** A language tag of BCP 47, short. */
export const languageTag = field({ type: 'string', maxLength: 16 }, (value, fail) =>
  typeof value === 'string' && /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/.test(value.trim())
    ? value.trim()
    : fail('The selected :attribute is invalid.'),
)

const currencies = new Set(['IDR', 'USD'])

/** A currency that amounts are shown in, in any case; upper case inside. */
export const currencyCode = field({ type: 'string', enum: [...currencies] }, (value, fail) => {
  const code = typeof value === 'string' ? asciiUpper(value.trim()) : ''
  return currencies.has(code) ? code : fail('The selected :attribute is invalid.')
})

const asciiUpper = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => letter.toUpperCase())

export const registrations: CounterRule = {
  name: 'registrations',
  points: 300,
  windowSeconds: 3_600,
}
export const refreshes: CounterRule = { name: 'refreshes', points: 30, windowSeconds: 60 }
/** Mails to the owner of an address that others try to register. */
export const alreadyRegisteredMails: CounterRule = {
  name: 'already-registered-mails',
  points: 3,
  windowSeconds: 3_600,
}
export const verificationMails: CounterRule = {
  name: 'verification-mails',
  points: 10,
  windowSeconds: 3_600,
}
