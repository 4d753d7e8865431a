import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { z } from 'zod'
import { jsonIn } from '../../json-in.ts'

/** A JSON Schema, as a published document or a client's types give it. */
export type Schema = Readonly<{
  [keyword: string]: unknown
  properties?: Schemas
  required?: readonly string[]
}>
export type Schemas = Readonly<Record<string, Schema>>

/** An object with these properties and no others; a name that ends in `?` may be missing. */
export function objectOf(properties: Readonly<Record<string, Schema>>): Schema {
  const all = Object.entries(properties)
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(([name, schema]) => [name.replace('?', ''), schema])),
    required: all.flatMap(([name]) => (name.endsWith('?') ? [] : [name])),
    additionalProperties: false,
  }
}

export const textSchema: Schema = { type: 'string' }
export const integerSchema: Schema = { type: 'integer' }

export type Operation = Readonly<{
  method: string
  /** `/transactions/{txId}`, below the contract's base path. */
  path: string
  /** The schema of objects with text values. */
  pathParameters: Schema
  query: Schema
  /** Documented request headers, in lower case. */
  headers: readonly string[]
  body: Readonly<{ kind: 'json' | 'form'; required: boolean; schema: Schema }> | null
  /** By status; `default` stands for all others. */
  answers: ReadonlyMap<number | 'default', Schema>
}>

/** The exchanges that a provider's published document allows. */
export type Contract = Readonly<{
  provider: string
  /** Its sources, with versions. */
  source: string
  operations: readonly Operation[]
  /** Schemas that the operations refer to as `document#/...`. */
  document: Schema
  /** The headers that authenticate every request, in lower case. */
  credentials: readonly string[]
  /** Messages outside of exchanges, by name: webhooks, messages of a stream. */
  messages: Readonly<Record<string, Schema>>
}>

export type Exchange = Readonly<{
  method: string
  /** Below the provider's base path, as it was sent. */
  path: string
  query: string
  headers: Readonly<Record<string, string>>
  body: string
  /** Null if the connection ended without one. */
  answer: Readonly<{ status: number; body: string }> | null
}>

/** Checks exchanges against one contract. */
export type Checker = Readonly<{
  /** `POST /transactions`; null if the document has no such operation. */
  operationOf: (exchange: Exchange) => string | null
  /** Every way in which the exchange breaks the contract. */
  violations: (exchange: Exchange) => readonly string[]
  messageViolations: (name: string, text: string) => readonly string[]
}>

/** Headers of HTTP itself, which no document lists. */
const ofEveryRequest = [
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'content-type',
  'host',
  'sec-fetch-mode',
  'transfer-encoding',
  'user-agent',
]

