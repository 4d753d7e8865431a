import { z } from 'zod'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { type Components, type Json, ObjectSchema } from './components.ts'
import { exampleRequestOf } from './examples.ts'

/** Describes how an app calls this endpoint with the typed client. */
export function codeSamples(row: Endpoint, components: Components): readonly Json[] {
  const code = [
    `const tukar = createTukar({ url: 'https://api.example.com' })`,
    callOf(row, components),
  ]
  const isUpload = code.join().includes(picture)
  const before = isUpload ? [`const ${picture} = new Blob(['…'], { type: 'image/jpeg' })`] : []
  const source = [`import { createTukar } from '@tukar/client'\n`, ...before, ...code].join('\n')
  return [{ lang: 'typescript', label: '@tukar/client', source }]
}

function callOf(row: Endpoint, components: Components): string {
  const { method, path, reply } = row
  if (path === '/api/auth/login') return `await tukar.signIn(${literal(bodyOf(row, components))})`
  if (path === '/api/auth' && method === 'DELETE') return 'await tukar.signOut()'
  const query = requiredOf(row.query, components)
  const params = filled({ path: requiredOf(row.params, components), query })
  if (reply.mediaType.startsWith('text/event-stream')) {
    const event = path === '/api/stream' ? 'start' : 'ticker'
    const handlers = `{ ${event}: (data) => console.log(data) }`
    return `tukar.stream(${[quoted(path), handlers, ...argument(filled({ query }))].join(', ')})`
  }
  if (reply.mediaType.startsWith('image/')) {
    const options = literal({ params, parseAs: 'blob' })
    return `const { data } = await tukar.raw.GET(${quoted(path)}, ${options})`
  }
  const options = filled({ params, body: bodyOf(row, components) })
  const call = [quoted(path), ...argument(options)].join(', ')
  const result = hasData(row, components) ? 'const data = ' : ''
  return `${result}await tukar.${method.toLowerCase()}(${call})`
}

const argument = (fields: Json): readonly string[] =>
  Object.keys(fields).length === 0 ? [] : [literal(fields)]

/** The parts that have any fields. */
const filled = (parts: Readonly<Record<string, Json>>): Json =>
  Object.fromEntries(Object.entries(parts).filter(([, fields]) => Object.keys(fields).length > 0))

const Fields = z.record(z.string(), z.unknown())

/** A value for each required field. */
function requiredOf(contract: z.ZodObject | undefined, components: Components): Json {
  if (contract === undefined) return {}
  const { properties, required } = ObjectSchema.parse(components.schema(contract, 'input'))
  return Object.fromEntries(required.map((name) => [name, sampleValue(name, properties[name])]))
}

function bodyOf(row: Endpoint, components: Components): Json {
  if (row.body === undefined) return {}
  const { properties } = ObjectSchema.parse(components.schema(row.body, 'input'))
  const recorded = Fields.safeParse(exampleRequestOf(row, properties))
  return recorded.success ? recorded.data : requiredOf(row.body, components)
}

function hasData({ reply }: Endpoint, components: Components): boolean {
  const { properties } = ObjectSchema.parse(components.schema(reply.schema(), 'output'))
  return 'data' in properties || !('result' in properties)
}

/** The variable that stands for a file. */
const picture = 'picture'

const Described = z.object({
  type: z.unknown(),
  format: z.string().optional(),
  enum: z.unknown().array().optional(),
  minimum: z.number().optional(),
})

const known: Readonly<Record<string, string>> = {
  symbol: 'BTC',
  symbols: 'BTC_IDR',
  txPair: 'BTC_IDR',
  email: 'ani@example.com',
  amount: '100000',
}

function sampleValue(name: string, schema: unknown): unknown {
  const { type, format, minimum, enum: values } = Described.parse(schema)
  if (values !== undefined) return values[0]
  if (format === 'binary') return new Variable(picture)
  if (type === 'integer' || type === 'number') return minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return []
  if (type === 'object') return {}
  return known[name] ?? name
}

class Variable {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const lineChars = 76

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1)}'`.replaceAll('\\"', '"')

/** Writes a value as TypeScript: on one line if it is short. */
function literal(value: unknown, indent = ''): string {
  if (value instanceof Variable) return value.name
  if (typeof value === 'string') return quoted(value.replaceAll("'", '’'))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const within = `${indent}  `
  const isList = Array.isArray(value)
  const items = isList
    ? value.map((item) => literal(item, within))
    : Object.entries(value).map(([name, item]) => fieldOf(name, literal(item, within)))
  const [open, close] = isList ? '[]' : '{}'
  const pad = isList || items.length === 0 ? '' : ' '
  const short = `${open}${pad}${items.join(', ')}${pad}${close}`
  if (indent.length + short.length <= lineChars && !short.includes('\n')) return short
  return `${open}\n${items.map((item) => `${within}${item},\n`).join('')}${indent}${close}`
}

const fieldOf = (name: string, value: string): string => {
  if (name === value) return name
  return `${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: ${value}`
}
