import { isLosslessNumber, stringify } from 'lossless-json'
import { readLeniently, unclear } from '../../base/values/lenient.ts'

const secretName = /pass|otp|token|secret|signature|authorization|captcha/i
const redacted = '[redacted]'

const personalName = /name(?:prefix|suffix)?$|mail|phone|mobile|^payer$|^sender$/i
const nameOfThing =
  /^(?:asset|bank|channel|coin|event|merchant|method|network|payment|product|source)_?name$/i

const isPersonal = (name: string): boolean => personalName.test(name) && !nameOfThing.test(name)

/**
 * Renders a provider's body for operators: removes signatures and all other secrets by their names,
 * and keeps everything else as sent, numbers digit by digit. Names, mail addresses and phones of
 * persons are removed too unless the reader `seesPersons`.
 */
export function shownBody(raw: Buffer, seesPersons: boolean): string {
  const isHidden = (name: string) => secretName.test(name) || (!seesPersons && isPersonal(name))
  return stringify(without(isHidden, readLeniently(raw)), null, 2) ?? ''
}

function without(isHidden: (name: string) => boolean, value: unknown): unknown {
  if (value === unclear) return '[unclear]'
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return value
  if (Array.isArray(value)) return value.map((item) => without(isHidden, item))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isHidden(name) ? redacted : without(isHidden, inner),
    ]),
  )
}

const namedSecret = new RegExp(
  `((?:${secretName.source})\\w{0,40}"?\\s{0,9}[=:]\\s{0,9}"?)[^"&,}\\s]+`,
  'gi',
)

/**
 * Renders a body that could not be read, byte for byte: `\xNN` stands for a byte that is no
 * printable ASCII, and `\\` for a backslash. Values that follow the name of a secret are removed.
 */
export const escapedBytes = (raw: Buffer): string =>
  raw
    .toString('latin1')
    .replace(namedSecret, `$1${redacted}`)
    .replace(/[^\x20-\x7e\n]|\\/g, escaped)

const escaped = (sign: string): string =>
  sign === '\\' ? '\\\\' : `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`
