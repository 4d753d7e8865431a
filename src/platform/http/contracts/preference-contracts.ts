/** Contracts of a user's preferences: language and currency. */
import { field } from './contracts.ts'

/** A short BCP 47 language tag. */
export const languageTag = field({ type: 'string', maxLength: 16 }, (value, fail) =>
  typeof value === 'string' && /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/.test(value)
    ? value
    : fail('The selected :attribute is invalid.'),
)

const currencies = new Set(['IDR', 'USD'])

/** A display currency; accepts any case, returns upper case. */
export const currencyCode = field({ type: 'string', enum: [...currencies] }, (value, fail) => {
  const code = typeof value === 'string' ? asciiUpper(value) : ''
  return currencies.has(code) ? code : fail('The selected :attribute is invalid.')
})

const asciiUpper = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
