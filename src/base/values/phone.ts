import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type NumberType,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

/** A phone number as people type it: `0812…`, `+62 812…`, in any digits. */
export type PhoneParts = Readonly<{
  phone: string
  /** ISO 3166, two letters. */
  countryCode: string
  /** With or without its plus. */
  dialCode: string
}>

/**
 * Number types that receive texts at an ordinary price. Some countries do not distinguish mobile
 * numbers by their digits.
 */
const texted: ReadonlySet<NumberType> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** True for a two-letter country code, in upper case, whose phone numbers are supported. */
export const isPhoneCountry = (code: string): boolean => isSupportedCountry(code)

/** Returns the number block of an E.164 phone number: all but the last four digits. */
export const prefixOf = (e164: string): string => e164.slice(0, -4)

/** True if the dialling code is that of the country. */
export function fitsCountry({ countryCode, dialCode }: Omit<PhoneParts, 'phone'>): boolean {
  const country = countryCode.toUpperCase()
  if (!isSupportedCountry(country)) return false
  return getCountryCallingCode(country) === dialCode.replace(/^\+/, '')
}

/**
 * Returns the number in E.164, or null if it is not a mobile number of its country. Digits that are
 * a mobile number only with a plus before them, such as 62811810123, are read with it.
 */
export function toE164(parts: PhoneParts): string | null {
  const country = parts.countryCode.toUpperCase()
  if (!isSupportedCountry(country) || !fitsCountry(parts)) return null
  return mobileOf(country, parts.phone) ?? mobileOf(country, `+${parts.phone}`)
}

function mobileOf(country: CountryCode, phone: string): string | null {
  const number = parsePhoneNumberFromString(phone, { defaultCountry: country, extract: false })
  if (number?.country !== country || !number.isValid() || number.ext !== undefined) return null
  return texted.has(number.getType()) ? number.number : null
}
