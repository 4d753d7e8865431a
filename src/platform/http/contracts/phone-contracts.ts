import { fitsCountry, type PhoneParts, toE164 } from '../../../base/values/phone.ts'
import { field, text, textOrInteger } from './contracts.ts'

const country = field({ type: 'string', pattern: '^[A-Za-z]{2}$' }, (value, fail) =>
  typeof value === 'string' && /^[A-Za-z]{2}$/.test(value)
    ? value.toUpperCase()
    : fail('The selected :attribute is invalid.'),
)

/**
 * The fields of a phone number. Contracts with them must be refined by `dialFits` and `phoneFits`.
 */
export const phoneFields = {
  phone: text({ max: 32 }),
  countryCode: country,
  dialCode: textOrInteger({ max: 8 }),
}

type Refinement = readonly [
  (parts: PhoneParts) => boolean,
  { path: string[]; message: string; abort?: boolean },
]

export const dialFits: Refinement = [
  fitsCountry,
  { path: ['dialCode'], message: 'The selected :attribute is invalid.', abort: true },
]

export const phoneFits: Refinement = [
  (parts) => toE164(parts) !== null,
  { path: ['phone'], message: 'The :attribute field must be a valid phone number.' },
]

/** Returns the E.164 form of fields that passed their contract. */
export function e164Of(parts: PhoneParts): string {
  const phone = toE164(parts)
  if (phone === null)
    throw new RangeError('a phone number passed its contract but matches no country')
  return phone
}