export function checkerOf(contract: Contract): Checker {
  const exact = validatorOf(contract.document, false)
  const coerced = validatorOf(contract.document, true)
  const find = (exchange: Exchange) => findOperation(contract.operations, exchange)

  const json = (where: string, schema: Schema, written: string): readonly string[] => {
    const value = jsonIn(written)
    return value === undefined ? [`${where} is no JSON`] : exact(where, schema, value)
  }

  function requestViolations(exchange: Exchange, { operation, values }: Found): readonly string[] {
    const { pathParameters, query, headers, body } = operation
    const known = [...headers, ...contract.credentials, ...ofEveryRequest]
    const unknown = Object.keys(exchange.headers).filter((name) => !known.includes(name))
    return [
      ...coerced('path', pathParameters, values),
      ...coerced('query', query, parametersOf(exchange.query, query)),
      ...unknown.map((name) => `header ${name} is not documented`),
      ...bodyViolations(exchange, body),
    ]
  }

  function bodyViolations(exchange: Exchange, wanted: Operation['body']): readonly string[] {
    const { body, headers } = exchange
    if (body === '') return wanted?.required === true ? ['the body is missing'] : []
    if (wanted === null) return ['a body is not documented']
    const type = headers['content-type'] ?? ''
    const wrong = type.startsWith(contentTypes[wanted.kind]) ? [] : [`content type is ${type}`]
    const found =
      wanted.kind === 'form'
        ? coerced('form', wanted.schema, parametersOf(body, wanted.schema))
        : json('body', wanted.schema, body)
    return [...wrong, ...found]
  }

  function answerViolations({ answer }: Exchange, { operation }: Found): readonly string[] {
    if (answer === null) return []
    const schema = operation.answers.get(answer.status) ?? operation.answers.get('default')
    if (schema === undefined) return [`status ${answer.status} is not documented`]
    return json(`answer ${answer.status}`, schema, answer.body)
  }

  return {
    operationOf(exchange) {
      const found = find(exchange)
      return found === null ? null : nameOf(found.operation)
    },
    violations(exchange) {
      const found = find(exchange)
      if (found === null) return [`${exchange.method} ${exchange.path} is not documented`]
      const all = [...requestViolations(exchange, found), ...answerViolations(exchange, found)]
      return all.map((violation) => `${nameOf(found.operation)}: ${violation}`)
    },
    messageViolations: (name, written) =>
      contract.messages[name] === undefined
        ? [`${name} is not documented`]
        : json(name, contract.messages[name], written),
  }
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' }

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

const Branches = z.array(z.record(z.string(), z.unknown()))

type Validate = (where: string, schema: Schema, value: unknown) => readonly string[]

/**
 * Returns the errors of a value; if no schema of a union fits, those of the nearest.
 * Parameters are texts on the wire, of any documented type: they are coerced.
 */
function validatorOf(document: Schema, coerceTypes: boolean): Validate {
  const checks = { allErrors: true, strict: false, validateFormats: false, verbose: true }
  const ajv = new Ajv({ ...checks, coerceTypes })
  ajv.addSchema(document, 'document')
  const compiled = new Map<Schema, ValidateFunction>()

  const validate: Validate = (where, schema, value) => {
    const check = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, check)
    if (check(value)) return []
    const errors = check.errors ?? []
    const unions = outermost(errors.filter(({ keyword }) => keyword === 'anyOf'))
    const ofNone = errors.filter((error) => !unions.some((union) => isWithin(error, union)))
    return [
      ...ofNone.map((error) => `${where}${wordsOf(error)}`),
      ...unions.flatMap((union) => {
        const branches = Branches.parse(union.schema)
        const place = `${where}${placeOf(union)}`
        return shortest(branches.map((branch) => validate(place, branch, union.data)))
      }),
    ]
  }
  return validate
}

type Placed = Pick<ErrorObject, 'instancePath'>

const isWithin = (inner: Placed, outer: Placed): boolean =>
  `${inner.instancePath}/`.startsWith(`${outer.instancePath}/`)

const outermost = (unions: readonly ErrorObject[]): readonly ErrorObject[] =>
  unions.filter((one) => unions.every((other) => other === one || !isWithin(one, other)))

const shortest = <Item>(lists: readonly (readonly Item[])[]): readonly Item[] =>
  lists.toSorted((a, b) => a.length - b.length)[0] ?? []

/** Drops the number of an item: all items of a list have one schema. */
const placeOf = ({ instancePath }: Placed): string => instancePath.replace(/\/\d+(?=\/|$)/g, '/*')

function wordsOf(error: ErrorObject): string {
  const { message, params } = error
  const what = params['additionalProperty'] ?? params['allowedValues'] ?? params['allowedValue']
  const named = what === undefined ? '' : `: ${JSON.stringify(what)}`
  return `${placeOf(error)} ${message}${named}`
}

type Found = Readonly<{ operation: Operation; values: Readonly<Record<string, string>> }>

/** A path without parameters goes before one that a parameter would fit as well. */
function findOperation(operations: readonly Operation[], exchange: Exchange): Found | null {
  const fitting = operations.flatMap((operation) => {
    const values = operation.method === exchange.method ? matched(operation, exchange.path) : null
    return values === null ? [] : [{ operation, values }]
  })
  const count = ({ values }: Found) => Object.keys(values).length
  return fitting.toSorted((a, b) => count(a) - count(b))[0] ?? null
}

function matched({ path }: Operation, sent: string): Readonly<Record<string, string>> | null {
  const wanted = path.split('/')
  const parts = sent.split('/')
  if (parts.length !== wanted.length) return null
  const values: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    const pattern = wanted[at] ?? ''
    const [, name, ending = ''] = /^\{(\w+)\}(.*)$/.exec(pattern) ?? []
    if (name === undefined ? part !== pattern : !part.endsWith(ending)) return null
    if (name !== undefined)
      values[name] = decodeURIComponent(part.slice(0, -ending.length || undefined))
  }
  return values
}

/** Lists and objects are JSON in a parameter; a name that comes twice is a list. */
function parametersOf(text: string, { properties }: Schema): Record<string, unknown> {
  const parameters = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name)
      const value = values.length > 1 ? values : values[0]
      const known = isRecord(properties) ? properties[name] : undefined
      const isList = isRecord(known) && known['type'] === 'array'
      return [name, isList && typeof value === 'string' ? jsonIn(value) : value]
    }),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
