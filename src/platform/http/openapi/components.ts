import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

/** A part of a document. */
export type Json = { readonly [name: string]: unknown }

/** The fields of an object's JSON Schema, and which of them are required. */
export const ObjectSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
})

/** The direction of a value: requests are described as sent, responses as received. */
type Direction = 'input' | 'output'

/**
 * The shared parts of one document. Schemas that have an id are written once, under that id, and
 * referenced elsewhere.
 */
export class Components {
  readonly #described = { input: new Map<z.ZodType, Json>(), output: new Map<z.ZodType, Json>() }
  readonly #schemas = new Map<string, unknown>()
  readonly #responses = new Map<string, Json>()
  readonly #headers = new Map<string, Json>()
  readonly #parameters = new Map<string, Json>()
  readonly #openRequests: boolean

  /** `openRequests`: senders add fields that we do not read, as providers do. */
  constructor({ openRequests }: Readonly<{ openRequests: boolean }>) {
    this.#openRequests = openRequests
  }

  /** Describes a value; its named schemas become components. */
  schema(contract: z.ZodType, direction: Direction): Json {
    const known = this.#described[direction].get(contract)
    if (known !== undefined) return known
    const {
      $schema: _,
      $defs,
      ...described
    } = referring(
      z.toJSONSchema(contract, {
        io: direction,
        unrepresentable: 'any',
        override: (adaptation) => {
          adapted(adaptation)
          if (direction === 'input' && this.#openRequests) opened(adaptation)
        },
      }),
    )
    for (const [name, schema] of Object.entries(Definitions.parse($defs ?? {}))) {
      this.#add(this.#schemas, name, schema)
    }
    this.#described[direction].set(contract, described)
    return described
  }

  /** Adds a description under a name, unless it is a component already. */
  named(name: string, described: Json): Json {
    if ('$ref' in described) return described
    this.#add(this.#schemas, name, described)
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Adds a response that operations share. */
  response(name: string, response: Json): Json {
    this.#add(this.#responses, name, response)
    return { $ref: `#/components/responses/${name}` }
  }

  /** References a header that responses share. */
  header(name: keyof typeof headers): Json {
    this.#headers.set(name, headers[name])
    return { $ref: `#/components/headers/${name}` }
  }

  /** Adds a parameter that operations share. */
  parameter(name: string, parameter: Json): Json {
    this.#add(this.#parameters, name, parameter)
    return { $ref: `#/components/parameters/${name}` }
  }

  /** Returns the components in a stable order. */
  written(): Json {
    return {
      schemas: sorted(this.#schemas),
      responses: sorted(this.#responses),
      parameters: sorted(this.#parameters),
      headers: sorted(this.#headers),
    }
  }

  #add<Part>(parts: Map<string, Part>, name: string, part: Part): void {
    const present = parts.get(name)
    if (present !== undefined && !isDeepStrictEqual(present, part)) {
      throw new Error(`two different parts of the document have the name ${name}`)
    }
    parts.set(name, part)
  }
}

const Definitions = z.record(z.string(), z.unknown())

const sorted = (parts: ReadonlyMap<string, unknown>): Json =>
  Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))

/** Rewrites references within the schema to references to components. */
function referring(schema: object): Json {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')
  return Definitions.parse(JSON.parse(text))
}

type Adaptation = Readonly<{
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}>

/**
 * Leaves objects open, since later versions may add fields, and states formats that Zod's
 * translation lacks.
 */
function adapted({ zodSchema, jsonSchema }: Adaptation): void {
  delete jsonSchema.id
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (zodSchema._zod.def.type === 'date') {
    Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
  }
  if (jsonSchema.type === 'integer') {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.maximum === undefined) jsonSchema.format = 'int64'
  }
  const { type, properties, additionalProperties } = jsonSchema
  // Generators take an object without either for one that must be empty.
  if (type === 'object' && properties === undefined && additionalProperties === undefined) {
    jsonSchema.additionalProperties = true
  }
  // The format says it; the expression takes hundreds of characters.
  if (jsonSchema.format?.startsWith('date') === true) delete jsonSchema.pattern
}

/** Linters take fields that an object does not mention for mistakes, unless it is open. */
function opened({ jsonSchema }: Adaptation): void {
  if (jsonSchema.type === 'object') jsonSchema.additionalProperties ??= true
}

const textHeader = (description: string) => ({ description, schema: { type: 'string' } })

const headers = {
  RetryAfter: { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
  RateLimit: textHeader('The rest of each limit, and the seconds until it is full again.'),
  RateLimitPolicy: textHeader('The limits that count this request.'),
  DeviceKey: textHeader(
    'The key of this device: store it secretly for this account, and send it with each sign-in.',
  ),
  IdempotentReplayed: textHeader('`true` if this is the repeated first response under the key.'),
}
