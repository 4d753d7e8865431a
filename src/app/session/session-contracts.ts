import type { CounterRule } from '../../core/database/cluster/counters.ts'
import { passwordLimits } from '../../platform/access/passwords/password-limits.ts'
import { rawText } from '../../platform/http/contracts/contracts.ts'

/** A combining accent belongs to its letter; an invisible character is no symbol. */
const classes = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[\p{P}\p{S}]/u]

/** A new password: 8 characters or more with upper case, lower case, a digit and a symbol. */
export const newPassword = rawText({
  min: passwordLimits.minChars,
  max: passwordLimits.maxChars,
}).refine((password) => classes.every((one) => one.test(password)), {
  message: 'The :attribute field must contain upper and lower case letters, a digit and a symbol.',
})

export const refreshes: CounterRule = { name: 'refreshes', points: 30, windowSeconds: 60 }
/** Limits mails to the owner of an address that others try to register. */
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
/** Limits the mails that requests for another link cause, per network and address. */
export const resends: CounterRule = { name: 'resends', points: 3, windowSeconds: 300 }
export const resetRequests: CounterRule = { name: 'reset-requests', points: 1, windowSeconds: 60 }
export const resetMails: CounterRule = { name: 'reset-mails', points: 10, windowSeconds: 3_600 }
export const resets: CounterRule = { name: 'resets', points: 5, windowSeconds: 3_600 }
/** Limits mails, per kind, that are requested from a device the account knows. */
export const ownResetMails: CounterRule = {
  name: 'own-reset-mails',
  points: 10,
  windowSeconds: 3_600,
}
export const ownVerificationMails: CounterRule = {
  name: 'own-verification-mails',
  points: 10,
  windowSeconds: 3_600,
}
export const sessionEnds: CounterRule = { name: 'session-ends', points: 30, windowSeconds: 60 }
export const freezes: CounterRule = { name: 'freezes', points: 30, windowSeconds: 60 }
export const changeUndos: CounterRule = { name: 'change-undos', points: 30, windowSeconds: 60 }
