/** Compares shapes of an API: what breaks callers that were written for the earlier one. */
import type { OperationShape, Schema, Shape } from './api-shape.ts'

/** A change that breaks callers of an operation. */
export type Break = Readonly<{ operation: string; what: string }>

/** `in`: callers send such values; `out`: they receive them. */
type Direction = 'in' | 'out'

type Sides = Readonly<{ before: Shape; after: Shape; direction: Direction; seen: Set<string> }>

/** Lists what breaks; an operation may go on the day of its sunset. */
export const breaksBetween = (before: Shape, after: Shape, today: string): readonly Break[] =>
  Object.entries(before.operations).flatMap(([operation, old]) => {
    const now = after.operations[operation]
    if (now !== undefined) {
      return operationBreaks({ before, after }, old, now).map((what) => ({ operation, what }))
    }
    const isOver = old.sunset !== undefined && old.sunset <= today
    return isOver ? [] : [{ operation, what: 'is gone' }]
  })

function operationBreaks(
  shapes: Pick<Sides, 'before' | 'after'>,
  old: OperationShape,
  now: OperationShape,
): readonly string[] {
  const sent: Sides = { ...shapes, direction: 'in', seen: new Set() }
  const received: Sides = { ...shapes, direction: 'out', seen: new Set() }
  return [
    ...securityBreaks(old, now),
    ...parameterBreaks(sent, old, now),
    ...requestBreaks(sent, old, now),
    ...Object.entries(old.responses).flatMap(([status, content]) => {
      const next = now.responses[status]
      return next === undefined
        ? [`no longer responds with ${status}`]
        : contentBreaks(received, content, next, 'response')
    }),
  ]
}

/** Each former way to be let in must remain one. */
function securityBreaks(old: OperationShape, now: OperationShape): readonly string[] {
  if (now.security.length === 0) return []
  const ways = new Set(now.security.map((way) => Object.keys(way).toSorted().join('+')))
  const former = old.security.map((way) => Object.keys(way).toSorted().join('+'))
  if (former.length === 0) return ['is no longer public']
  return former.filter((way) => !ways.has(way)).map((way) => `no longer accepts ${way}`)
}

function parameterBreaks(
  sides: Sides,
  { parameters: old }: OperationShape,
  { parameters: now }: OperationShape,
): readonly string[] {
  const keyOf = (one: (typeof old)[number]) => `${one.in} parameter ${one.name}`
  const nowBy = new Map(now.map((one) => [keyOf(one), one]))
  const oldBy = new Map(old.map((one) => [keyOf(one), one]))
  return [
    ...[...oldBy].flatMap(([key, one]) => {
      const next = nowBy.get(key)
      return next === undefined
        ? [`${key} is gone`]
        : schemaBreaks(sides, one.schema, next.schema, key)
    }),
    ...[...nowBy]
      .filter(([key, { required }]) => required && oldBy.get(key)?.required !== true)
      .map(([key]) => `${key} is required now`),
  ]
}

function requestBreaks(
  sides: Sides,
  { request: old }: OperationShape,
  { request: now }: OperationShape,
): readonly string[] {
  if (now === null) return old === null ? [] : ['no longer reads a body']
  if (now.required && old?.required !== true) return ['requires a body now']
  return old === null ? [] : contentBreaks(sides, old.content, now.content, 'body')
}

type Content = OperationShape['responses'][string]

const contentBreaks = (sides: Sides, old: Content, now: Content, place: string) =>
  Object.entries(old).flatMap(([type, { schema }]) => {
    const next = now[type]
    return next === undefined
      ? [`${place}: no ${type} any more`]
      : schemaBreaks(sides, schema, next.schema, place)
  })

