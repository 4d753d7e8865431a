import { z } from 'zod'
import { capitalized } from '../../../base/values/words.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { titleOf } from '../envelope.ts'
import { isForApps } from '../route.ts'
import { type Components, type Json, ObjectSchema } from './components.ts'
import { exampleOf, exampleRequestOf } from './examples.ts'
import { failures } from './failures.ts'
import { securityOf, signatureParameters } from './security.ts'

/** Describes one endpoint; its named parts go into the components. */
export function operation(row: Endpoint, components: Components): Json {
  return {
    operationId: row.operationId,
    tags: [row.tag],
    summary: titleOfSummary(row.summary),
    description: descriptionOf(row),
    ...(row.deprecated === null ? {} : { deprecated: true }),
    security: securityOf(row),
    parameters: parameters(row, components),
    ...requestBody(row, components),
    responses: {
      ...failures(row, components),
      [row.reply.status]: {
        description: titleOf(row.reply.status),
        headers: successHeaders(row, components),
        content: successContent(row, components),
      },
    },
  }
}

const titleChars = 60

/**
 * Returns a summary up to what it adds after a semicolon or colon, or a comma if it is long. A
 * name and a colon before it stay, as those of providers.
 */
export function titleOfSummary(summary: string): string {
  const [first = summary] = summary.split(/;|(?<= .*):/)
  if (first.length <= titleChars) return first
  const comma = first.lastIndexOf(', ', titleChars)
  return comma < 0 ? first : first.slice(0, comma)
}

/** States who may call, how often, and what the row itself adds. */
function descriptionOf(row: Endpoint): string {
  const { access, throttle, description, summary, deprecated } = row
  const sentences = [
    titleOfSummary(summary) === summary ? null : `${summary}.`,
    description,
    deprecated === null
      ? null
      : `Deprecated: use ${deprecated.instead}. This one works until ${deprecated.sunset}.`,
    `Access: ${access.name}.`,
    access.scheme === 'signedFields' ? signedFieldsNote : null,
    access.keyPermission === null
      ? null
      : `Open to API keys with the permission \`${access.keyPermission}\` as well.`,
    throttle.length === 0 ? null : `Limits: ${throttle.map(rateOf).join('; ')}.`,
  ]
  return sentences.filter((sentence) => sentence !== null).join('\n\n')
}

const signedFieldsNote =
  'Comes with `merchantCode` and, in `signature`, a digest of some of its fields; from agreed' +
  ' addresses only, if there are any.'

const rateOf = ({ name, points, windowSeconds }: Endpoint['throttle'][number]): string =>
  `\`${name}\`, ${points} in ${windowSeconds} seconds`

function parameters(row: Endpoint, components: Components): readonly Json[] {
  const shared: readonly (readonly [string, Json])[] = [
    ...(row.idempotent ? ([['IdempotencyKey', idempotencyKey]] as const) : []),
    ...(row.deviceKey === null ? [] : ([['DeviceKey', deviceKey]] as const)),
    ...signatureParameters(row),
  ]
  return [
    ...fieldsOf(row.params, 'path', components),
    ...fieldsOf(row.query, 'query', components),
    ...shared.map(([name, parameter]) => components.parameter(name, parameter)),
  ]
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key with the same request returns its first success again, for 24 hours. A refusal' +
    ' without effect leaves the key free.',
  schema: { type: 'string', minLength: 1, maxLength: 64 },
}

const deviceKey = {
  name: 'X-Device-Key',
  in: 'header',
  required: false,
  description: 'The key that this device received at an earlier sign-in to the account.',
  schema: { type: 'string', maxLength: 47 },
}

function fieldsOf(
  contract: z.ZodObject | undefined,
  place: 'path' | 'query',
  components: Components,
): readonly Json[] {
  if (contract === undefined) return []
  const { properties, required } = ObjectSchema.parse(components.schema(contract, 'input'))
  return Object.entries(properties)
    .filter(([name]) => name !== signatureField)
    .map(([name, schema]) => ({
      name: isList.safeParse(schema).success ? `${name}[]` : name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema,
    }))
}

/** Each item of a list has a parameter of its own: `ids[]=1&ids[]=2`. */
const isList = z.looseObject({ type: z.literal('array') })

/** The security scheme `signedUrl` states this one. */
const signatureField = 'signature'

function requestBody(row: Endpoint, components: Components): Json {
  const contract = row.rawBody ?? row.body
  if (contract === undefined) return {}
  const described = components.schema(contract, 'input')
  const { required, properties } = ObjectSchema.parse(described)
  const schema = components.named(`${capitalized(row.operationId)}Request`, described)
  const example = exampleRequestOf(row, properties)
  const content = { schema, ...(example === undefined ? {} : { example }) }
  return {
    requestBody: {
      required: row.rawBody !== undefined || required.length > 0,
      content: { [bodyType(row)]: content },
    },
  }
}

/** The media type that senders should use; other types that the service reads are not listed. */
function bodyType({ files, access }: Endpoint): string {
  if (files !== null) return 'multipart/form-data'
  return access.scheme === 'signedFields' ? 'application/x-www-form-urlencoded' : 'application/json'
}

function successContent(row: Endpoint, components: Components): Json {
  const { mediaType, files, schema } = row.reply
  const example = exampleOf(row)?.response
  const described = components.schema(schema(), 'output')
  const main = {
    schema: isForApps(row.path) ? described : { ...described, ...operatorEvents(row, components) },
    ...(example === undefined ? {} : { example }),
  }
  return {
    [bareType(mediaType)]: main,
    ...Object.fromEntries(files.map((type) => [bareType(type), {}])),
  }
}

/** The contracts of a stream's events; those of apps are in the AsyncAPI document. */
function operatorEvents({ reply }: Endpoint, components: Components): Json {
  if (reply.events === null) return {}
  const events = Object.entries(reply.events).map(([name, contract]) => ({
    type: 'object',
    properties: { event: { const: name }, data: components.schema(contract, 'output') },
    required: ['event', 'data'],
  }))
  return { contentMediaType: 'text/event-stream', contentSchema: { oneOf: events } }
}

const bareType = (mediaType: string): string => mediaType.split(';', 1).join()

function successHeaders(row: Endpoint, components: Components): Json {
  return {
    ...(row.throttle.length === 0
      ? {}
      : {
          RateLimit: components.header('RateLimit'),
          'RateLimit-Policy': components.header('RateLimitPolicy'),
        }),
    ...(row.deviceKey === 'given' ? { 'X-Device-Key': components.header('DeviceKey') } : {}),
    ...(row.idempotent ? { 'Idempotent-Replayed': components.header('IdempotentReplayed') } : {}),
  }
}
