/** The operations of the API documents, with the schemas of their requests. */
import { z } from 'zod'

/** The part of JSON Schema that requests of the documents use. */
export type Schema = Readonly<{
  $ref?: string | undefined
  type?: string | readonly string[] | undefined
  enum?: readonly unknown[] | undefined
  const?: unknown
  anyOf?: readonly Schema[] | undefined
  oneOf?: readonly Schema[] | undefined
  allOf?: readonly Schema[] | undefined
  properties?: Readonly<Record<string, Schema>> | undefined
  required?: readonly string[] | undefined
  items?: Schema | undefined
  minItems?: number | undefined
  maxItems?: number | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  pattern?: string | undefined
  format?: string | undefined
}>

const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(Schema).optional(),
    oneOf: z.array(Schema).optional(),
    allOf: z.array(Schema).optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    items: Schema.optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    pattern: z.string().optional(),
    format: z.string().optional(),
  }),
)

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  schema: Schema,
})
export type Parameter = Readonly<z.output<typeof Parameter>>

const Media = z.object({
  schema: Schema,
  example: z.record(z.string(), z.unknown()).default({}),
})

const Operation = z.object({
  parameters: z.array(z.looseObject({ $ref: z.string().optional() })).default([]),
  requestBody: z.object({ content: z.record(z.string(), Media) }).optional(),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.record(z.string(), z.unknown()).optional() }),
  ),
})

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({
    schemas: z.record(z.string(), Schema),
    parameters: z.record(z.string(), z.unknown()).default({}),
  }),
})

/** A body as one media type describes it. */
export type Body = Readonly<{
  mediaType: string
  schema: Schema
  example: Readonly<Record<string, unknown>>
}>

export type Operation = Readonly<{
  method: string
  path: string
  parameters: readonly Parameter[]
  bodies: readonly Body[]
  /** The names of the ways of access; empty if the operation is public. */
  access: readonly string[]
  /** Returns a schema without a reference at its top. */
  resolve: (schema: Schema) => Schema
}>

/** Reads the operations of a document, without those that answer with an endless stream. */
export function operationsOf(text: string): readonly Operation[] {
  const { paths, components } = Document.parse(JSON.parse(text))
  const named = (reference: string): string => reference.split('/').at(-1) ?? ''
  const resolve = (schema: Schema): Schema => {
    const found = schema.$ref === undefined ? schema : components.schemas[named(schema.$ref)]
    if (found === undefined) throw new Error(`the document lacks ${schema.$ref}`)
    return found
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      if ('text/event-stream' in (operation.responses['200']?.content ?? {})) return []
      const { parameters, requestBody, security } = operation
      return {
        method: method.toUpperCase(),
        path,
        parameters: parameters.map((one) =>
          Parameter.parse(one.$ref === undefined ? one : components.parameters[named(one.$ref)]),
        ),
        bodies: Object.entries(requestBody?.content ?? {}).map(([mediaType, media]) => ({
          mediaType,
          ...media,
        })),
        access: security.flatMap((one) => Object.keys(one)),
        resolve,
      }
    }),
  )
}
