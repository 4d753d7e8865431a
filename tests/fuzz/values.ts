/** Values of requests: valid by their schema, from earlier responses, and odd ones. */
import type { Draw } from './draw.ts'
import type { Schema } from './operations.ts'

/** Stands for a number in JSON with this spelling, which `jsonText` writes without quotes. */
export const spelled = (digits: string): string => `\u0001spelled:${digits}`

/** The JSON text of a value, with the spelled numbers in it. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replace(/"\\u0001spelled:([^"]+)"/g, '$1')

/** What is known of a value beside its schema. */
export type Known = Readonly<{
  /** The good values of a field: of the caller, of earlier responses, of the example. */
  of: (name: string) => readonly unknown[]
  resolve: (schema: Schema) => Schema
}>

const ofKnown = 0.85
const ofOptional = 0.5
const most = 999_999_999_999
/** Bounds the depth of generated objects: schemas of JSON values contain themselves. */
const deepest = 6

/** Draws a valid value, as far as the schema says what is valid. */
export function validValue(
  draw: Draw,
  known: Known,
  schema: Schema,
  name = '',
  depth = 0,
): unknown {
  const found = known.resolve(schema)
  const { anyOf, oneOf, allOf, properties, items } = found
  if (found.const !== undefined) return found.const
  const isWhole = properties === undefined && items === undefined
  const candidates = isWhole ? known.of(name) : []
  if (candidates.length > 0 && draw.chance(ofKnown)) return draw.pick(candidates)
  if (found.enum !== undefined && found.enum.length > 0) return draw.pick(found.enum)
  const choices = anyOf ?? oneOf
  if (depth > deepest) return null
  if (choices !== undefined) {
    return validValue(draw, known, draw.pick(choices), name, depth + 1)
  }
  if (allOf !== undefined) {
    const parts = allOf.map((one) => validValue(draw, known, one, name, depth + 1))
    return Object.assign({}, ...parts.filter((one) => typeof one === 'object'))
  }
  return ofType(draw, known, found, name, depth)
}

function ofType(draw: Draw, known: Known, schema: Schema, name: string, depth: number): unknown {
  const { type, properties = {}, required = [], items = {}, minItems = 0 } = schema
  const types = typeof type === 'string' ? [type] : (type ?? ['string'])
  switch (draw.pick(types)) {
    case 'object': {
      const entries = Object.entries(properties).filter(
        ([field]) => required.includes(field) || draw.chance(ofOptional),
      )
      return Object.fromEntries(
        entries.map(([field, one]) => [field, validValue(draw, known, one, field, depth + 1)]),
      )
    }
    case 'array': {
      const length = draw.whole(minItems, Math.min(schema.maxItems ?? 3, minItems + 3))
      return Array.from({ length }, () => validValue(draw, known, items, name, depth + 1))
    }
    case 'boolean':
      return draw.chance(0.5)
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = most } = schema
      return draw.pick([minimum, maximum, draw.whole(minimum, Math.min(maximum, minimum + 100))])
    }
    case 'null':
      return null
    default:
      return textOf(draw, schema)
  }
}

function textOf(draw: Draw, { pattern, format, minLength = 1, maxLength = 40 }: Schema): string {
  if (pattern !== undefined) return draw.matching(pattern)
  if (format === 'date') return `2026-${two(draw.whole(1, 12))}-${two(draw.whole(1, 28))}`
  if (format === 'date-time') return new Date(draw.whole(0, 4_102_444_800) * 1_000).toISOString()
  if (format === 'email') return `${draw.matching('^[a-z]{1,12}$')}@tukar.test`
  const length = draw.pick([minLength, maxLength, draw.whole(minLength, Math.min(maxLength, 40))])
  const text = draw.text(length)
  return text.padEnd(minLength, 'a')
}

const two = (number: number): string => String(number).padStart(2, '0')

