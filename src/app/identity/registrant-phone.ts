import { toE164 } from '../../base/values/phone.ts'
import { field } from '../../platform/http/contracts/contracts.ts'

const typed = /^\+?[0-9][0-9 ().-]{4,30}$/

/** An Indonesian phone number in E.164: `0812…`, `62812…` and `+62812…` are the same. */
export const registrantPhone = field({ type: 'string', maxLength: 32 }, (value, fail): string => {
  const sent = typeof value === 'string' ? value.trim() : ''
  if (!typed.test(sent)) return fail('The :attribute field must be a valid phone number.')
  const known = toE164({ phone: sent, countryCode: 'ID', dialCode: '62' })
  if (known !== null) return known
  // The provider decides whether this number exists.
  const digits = sent.replaceAll(/[^0-9]/g, '')
  return sent.startsWith('0') ? `+62${digits.slice(1)}` : `+${digits}`
})
