import {
  getCountryCallingCode,
  isSupportedCountry,
  type NumberType,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

/** A phone as people type it: `0812…`, `+62 812…`, in any digits. */
export type PhoneParts = Readonly<{
  phone: string
  /** ISO 3166, two letters. */
  countryCode: string
  /** With or without its plus. */
  dialCode: string
}>

/** What a message to costs more than an ordinary one, or reaches nobody. */
const neverCalled: ReadonlySet<NumberType> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'UAN',
  'PAGER',
  'VOICEMAIL',
])

/** Whether a dialling code is that of the country. */
export function fitsCountry({ countryCode, dialCode }: Omit<PhoneParts, 'phone'>): boolean {
  const country = countryCode.toUpperCase()
  if (!isSupportedCountry(country)) return false
  return getCountryCallingCode(country) === dialCode.replace(/^\+/, '')
}

/** The one spelling of a phone, E.164, or null when it is no number of its country. */
export function toE164(parts: PhoneParts): string | null {
  const country = parts.countryCode.toUpperCase()
  if (!isSupportedCountry(country) || !fitsCountry(parts)) return null
  const options = { defaultCountry: country, extract: false }
  const number = parsePhoneNumberFromString(parts.phone, options)
  if (number?.country !== country || !number.isValid() || number.ext !== undefined) return null
  return neverCalled.has(number.getType()) ? null : number.number
}
