/** What a user may prefer: a language and a currency. */
import { field } from './contracts.ts'

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
