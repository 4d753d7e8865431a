import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Contract, Operation, Schema } from './contract.ts'
import { installed } from './installed.ts'

const Free = z.record(z.string(), z.unknown())
const Content = z.record(z.string(), z.object({ schema: Free }))
const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  schema: Free,
  required: z.boolean().optional(),
})
const Described = z.object({
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })),
})
const Document = z.object({
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), Free),
  components: z.object({ schemas: Free }),
})

const formType = 'application/x-www-form-urlencoded'

/** The document that Twilio publishes, as its own command line tool carries it. */
export function smsContract(): Contract {
  const { folder, version } = installed('@twilio/cli-core')
  const file = path.join(folder, 'src', 'services', 'twilio-api', 'twilio_api_v2010.json')
  const { info, paths, components } = Document.parse(JSON.parse(readFileSync(file, 'utf8')))
  const operations = Object.entries(paths)
    .filter(([name]) => name.includes('/Messages'))
    .flatMap(([name, item]) =>
      ['get', 'post', 'delete'].flatMap((method) => {
        const described = item[method]
        if (described === undefined) return []
        const shared = z.array(Parameter).parse(item['parameters'] ?? [])
        return operationOf(method.toUpperCase(), name, shared, Described.parse(described))
      }),
    )
  return {
    provider: 'sms',
    source: `document ${info.title} ${info.version} in @twilio/cli-core ${version}`,
    operations,
    credentials: ['authorization'],
    messages: {},
    document: { components: { schemas: whole(components.schemas) } },
  }
}

function operationOf(
  method: string,
  name: string,
  shared: readonly z.infer<typeof Parameter>[],
  { parameters, requestBody, responses }: z.infer<typeof Described>,
): Operation {
  const placed = (place: string) => {
    const some = [...shared, ...parameters].filter((one) => one.in === place)
    return closed({
      type: 'object',
      properties: Object.fromEntries(some.map((one) => [one.name, one.schema])),
      required: some.filter(({ required }) => required).map((one) => one.name),
    })
  }
  const form = requestBody?.content[formType]
  return {
    method,
    path: name,
    pathParameters: placed('path'),
    query: placed('query'),
    headers: [],
    body: form === undefined ? null : { kind: 'form', required: true, schema: closed(form.schema) },
    answers: new Map(
      Object.entries(responses).map(([status, { content }]) => [
        status === 'default' ? status : Number(status),
        closed(content?.['application/json']?.schema ?? {}),
      ]),
    ),
  }
}

/** Objects take no properties that are not documented, and references name the document. */
function closed(schema: Schema): Schema {
  const parts = Object.entries(schema).map(([name, part]) => [name, closedPart(name, part)])
  const isObject = 'properties' in schema && !('additionalProperties' in schema)
  return { ...Object.fromEntries(parts), ...(isObject ? { additionalProperties: false } : {}) }
}

function closedPart(name: string, part: unknown): unknown {
  if (name === '$ref') return `document${String(part)}`
  if (Array.isArray(part)) return part.map((one) => closedPart('', one))
  return typeof part === 'object' && part !== null ? closed(Free.parse(part)) : part
}

/** Every answer that the document shows has all properties of its schema, null where unknown. */
const whole = (schemas: Schema): Schema =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { properties, ...rest } = closed(Free.parse(schema))
      const names = Object.keys(Free.parse(properties ?? {}))
      return [name, { ...rest, ...(names.length > 0 ? { properties, required: names } : {}) }]
    }),
  )
