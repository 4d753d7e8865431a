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

/** What takes texts at an ordinary price. In some countries nobody can tell mobiles by number. */
const texted: ReadonlySet<NumberType> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** Whether phones of a country can be told by its two letters, written large. */
export const isPhoneCountry = (code: string): boolean => isSupportedCountry(code)

/** The number block of a phone in E.164: all but the last four digits. */
export const prefixOf = (e164: string): string => e164.slice(0, -4)

/** Whether a dialling code is that of the country. */
export function fitsCountry({ countryCode, dialCode }: Omit<PhoneParts, 'phone'>): boolean {
  const country = countryCode.toUpperCase()
  if (!isSupportedCountry(country)) return false
  return getCountryCallingCode(country) === dialCode.replace(/^\+/, '')
}

/** The one spelling of a phone, E.164, or null when it is no mobile number of its country. */
export function toE164(parts: PhoneParts): string | null {
  const country = parts.countryCode.toUpperCase()
  if (!isSupportedCountry(country) || !fitsCountry(parts)) return null
  const options = { defaultCountry: country, extract: false }
  const number = parsePhoneNumberFromString(parts.phone, options)
  if (number?.country !== country || !number.isValid() || number.ext !== undefined) return null
  return texted.has(number.getType()) ? number.number : null
}
