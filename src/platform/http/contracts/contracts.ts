/**
 * Contracts of request fields. Each reads JSON values and form texts alike, and fails with the
 * sentence that callers see, in which `:attribute` stands for the field's name. Fields are
 * required; `optional` and `withDefault` relax that. Empty text and null count as missing. Spaces
 * around a text and the invisible marks of a paste are removed, but not from passwords and
 * signatures.
 */

import { LosslessNumber, stringify } from 'lossless-json'
import { z } from 'zod'
import { integerOf } from '../../../base/values/integers.ts'
import { isStorableText } from '../../../base/values/json.ts'
import { idr, isWhole, type Money, parseMoney } from '../../../base/values/money.ts'
import { isPlainLine } from '../../../base/values/plain-line.ts'
import { emailLimits } from '../http-limits.ts'
import { trimmed, withoutSpaces, withPlainSpaces } from './typed-text.ts'

const required = 'The :attribute field is required.'
const notText = 'The :attribute field must be a string.'
const notNumber = 'The :attribute field must be a number.'
const notInteger = 'The :attribute field must be an integer.'
const notPositive = 'The :attribute field must be greater than 0.'
const notWholeRupiah = 'The :attribute field must be a whole number of rupiah.'
const notEmail = 'The :attribute field must be a valid email address.'
const notSelectable = 'The selected :attribute is invalid.'
const invalidFormat = 'The :attribute field format is invalid.'
const notPlainLine = 'The :attribute field must be one line, without control or direction marks.'
const codeAsNumber =
  'The :attribute field must be a string, because a number loses its leading zeros.'
const hasExponent = 'The :attribute field must be a number without an exponent.'
const tooShort = (min: number) => `The :attribute field must be at least ${min} characters.`
const tooLong = (max: number) => `The :attribute field must not be greater than ${max} characters.`

/** A value's description in the OpenAPI document (a JSON Schema). */
type Description = Readonly<Record<string, unknown>>

type Fail = (sentence: string) => never

const anything = z.unknown()

type Read<Value> = (value: NonNullable<unknown>, fail: Fail) => Value

/** A required field whose text is read exactly as sent. */
export function rawField<Value>(description: Description, read: Read<Value>): z.ZodType<Value> {
  const contract = anything.transform((value, context) => {
    const fail: Fail = (message) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    return value === undefined || value === null || value === ''
      ? fail(required)
      : read(value, fail)
  })
  // `.meta` would describe a copy of the contract, and keep both.
  return contract.register(z.globalRegistry, description)
}

/** A required field; `read` gets its value, trimmed, and returns it or fails with a sentence. */
export const field = <Value>(description: Description, read: Read<Value>): z.ZodType<Value> =>
  rawField(description, (value, fail) => {
    const typed = typeof value === 'string' ? trimmed(value) : value
    return typed === '' ? fail(required) : read(typed, fail)
  })

const blankToMissing = (value: unknown): unknown =>
  value === null || (typeof value === 'string' && trimmed(value) === '') ? undefined : value

/** The same field, in which missing, null and empty text are `undefined`. */
export const optional = <Contract extends z.ZodType>(contract: Contract) =>
  z.preprocess(blankToMissing, contract.optional())

/** The same field, in which missing, null and empty text become the given value. */
export const withDefault = <Contract extends z.ZodType>(
  contract: Contract,
  value: z.core.util.NoUndefined<z.output<Contract>>,
) => z.preprocess(blankToMissing, contract.default(value))

type LengthBounds = Readonly<{ min?: number; max: number }>

/** Counts code points, as people and PostgreSQL count characters. */
const charsOf = (text: string): number => Array.from(text).length

function within(text: string, { min = 1, max }: LengthBounds, fail: Fail): string {
  if (!isStorableText(text)) return fail(invalidFormat)
  // A code point is one or two UTF-16 units, so most texts need no counting.
  if (text.length > max * 2 || (text.length > max && charsOf(text) > max)) {
    return fail(tooLong(max))
  }
  return text.length < min * 2 && charsOf(text) < min ? fail(tooShort(min)) : text
}

