import { z } from 'zod'
import { Refusal, type RefusalKey } from '../base/refusal.ts'
import type { Documents } from './docs.ts'
import type { Endpoint } from './endpoint.ts'
import { envelopeRefusal, titleOf } from './envelope.ts'
import { errorCatalogue } from './errors/catalogue.ts'
import { isOperatorPath } from './route.ts'

type Json = { [name: string]: unknown }

const made = new WeakMap<readonly Endpoint[], Documents>()

/** The document for apps and providers, without the operators' endpoints. */
export const openApi = (endpoints: readonly Endpoint[]): string =>
  documentOf(
    'Tukar',
    introduction,
    endpoints.filter(({ path }) => !isOperatorPath(path)),
  )

/** The document for operators: `/operator/api`. */
export const operatorOpenApi = (endpoints: readonly Endpoint[]): string =>
  documentOf(
    'Tukar for operators',
    introduction,
    endpoints.filter(({ path }) => isOperatorPath(path)),
  )

/** Returns both documents. Building them is slow, so they are cached per list of endpoints. */
export function documentsOf(endpoints: readonly Endpoint[]): Documents {
  const known = made.get(endpoints)
  if (known !== undefined) return known
  const documents = { forApps: openApi(endpoints), forOperators: operatorOpenApi(endpoints) }
  made.set(endpoints, documents)
  return documents
}

function documentOf(title: string, description: string, endpoints: readonly Endpoint[]): string {
  const byPath = Map.groupBy(endpoints, (row) => row.path)
  const document = {
    openapi: '3.1.1',
    info: {
      title,
      version: '1.0.0',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map((row) => row.tag))].map((name) => ({ name })),
    paths: Object.fromEntries(
      [...byPath].map(([path, rows]) => [
        path,
        Object.fromEntries(rows.map((row) => [row.method.toLowerCase(), operation(row)])),
      ]),
    ),
    components: {
      schemas: { Refusal: jsonSchema(envelopeRefusal.schema, 'output') },
      securitySchemes: schemesOf(endpoints),
      headers,
    },
    'x-errors': errorCatalogue,
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

const introduction = [
  'Answers come in one envelope: `code`, `title`, `message`, `result` and, where there is any,',
  '`data`. A failure has `result: false` and names its reason in `message`; the keys are listed',
  'with each endpoint, and [what each means](/docs/errors) stands on a page of its own, as JSON at',
  '`/api/errors` and here under `x-errors`. Amounts are decimal strings in answers, and decimal',
  'strings or JSON numbers in requests; their digits are taken as sent.',
].join('\n')

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The access token of `xToken`.' },
  operatorBearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of an operator, who is no user.',
  },
  signedUrl: {
    type: 'apiKey',
    in: 'query',
    name: 'signature',
    description: 'Part of a URL that another answer gave; it holds for five minutes.',
  },
  callbackToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Callback-Token',
    description: 'The token agreed with the payment provider.',
  },
  custodySignature: keyHeader(
    'Fireblocks-Signature',
    'Base64 of RSA with SHA-512 over the body as sent, by the key agreed with custody.',
  ),
  custodyJws: keyHeader(
    'Fireblocks-Webhook-Signature',
    'A detached JWS over the body as sent, by a key that custody publishes.',
  ),
  venueSignature: keyHeader(
    'X-Venue-Signature',
    'Hex HMAC-SHA256 over the timestamp, a dot and the body as sent.',
  ),
  venueTimestamp: keyHeader('X-Venue-Timestamp', 'When it was signed, in milliseconds since 1970.'),
  apiKey: keyHeader('X-API-KEY', 'The `apiKey` of a pair.'),
  apiKeyTimestamp: keyHeader(
    'X-API-TIMESTAMP',
    'Now, in milliseconds since 1970; at most 5 seconds from our time.',
  ),
  apiKeySignature: keyHeader(
    'X-API-SIGNATURE',
    'Hex HMAC-SHA256, keyed with the text of `secretKey`. With `X-API-SIGNATURE-VERSION: 2` it' +
      ' covers the timestamp, the method and the path with its query, each followed by a line' +
      ' feed, and then the body as sent. Without that header nothing separates the four parts;' +
      ' use version 2 in new programs. Each signature is accepted once.',
  ),
}

/** Returns the security schemes that these endpoints use. */
function schemesOf(endpoints: readonly Endpoint[]): Json {
  const used = new Set(endpoints.flatMap((row) => security(row).flatMap((way) => Object.keys(way))))
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name)))
}

function keyHeader(name: string, description: string): Json {
  return { type: 'apiKey', in: 'header', name, description }
}

const textHeader = (description: string) => ({ description, schema: { type: 'string' } })

