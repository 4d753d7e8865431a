/** Generates the types of `packages/client` from the OpenAPI and AsyncAPI documents. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { z } from 'zod'
import { endpoints } from '../../src/endpoints.ts'
import { asyncApi } from '../../src/platform/http/openapi/asyncapi.ts'
import { openApi, operatorOpenApi } from '../../src/platform/http/openapi/documents.ts'

const root = path.join(import.meta.dirname, '../..')
const sources = path.join(root, 'packages/client/src')
/** Each generated file, and what its text is. */
export const schemaFiles = [
  [path.join(sources, 'schema.ts'), clientSchema],
  [path.join(sources, 'operator-schema.ts'), operatorSchema],
] as const

const Reference = z.looseObject({ $ref: z.string().optional() })
const Operation = z.looseObject({
  parameters: z.array(Reference).default([]),
  responses: z.record(z.string(), z.unknown()),
})
const Schemas = z.record(z.string(), z.unknown())
const OpenApi = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: Schemas }),
})
const AsyncApi = z.object({
  channels: z.record(
    z.string(),
    z.object({
      address: z.string(),
      messages: z.record(z.string(), z.object({ $ref: z.string() })),
    }),
  ),
  components: z.object({
    messages: z.record(z.string(), z.object({ payload: z.object({ $ref: z.string() }) })),
    schemas: Schemas,
  }),
})

/** Returns the text of `schema.ts`: paths, components, streams, and the idempotent operations. */
async function clientSchema(): Promise<string> {
  const document = OpenApi.parse(JSON.parse(openApi(endpoints)))
  const streams = AsyncApi.parse(JSON.parse(asyncApi(endpoints)))
  const types = await typesOf(document, streams.components.schemas)
  return types + streamsOf(streams) + idempotentOf(document)
}

/** Returns the text of `operator-schema.ts`: paths, components, and streams. */
async function operatorSchema(): Promise<string> {
  const document = OpenApi.parse(JSON.parse(operatorOpenApi(endpoints)))
  return (await typesOf(document, {})) + operatorStreamsOf(document)
}

async function typesOf(
  document: z.output<typeof OpenApi>,
  more: z.output<typeof Schemas>,
): Promise<string> {
  const schemas = { ...more, ...document.components.schemas }
  const components = { ...document.components, schemas, responses: {} }
  const paths = withoutFailures(document.paths)
  // A client receives no webhooks; the forms of events are among the schemas.
  const merged = { ...document, paths, components, webhooks: {} }
  const blob = ts.factory.createTypeReferenceNode('Blob')
  const nodes = await openapiTS(JSON.stringify(merged), {
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  })
  const heading =
    '/** Generated from the contracts: run `npm run contracts:client`. Do not edit. */\n'
  return heading + astToString(nodes.filter((node) => !isEmptyPart(node)))
}

/** Parts of OpenAPI that the client does not have. */
const isEmptyPart = (node: ts.Node): boolean =>
  ts.isTypeAliasDeclaration(node) && ['webhooks', '$defs'].includes(node.name.text)

/** The client throws every failure as a `Refusal`, so their responses need no types. */
const withoutFailures = (paths: z.output<typeof OpenApi>['paths']) =>
  mapValues(paths, (operations) =>
    mapValues(operations, ({ responses, ...operation }) => ({
      ...operation,
      responses: Object.fromEntries(
        Object.entries(responses).filter(([status]) => status.startsWith('2')),
      ),
    })),
  )

const mapValues = <From, To>(record: Readonly<Record<string, From>>, to: (value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]))

const lastOf = (reference: string): string => reference.split('/').at(-1) ?? ''

/** The events of each stream, by its address. */
function streamsOf({ channels, components }: z.output<typeof AsyncApi>): string {
  const lines = Object.values(channels).flatMap(({ address, messages }) => [
    `    "${address}": {`,
    ...Object.entries(messages).map(([event, { $ref }]) => {
      const payload = components.messages[lastOf($ref)]?.payload.$ref ?? ''
      return `        ${event}: components["schemas"]["${lastOf(payload)}"];`
    }),
    '    };',
  ])
  return ['export interface streams {', ...lines, '}', ''].join('\n')
}

const StreamEvent = z.object({
  properties: z.object({
    event: z.object({ const: z.string() }),
    data: z.object({ $ref: z.string() }),
  }),
})

const StreamOperation = z.looseObject({
  responses: z.looseObject({
    200: z.looseObject({
      content: z.looseObject({
        'text/event-stream': z.looseObject({
          schema: z.object({ contentSchema: z.object({ oneOf: z.array(StreamEvent) }) }),
        }),
      }),
    }),
  }),
})

/** The streams of an OpenAPI document that has the contracts of their events. */
function operatorStreamsOf({ paths }: z.output<typeof OpenApi>): string {
  const lines = Object.entries(paths).flatMap(([at, { get }]) => {
    const stream = StreamOperation.safeParse(get)
    if (!stream.success) return []
    const { schema } = stream.data.responses[200].content['text/event-stream']
    return [
      `    "${at}": {`,
      ...schema.contentSchema.oneOf.map(
        ({ properties: { event, data } }) =>
          `        ${event.const}: components["schemas"]["${lastOf(data.$ref)}"];`,
      ),
      '    };',
    ]
  })
  return ['export interface streams {', ...lines, '}', ''].join('\n')
}

/** The operations that accept an idempotency key. */
function idempotentOf({ paths }: z.output<typeof OpenApi>): string {
  const keyed = Object.entries(paths).flatMap(([at, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters }]) =>
        parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')),
      )
      .map(([method]) => `    "${method.toUpperCase()} ${at}",`),
  )
  return [
    'export const idempotentOperations: ReadonlySet<string> = new Set([',
    ...keyed.toSorted(),
    ']);',
    '',
  ].join('\n')
}

if (import.meta.main) {
  for (const [file, text] of schemaFiles) await writeFile(file, await text())
}