const describeText = ({ min = 1, max }: LengthBounds): Description => ({
  type: 'string',
  minLength: min,
  maxLength: max,
})

/** Text, trimmed. */
export const text = (bounds: LengthBounds) =>
  field(describeText(bounds), (value, fail) =>
    typeof value === 'string' ? within(value, bounds, fail) : fail(notText),
  )

/** Text exactly as sent: passwords and signatures. */
export const rawText = (bounds: LengthBounds) =>
  rawField(describeText(bounds), (value, fail) =>
    typeof value === 'string' ? within(value, bounds, fail) : fail(notText),
  )

/**
 * One line of text that people read and compare: names, addresses, titles. Line breaks, control
 * characters and marks of direction are refused: a name is what its reader sees.
 */
export const line = (bounds: LengthBounds) =>
  rawField(describeText(bounds), (value, fail) => {
    if (typeof value !== 'string') return fail(notText)
    if (!isPlainLine(value.trim())) return fail(notPlainLine)
    const typed = withPlainSpaces(trimmed(value))
    return typed === '' ? fail(required) : within(typed, bounds, fail)
  })

/** Text, or a whole number whose digits become the text: "s or i" in the specification. */
export const textOrInteger = (bounds: LengthBounds) =>
  field({ ...describeText(bounds), type: ['string', 'integer'] }, (value, fail) => {
    const sent = digitsOf(value) ?? value
    return typeof sent === 'string' ? within(sent, bounds, fail) : fail(notText)
  })

/** Returns a JSON number as sent, or null for any other value. */
function numberText(value: unknown): string | null {
  if (typeof value === 'number') return value.toString()
  return value instanceof LosslessNumber ? value.value : null
}

/** Returns a JSON number as sent if it consists of digits only, otherwise null. */
function digitsOf(value: unknown): string | null {
  const sent = numberText(value)
  return sent !== null && /^[0-9]+$/.test(sent) ? sent : null
}

/** An email address, in lower case. Validation takes linear time. */
export const email = field(
  { type: 'string', format: 'email', maxLength: emailLimits.maxChars },
  (value, fail) => {
    if (typeof value !== 'string') return fail(notText)
    if (value.length > emailLimits.maxChars) return fail(tooLong(emailLimits.maxChars))
    return isEmail(value) ? value.toLowerCase() : fail(notEmail)
  },
)

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/
const domainLabel = /^[A-Za-z0-9-]{1,63}$/

function isEmail(address: string): boolean {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0))
  if (!localPart.test(local) || `.${local}.`.includes('..')) return false
  const labels = address.slice(at + 1).split('.')
  const last = labels.at(-1) ?? ''
  return labels.length > 1 && labels.every(isDomainLabel) && !/^[0-9]*$/.test(last)
}

const isDomainLabel = (label: string): boolean =>
  domainLabel.test(label) && !label.startsWith('-') && !label.endsWith('-')

/** ASCII digits as text, since leading zeros matter: account numbers. */
export const digits = ({ min, max }: Readonly<{ min: number; max: number }>) =>
  field({ type: 'string', pattern: `^[0-9]{${min},${max}}$` }, (value, fail) => {
    const sent = digitsOf(value) ?? value
    const typed = typeof sent === 'string' ? sent : ''
    const fits = typed.length >= min && typed.length <= max && /^[0-9]+$/.test(typed)
    if (fits) return typed
    return fail(
      min === max
        ? `The :attribute field must be ${min} digits.`
        : `The :attribute field must be between ${min} and ${max} digits.`,
    )
  })

/** Reads a one-time code without its spaces: apps show `123 456`. */
const oneTimeCode = (
  description: Description,
  read: (code: string, fail: Fail) => string,
): z.ZodType<string> =>
  field(description, (value, fail) => {
    if (typeof value === 'string') return read(withoutSpaces(value), fail)
    return fail(numberText(value) === null ? notText : codeAsNumber)
  })

