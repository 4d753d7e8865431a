/** Validates responses against OpenAPI documents. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { z } from 'zod'

const Media = z.object({ schema: z.record(z.string(), z.unknown()).optional() })
const Response = z.object({ content: z.record(z.string(), Media).default({}) })
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) })),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

type Operation = Readonly<{ name: string; validator: (status: number, type: string) => Validity }>
/** `null`: the media type has no schema; a string: why the document lacks this response. */
type Validity = ValidateFunction | null | string

export type Contract = (method: string, path: string) => Operation | null

/** Statuses that the documents state once for all operations. */
const ofAnyRequest: ReadonlySet<number> = new Set([304, 408, 431])

/**
 * Returns how a response differs from the contract of its operation; null if it does not, or if
 * no operation has the path.
 */
export function violationOf(
  contract: Contract,
  answer: Readonly<{ method: string; path: string; status: number; type: string; text: string }>,
): string | null {
  const { method, path, status, type, text } = answer
  const operation = contract(method, path)
  if (operation === null || ofAnyRequest.has(status)) return null
  const valid = operation.validator(status, type)
  if (typeof valid === 'string') return `${operation.name}: ${valid}`
  if (valid === null || valid(json(text)) === true) return null
  const found = (valid.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
  )
  return `${operation.name} ${status}: ${found.join('; ')}\n${text.slice(0, 2_000)}`
}

const json = (text: string): unknown => JSON.parse(text)

/** Builds the contract of OpenAPI documents; undocumented fields are violations. */
export function contractOf(texts: readonly string[]): Contract {
  const operations = texts.flatMap((text) => operationsOf(text))
  return (method, path) =>
    operations.find((one) => one.method === method && one.path.test(path))?.operation ?? null
}

function operationsOf(text: string) {
  const document: unknown = JSON.parse(text, closed)
  const { paths } = Document.parse(document)
  const ajv = new Ajv2020({ strict: false, schemas: { document: { ...Object(document) } } })
  formats.default(ajv)
  // A literal path takes precedence over one with a parameter in the same position.
  const ordered = Object.entries(paths).sort(([a], [b]) => fields(a) - fields(b))
  return ordered.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => {
      const at = ['paths', path, method, 'responses']
      return {
        method: method.toUpperCase(),
        path: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
        operation: {
          name: `${method.toUpperCase()} ${path}`,
          validator: validators(ajv, at, responses),
        },
      }
    }),
  )
}

const fields = (path: string): number => path.split('{').length

/** Forbids additional properties in each object schema that does not mention them. */
function closed(_key: string, value: unknown): unknown {
  const isOpen =
    typeof value === 'object' &&
    value !== null &&
    Reflect.get(value, 'type') === 'object' &&
    'properties' in value &&
    !('additionalProperties' in value)
  return isOpen ? { ...value, additionalProperties: false } : value
}

const Reference = z.object({ $ref: z.string() })

function validators(
  ajv: Ajv2020,
  at: readonly string[],
  responses: Readonly<Record<string, unknown>>,
): Operation['validator'] {
  const known = new Map<string, Validity>()
  const find = (status: number, type: string): Validity => {
    const response = responses[status]
    if (response === undefined) return `the status ${status} is not documented`
    const reference = Reference.safeParse(response)
    const location = reference.success
      ? reference.data.$ref.slice(2).split('/')
      : [...at, status.toString()]
    const resolved = ajv.getSchema(`document#${pointer(location)}`)?.schema ?? response
    const { content } = Response.parse(resolved)
    const media = content[type] ?? content[`${type.split('/', 1).join()}/*`]
    if (media === undefined) return `the media type ${type} of ${status} is not documented`
    if (media.schema === undefined || !type.endsWith('json')) return null
    return ajv.getSchema(`document#${pointer([...location, 'content', type, 'schema'])}`) ?? null
  }
  return (status, type) => {
    const key = `${status} ${type}`
    const found = known.get(key) ?? find(status, type)
    known.set(key, found)
    return found
  }
}

const pointer = (parts: readonly string[]): string =>
  parts
    .map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')