function resolved(schema: Schema, { schemas }: Shape): Schema {
  const reference = schema['$ref']
  return typeof reference === 'string' ? (schemas[reference.split('/').at(-1) ?? ''] ?? {}) : schema
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const schemaIn = (value: unknown): Schema =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const fieldsIn = (schema: Schema) =>
  new Map(Object.entries(schemaIn(schema['properties'])).map(([name, of]) => [name, schemaIn(of)]))
const requiredIn = (schema: Schema): ReadonlySet<unknown> => new Set(listIn(schema['required']))

/** Returns the alternatives of a schema, each of one type. */
function variantsOf(schema: Schema, shape: Shape): readonly Schema[] {
  const whole = resolved(schema, shape)
  const { anyOf, oneOf, allOf, type, ...rest } = whole
  const alternatives = [...listIn(anyOf), ...listIn(oneOf)]
  if (alternatives.length > 0) {
    return alternatives.flatMap((one) => variantsOf(schemaIn(one), shape))
  }
  if (Array.isArray(allOf)) {
    const parts = allOf.map((one) => resolved(schemaIn(one), shape))
    return [Object.assign({}, ...parts, { ...rest, type: type ?? parts[0]?.['type'] })]
  }
  return Array.isArray(type) ? type.map((one) => ({ ...rest, type: one })) : [whole]
}

/** Lists how a schema breaks callers, with the place of each break: `response.data[].symbol`. */
function schemaBreaks(sides: Sides, old: Schema, now: Schema, place: string): readonly string[] {
  const references = [old['$ref'], now['$ref']]
  if (references.some((one) => one !== undefined)) {
    const pair = references.join(' ')
    if (sides.seen.has(pair)) return []
    sides.seen.add(pair)
  }
  const before = variantsOf(old, sides.before)
  const after = variantsOf(now, sides.after)
  const [first, ...others] = before
  const [next, ...more] = after
  if (first !== undefined && next !== undefined && others.length === 0 && more.length === 0) {
    return variantBreaks(sides, first, next, place)
  }
  // What may be sent must still be accepted; what is received must have been possible before.
  const [given, allowed] = sides.direction === 'in' ? [before, after] : [after, before]
  const fits = (one: Schema) =>
    allowed.some((other) => {
      const [was, is] = sides.direction === 'in' ? [one, other] : [other, one]
      const trial = { ...sides, seen: new Set(sides.seen) }
      return variantBreaks(trial, was, is, place).length === 0
    })
  return given.every(fits) ? [] : [`${place} has other values`]
}

function variantBreaks(sides: Sides, old: Schema, now: Schema, place: string): readonly string[] {
  if (!isSameType(sides.direction, old['type'], now['type'])) {
    return [`${place} is ${now['type'] ?? 'anything'}, not ${old['type'] ?? 'anything'}`]
  }
  return [
    ...valueBreaks(sides.direction, old, now, place),
    ...(sides.direction === 'in' ? boundBreaks(old, now, place) : []),
    ...fieldBreaks(sides, old, now, place),
    ...['items', 'additionalProperties', 'contentSchema'].flatMap((part) =>
      typeof old[part] === 'object' && typeof now[part] === 'object'
        ? schemaBreaks(sides, schemaIn(old[part]), schemaIn(now[part]), `${place}[]`)
        : [],
    ),
  ]
}

/** Every whole number is a number. */
const isSameType = (direction: Direction, old: unknown, now: unknown): boolean => {
  const [narrow, wide] = direction === 'in' ? [old, now] : [now, old]
  return old === now || (narrow === 'integer' && wide === 'number') || wide === undefined
}

/** Values of a field that apps send stay valid. Fields that they receive may get more values. */
function valueBreaks(direction: Direction, old: Schema, now: Schema, place: string) {
  const { const: constant } = old
  if (direction === 'out') {
    const isOther = constant !== undefined && now['const'] !== constant
    return isOther ? [`${place} is ${JSON.stringify(now['const'])}, not ${constant}`] : []
  }
  if (now['enum'] === undefined) return []
  if (old['enum'] === undefined) return [`${place} takes only some values now`]
  const known = new Set(listIn(now['enum']))
  return listIn(old['enum'])
    .filter((value) => !known.has(value))
    .map((value) => `${place} no longer takes ${value}`)
}

function boundBreaks(old: Schema, now: Schema, place: string): readonly string[] {
  const numberIn = (schema: Schema, name: string) => {
    const value = schema[name]
    return typeof value === 'number' ? value : null
  }
  const lower = ['maxLength', 'maximum', 'maxItems'].filter((name) => {
    const [was, is] = [numberIn(old, name), numberIn(now, name)]
    return is !== null && (was === null || is < was)
  })
  const higher = ['minLength', 'minimum', 'minItems'].filter((name) => {
    const [was, is] = [numberIn(old, name), numberIn(now, name)]
    return is !== null && is > (was ?? 0)
  })
  const changed = ['pattern', 'format'].filter(
    (name) => now[name] !== undefined && now[name] !== old[name],
  )
  return [...lower, ...higher, ...changed].map((name) => `${place} has a narrower ${name}`)
}

function fieldBreaks(sides: Sides, old: Schema, now: Schema, place: string): readonly string[] {
  const [before, after] = [fieldsIn(old), fieldsIn(now)]
  const [wasRequired, isRequired] = [requiredIn(old), requiredIn(now)]
  const isSent = sides.direction === 'in'
  const shared = [...before].flatMap(([name, schema]) => {
    const next = after.get(name)
    const field = `${place}.${name}`
    if (next === undefined) return [isSent ? `${field} is no longer read` : `${field} is gone`]
    const isLost = !isSent && wasRequired.has(name) && !isRequired.has(name)
    return isLost ? [`${field} may be missing now`] : schemaBreaks(sides, schema, next, field)
  })
  const demanded = [...isRequired].filter((name) => isSent && !wasRequired.has(name))
  return [...shared, ...demanded.map((name) => `${place}.${name} is required now`)]
}