/** A one-time code of six digits. */
export const sixDigitCode = oneTimeCode({ type: 'string', pattern: '^[0-9]{6}$' }, (code, fail) =>
  /^[0-9]{6}$/.test(code) ? code : fail('The :attribute field must be 6 digits.'),
)

const codeBounds = { max: 20 }

/** A one-time code of any length: a malformed one is handled like a wrong one. */
export const anyCode = oneTimeCode(describeText(codeBounds), (code, fail) =>
  within(code, codeBounds, fail),
)

const integerText = /^(?:0|-?[1-9][0-9]{0,14})$/

function sentInteger(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null
  return typeof value === 'string' && integerText.test(value) ? integerOf(value) : null
}

/** A whole number of up to 15 digits, as a JSON number or as text. */
export const integer = ({ min, max }: Readonly<{ min: number; max: number }>) =>
  field({ type: 'integer', minimum: min, maximum: max }, (value, fail) => {
    const sent = sentInteger(value)
    if (sent === null) return fail(notInteger)
    if (sent < min) return fail(`The :attribute field must be at least ${min}.`)
    return sent > max ? fail(`The :attribute field must not be greater than ${max}.`) : sent
  })

/** The id of one of our records. */
export const wireId = integer({ min: 1, max: 999_999_999_999_999 })

/** Exactly 0 or 1, not a boolean. */
export const zeroOrOne = field({ type: 'integer', enum: [0, 1] }, (value, fail): 0 | 1 => {
  const sent = sentInteger(value)
  return sent === 0 || sent === 1 ? sent : fail(notSelectable)
})

/** Milliseconds since 1970. */
export const moment = integer({ min: 0, max: 9_999_999_999_999 })

/** A moment, with its zone: `2026-03-09T10:00:00Z`, `2026-03-09T17:00:00+07:00`. */
export const instant = field({ type: 'string', format: 'date-time' }, (value, fail) => {
  const read = typeof value === 'string' ? isoInstant.safeParse(value) : null
  return read?.success === true
    ? new Date(read.data)
    : fail('The :attribute field must be a valid date.')
})

/** In this century: PostgreSQL has no dates for some years of JavaScript. */
const isoInstant = z.iso.datetime({ offset: true }).startsWith('20')

/** A boolean, or its word. */
export const flag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])

/** One of a fixed set of texts. */
export function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  const known = new Map<unknown, Choice>(choices.map((choice) => [choice, choice]))
  return field(
    { type: 'string', enum: [...choices] },
    (value, fail): Choice => known.get(value) ?? fail(notSelectable),
  )
}

/** A list of up to `max` members, each read by `item`; an empty list counts as missing. */
export const listOf = <Item extends z.ZodType>(item: Item, { max }: Readonly<{ max: number }>) =>
  z
    .array(item)
    .min(1, required)
    .max(max, `The :attribute field must not have more than ${max} items.`)

/** Any JSON object or array. */
export const anyJson = { type: ['object', 'array'], items: {} }

/** Any JSON object or array, as JSON text that keeps every number's digits as sent. */
export const jsonText = ({ maxBytes }: Readonly<{ maxBytes: number }>) =>
  field(anyJson, (value, fail) => {
    const sent = typeof value === 'object' && !(value instanceof LosslessNumber)
    const written = sent ? stringify(value) : undefined
    if (written === undefined) return fail('The :attribute field must be an array.')
    return Buffer.byteLength(written) > maxBytes
      ? fail(`The :attribute field must not be greater than ${maxBytes / 1024} kilobytes.`)
      : written
  })

const plainDecimal = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/
const exponential = /^-?[0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]+$/
const zeroText = /^[0.]+$/
const maxIntegerDigits = 20
const maxMoneyChars = 100