const headers = {
  RequestId: textHeader('Names this request in our log.'),
  RetryAfter: { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
  RateLimit: textHeader('What is left of each limit, and the seconds until it is full again.'),
  RateLimitPolicy: textHeader('The limits that count this request.'),
  DeviceKey: textHeader(
    'Names this device from now on: keep it for this account, secret, and send it with sign-ins.',
  ),
  IdempotentReplayed: textHeader('`true` when this is the first answer under the key again.'),
}

const header = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

function operation(row: Endpoint): Json {
  const body = requestBody(row)
  return {
    operationId: operationId(row),
    tags: [row.tag],
    summary: row.summary,
    ...noteOf(row),
    security: security(row),
    parameters: parameters(row),
    ...(body === null ? {} : { requestBody: body }),
    responses: {
      [row.reply.status]: {
        description: titleOf(row.reply.status),
        headers: answerHeaders(row),
        content: { [mediaType(row)]: { schema: jsonSchema(row.reply.schema, 'output') } },
      },
      ...failures(row),
    },
  }
}

/** Returns notes that have no other place in the document. */
function noteOf({ access }: Endpoint): Json {
  if (access.scheme === 'signedFields') return { description: signedFieldsNote }
  return access.keyPermission === null ? {} : { description: keyNote(access.keyPermission) }
}

const signedFieldsNote =
  'Comes with `merchantCode` and, in `signature`, a digest of some of its fields; from agreed' +
  ' addresses only, where there are any.'

const keyNote = (permission: string): string =>
  `Open to API keys with the permission \`${permission}\` as well.`

/** Lists the alternative ways to authenticate; an API key needs its three headers together. */
function security({ access }: Endpoint): readonly Json[] {
  if (access.scheme === null || access.scheme === 'signedFields') return []
  const byKey = { apiKey: [], apiKeyTimestamp: [], apiKeySignature: [] }
  const dated = access.scheme === 'venueSignature' ? { venueTimestamp: [] } : {}
  return [{ [access.scheme]: [], ...dated }, ...(access.keyPermission === null ? [] : [byKey])]
}

const mediaType = (row: Endpoint): string => row.reply.mediaType.split(';', 1).join()

/** Builds an operation id: `POST /api/user/bank/{id}` becomes `postUserBankById`. */
function operationId({ method, path }: Endpoint): string {
  const words = path
    .replace(/^\/api/, '')
    .replace(/\{([^}]+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.toLowerCase() + words.join('')
}

function parameters(row: Endpoint): readonly Json[] {
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key with the same request gets the first answer again, for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 64 },
  }
  const device = {
    name: 'X-Device-Key',
    in: 'header',
    required: false,
    description: 'The key that an earlier sign-in to the same account gave this device.',
    schema: { type: 'string', maxLength: 47 },
  }
  return [
    ...fieldsOf(row.params, 'path'),
    ...fieldsOf(row.query, 'query'),
    ...(row.idempotent ? [key] : []),
    ...(row.deviceKey === null ? [] : [device]),
  ]
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
})

function fieldsOf(contract: z.ZodObject | undefined, place: 'path' | 'query'): readonly Json[] {
  if (contract === undefined) return []
  const { properties, required } = objectSchema.parse(jsonSchema(contract, 'input'))
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

function requestBody(row: Endpoint): Json | null {
  if (row.rawBody !== undefined) {
    const schema = jsonSchema(row.rawBody, 'input')
    return { required: true, content: { 'application/json': { schema } } }
  }
  if (row.body === undefined) return null
  const schema = jsonSchema(row.body, 'input')
  const types =
    row.files !== null
      ? ['multipart/form-data', 'application/json']
      : ['application/json', 'application/x-www-form-urlencoded']
  const { required } = objectSchema.parse(schema)
  return {
    required: required.length > 0,
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  }
}

function answerHeaders(row: Endpoint, status = row.reply.status): Json {
  return {
    'X-Request-Id': header('RequestId'),
    ...(status === 429 || status === 503 ? { 'Retry-After': header('RetryAfter') } : {}),
    ...(row.throttle.length === 0
      ? {}
      : { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimitPolicy') }),
    ...(row.deviceKey === 'given' && status === row.reply.status
      ? { 'X-Device-Key': header('DeviceKey') }
      : {}),
    ...(row.idempotent ? { 'Idempotent-Replayed': header('IdempotentReplayed') } : {}),
  }
}

/** Builds the error responses of a row: one per status, each listing its keys. */
function failures(row: Endpoint): Json {
  const whenRead: readonly RefusalKey[] =
    row.body === undefined && row.rawBody === undefined && !row.bodyOnGet
      ? []
      : ['api.payload_too_large', 'api.unsupported_media_type']
  const always: readonly RefusalKey[] = ['api.server_error', 'api.service_unavailable']
  const keys = [...new Set([...row.refusals, ...whenRead, ...always])]
  const byStatus = Map.groupBy(keys, (key) => row.refusalShape.status(new Refusal(key)))
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, refused]) => [
        status,
        {
          description: `${titleOf(status)}: ${refused.map(described).join(', ')}`,
          headers: answerHeaders(row, status),
          content: { 'application/json': { schema: refusalSchema(row) } },
        },
      ]),
  )
}

const described = (key: RefusalKey): string =>
  key === 'api.validation_failed' ? 'a sentence about the first field that fails' : `\`${key}\``

const refusalSchema = (row: Endpoint): Json =>
  row.refusalShape === envelopeRefusal
    ? { $ref: '#/components/schemas/Refusal' }
    : jsonSchema(row.refusalShape.schema, 'output')

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return { ...rest }
}