const odd: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1, 1.5, [], {}, [[]], { a: null }, '', ' ', 'null', 'NaN', '\t'],
  ...[
    '\0',
    '\ud800',
    '\udfff',
    '\u202e\u200b',
    '\ufeff',
    '👩‍👩‍👧',
    'ı',
    'ß'.repeat(300),
    'a\u0301',
  ],
  ...[
    '١٢٣',
    '１００',
    '1e3',
    '1E+2',
    '1e-7',
    '-0',
    '+1',
    '007',
    '0x10',
    '1_000',
    '1,000',
    '.5',
    '5.',
  ],
  ...[
    '9'.repeat(40),
    '9'.repeat(400),
    `0.${'0'.repeat(60)}1`,
    '1e400',
    'Infinity',
    '-1',
    '0',
    '0.0',
  ],
  ...["' or 1=1 --", '../../etc/passwd', '%00', '%', '<script>', '\\', '"', '\r\nx: y'],
  ...['2026-02-30', '0000-00-00', '9999-12-31', '0001-01-01T00:00:00Z', '2026-06-30T23:59:60Z'],
  ...['+275760-09-13T00:00:00.001Z', '1970-01-01', 'x'.repeat(70_000), '__proto__', 'constructor'],
  ...[Number.MAX_SAFE_INTEGER, 2 ** 53, 2 ** 31, 2 ** 63, 1e21, 5e-324, -(2 ** 63)],
  ...['1e999', '1e-9', '-0', '1.0', '1.00e2', '9007199254740993', '9'.repeat(60)].map(spelled),
]

/** Draws a value that a field rarely expects. */
export function oddValue(draw: Draw): unknown {
  if (draw.chance(0.7)) return draw.pick(odd)
  return draw.chance(0.5) ? draw.text(30) : draw.json()
}

/** Draws a value just beyond a bound of a schema, or an odd one if it has none. */
function beyondBounds(draw: Draw, schema: Schema): unknown {
  const { minimum, maximum, minLength, maxLength, maxItems } = schema
  const beyond: unknown[] = []
  if (minimum !== undefined) beyond.push(minimum - 1, minimum - 0.5)
  if (maximum !== undefined) beyond.push(maximum + 1, spelled(`${maximum}.5`))
  if (minLength !== undefined && minLength > 0) beyond.push('a'.repeat(minLength - 1))
  if (maxLength !== undefined) beyond.push('a'.repeat(maxLength + 1))
  if (maxItems !== undefined) beyond.push(Array.from({ length: maxItems + 1 }, () => 1))
  return beyond.length > 0 ? draw.pick(beyond) : oddValue(draw)
}

/** Changes an object at one random place: another value, a field less, or one more. */
export function mutated(draw: Draw, value: unknown, known: Known, schema: Schema | null): unknown {
  const found = schema === null ? null : known.resolve(schema)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return oddValue(draw)
  const entries = Object.entries(value)
  if (entries.length === 0) return oddValue(draw)
  const [name, current] = draw.pick(entries)
  const others = entries.filter(([field]) => field !== name)
  const property = found?.properties?.[name] ?? null
  const withField = (field: string, changed: unknown) =>
    Object.fromEntries([...others, [field, changed]])
  switch (draw.whole(0, 5)) {
    case 0:
      return Object.fromEntries(others)
    case 1:
      return {
        ...value,
        [draw.pick(['extra', '', '__proto__x', 'id', name.toUpperCase()])]: oddValue(draw),
      }
    case 2:
      return withField(name, beyondBounds(draw, property === null ? {} : known.resolve(property)))
    case 3:
      return withField(name, otherSpelling(draw, current))
    default:
      return typeof current === 'object' && current !== null && draw.chance(0.7)
        ? withField(name, mutated(draw, current, known, property))
        : withField(name, oddValue(draw))
  }
}

/** The same value as another type or in another spelling. */
function otherSpelling(draw: Draw, value: unknown): unknown {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const isNumber = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text)
  const same = [text, ` ${text}`, `${text} `, [value], text.toUpperCase(), `${text}\0`]
  const numbers = [
    ...[Number(text), `${text}.0`, `0${text}`, `+${text}`, `${text}e0`, `-${text}`],
    ...[spelled(text), spelled(`${text}e0`), spelled(`${text}E+0`)],
  ]
  return draw.pick(isNumber ? [...same, ...numbers] : same)
}
