/**
 * The shape of an API document: what a caller's code depends on, without texts and examples. The
 * shape of the last release is committed as `docs/released-api.json`.
 */
import { z } from 'zod'

export type Schema = Readonly<{ [Name in string]?: unknown }>

const Schema = z.record(z.string(), z.unknown())

const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  schema: Schema.default({}),
})
const Content = z.record(z.string(), z.object({ schema: Schema.default({}) }))

const Operation = z.object({
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  /** The day from which the operation may be gone; absent unless it is deprecated. */
  sunset: z.string().optional(),
  parameters: z.array(Parameter).default([]),
  request: z.object({ required: z.boolean(), content: Content }).nullable(),
  /** By status; successes alone. */
  responses: z.record(z.string(), Content),
})

export const Shape = z.object({
  operations: z.record(z.string(), Operation),
  schemas: z.record(z.string(), Schema),
})
export type Shape = z.output<typeof Shape>
export type OperationShape = z.output<typeof Operation>

const Reference = z.object({ $ref: z.string() })
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        security: Operation.shape.security,
        parameters: z.array(z.union([Reference, Parameter])).default([]),
        requestBody: z
          .object({ required: z.boolean().default(false), content: Content })
          .optional(),
        responses: z.record(
          z.string(),
          z.union([Reference, z.object({ content: Content.optional() })]),
        ),
      }),
    ),
  ),
  components: z.object({
    schemas: z.record(z.string(), Schema).default({}),
    parameters: z.record(z.string(), Parameter).default({}),
  }),
})

const Streams = z.object({
  channels: z.record(
    z.string(),
    z.object({ address: z.string(), messages: z.record(z.string(), Reference) }),
  ),
  components: z.object({
    messages: z.record(z.string(), z.object({ payload: Schema })),
    schemas: z.record(z.string(), Schema).default({}),
  }),
})

const lastOf = (reference: string): string => reference.split('/').at(-1) ?? ''

/** Reduces an OpenAPI document; `sunsets` are those of its deprecated operations. */
export function shapeOf(text: string, sunsets: ReadonlyMap<string, string>): Shape {
  const { paths, components } = Document.parse(JSON.parse(text))
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const sunset = sunsets.get(name)
      const parameters = operation.parameters.map((one) =>
        '$ref' in one ? components.parameters[lastOf(one.$ref)] : one,
      )
      const { requestBody, responses } = operation
      const successes = Object.entries(responses).flatMap(([status, response]) =>
        status.startsWith('2') && 'content' in response ? [[status, response.content]] : [],
      )
      return [
        name,
        {
          security: operation.security,
          ...(sunset === undefined ? {} : { sunset }),
          parameters,
          request: requestBody ?? null,
          responses: Object.fromEntries(successes),
        },
      ]
    }),
  )
  return reduced({ operations: Object.fromEntries(operations), schemas: components.schemas })
}

/** Reduces an AsyncAPI document: each event is an operation, `STREAM /api/stream order`. */
export function streamShapeOf(text: string): Shape {
  const { channels, components } = Streams.parse(JSON.parse(text))
  const operations = Object.values(channels).flatMap(({ address, messages }) =>
    Object.entries(messages).map(([event, { $ref }]) => {
      const schema = components.messages[lastOf($ref)]?.payload ?? {}
      const responses = { 200: { 'text/event-stream': { schema } } }
      return [`STREAM ${address} ${event}`, { request: null, responses }]
    }),
  )
  return reduced({ operations: Object.fromEntries(operations), schemas: components.schemas })
}

const reduced = (shape: unknown): Shape => Shape.parse(withoutTexts(shape))

/** Words of JSON Schema that say nothing about which values are valid. */
const textual = new Set(['description', 'example', 'examples', 'title', 'readOnly', 'deprecated'])
/** Their members are names of fields, not words of JSON Schema. */
const named = new Set(['properties', 'schemas', 'operations', 'responses'])

function withoutTexts(part: unknown, isNamed = false): unknown {
  if (Array.isArray(part)) return part.map((one) => withoutTexts(one))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name]) => isNamed || !textual.has(name))
      .map(([name, value]) => [name, withoutTexts(value, !isNamed && named.has(name))]),
  )
}