/**
 * Reads an amount with its exact digits, sent as a JSON number or as text. Zeros at the end of its
 * decimals are left out: `16250.00000000` has no decimals. Nothing is rounded.
 */
function readAmount(value: unknown, { least }: Readonly<{ least: 'zero' | 'above' }>, fail: Fail) {
  const sent = numberText(value) ?? value
  if (typeof sent !== 'string') return fail(notNumber)
  if (sent.length > maxMoneyChars) return fail(notNumber)
  if (exponential.test(sent)) return fail(hasExponent)
  const isNegative = sent.startsWith('-')
  if (!plainDecimal.test(isNegative ? sent.slice(1) : sent)) return fail(notNumber)
  if (isNegative || (least === 'above' && zeroText.test(sent))) return fail(tooLittle[least])
  if (sent.split('.', 1).join().length > maxIntegerDigits) {
    return fail(`The :attribute field must not have more than ${maxIntegerDigits} digits.`)
  }
  return sent.includes('.') ? sent.replace(/\.?0+$/, '') : sent
}

const tooLittle = { above: notPositive, zero: 'The :attribute field must be at least 0.' }

/** An amount above zero; `parseMoney` checks the asset's number of decimals. */
export const moneyText = field(
  {
    type: 'string',
    pattern: plainDecimal.source,
    description: 'A decimal number above 0, in whole units of its asset.',
  },
  (value, fail): string => readAmount(value, { least: 'above' }, fail),
)

/** An amount of zero or more. */
export const moneyOrZero = field(
  {
    type: 'string',
    pattern: plainDecimal.source,
    description: 'A decimal number of 0 or more, in whole units of its asset.',
  },
  (value, fail): string => readAmount(value, { least: 'zero' }, fail),
)

/** Whole rupiah within fixed bounds, which are not settings. */
export const rupiahAmount = ({ min, max }: Readonly<{ min: number; max: number }>) =>
  moneyText
    .transform((sent, context): Money => {
      const fail = (message: string) => {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      const read = parseMoney(idr, sent)
      if (!read.ok || !isWhole(read.money)) return fail(notWholeRupiah)
      const { units } = read.money
      const rupiah = units / 10n ** BigInt(idr.scale)
      if (rupiah < BigInt(min)) return fail(`The :attribute field must be at least ${min}.`)
      return rupiah > BigInt(max)
        ? fail(`The :attribute field must not be greater than ${max}.`)
        : read.money
    })
    .meta({ pattern: '^[1-9][0-9]*$', description: `Whole rupiah, from ${min} to ${max}.` })

/**
 * A number exactly as a provider sent it, and perhaps signed it, as a JSON number or as text; the
 * use case interprets it.
 */
export const sentNumber = rawField(
  {
    type: ['string', 'number'],
    pattern: plainDecimal.source,
    description: 'A decimal number, as JSON number or text; its digits are used as sent.',
  },
  (value, fail) => {
    const sent = numberText(value) ?? value
    return typeof sent === 'string' ? within(sent, { max: maxMoneyChars }, fail) : fail(notNumber)
  },
)

/** The same record, in which field `name` must equal `name_confirmation`. */
export const confirmed = <Contract extends z.ZodObject>(contract: Contract, name: string) =>
  contract.refine(
    (value) => Reflect.get(value, name) === Reflect.get(value, `${name}_confirmation`),
    { path: [name], message: 'The :attribute field confirmation does not match.' },
  )

/** An amount, price or rate of a response. */
export const decimal = z.string().meta({
  id: 'Decimal',
  pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$',
  description:
    'An exact decimal number, never in exponents. An amount is in whole units of its asset: 1 is' +
    ' one bitcoin or one rupiah. It has at most as many decimals as the asset.',
})

/** Formats an optional time for a response. */
export const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** A time of a response, as ISO 8601 text. */
export const isoTime = z
  .date()
  .transform((at) => at.toISOString())
  .pipe(z.iso.datetime())
