import { Refusal, type RefusalKey } from '../../../base/refusal.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { envelopeRefusal, type RefusalShape, titleOf } from '../envelope.ts'
import { errorCatalogue } from '../errors/catalogue.ts'
import { earlyShapeOf } from '../refusal-shapes.ts'
import type { Components, Json } from './components.ts'

/**
 * Describes the failures of an endpoint: a response for each status, which lists its keys. A call
 * that the server refuses before the endpoint can serve it may be refused in another shape.
 */
export function failures(row: Endpoint, components: Components): Json {
  const earlyShape = earlyShapeOf(row)
  const early = Map.groupBy(earlyRefusals(row), (key) => earlyShape.status(new Refusal(key)))
  const own = Map.groupBy(new Set([...row.refusals, ...earlyRefusals(row), ...always]), (key) =>
    row.refusalShape.status(new Refusal(key)),
  )
  const described = (shape: RefusalShape, byStatus: ReadonlyMap<number, readonly RefusalKey[]>) =>
    [...byStatus].map(([status, keys]) => [status, failure(shape, status, keys, components)])
  return Object.fromEntries([...described(earlyShape, early), ...described(row.refusalShape, own)])
}

const always: readonly RefusalKey[] = ['api.server_error', 'api.service_unavailable']

function earlyRefusals(row: Endpoint): readonly RefusalKey[] {
  const hasBody = row.body !== undefined || row.rawBody !== undefined || row.bodyOnGet
  return [
    'api.malformed_request',
    ...(row.params === undefined ? [] : (['api.not_found'] as const)),
    ...(hasBody ? (['api.payload_too_large', 'api.unsupported_media_type'] as const) : []),
  ]
}

function failure(
  shape: RefusalShape,
  status: number,
  keys: readonly RefusalKey[],
  components: Components,
): Json {
  const response = {
    description: [`${titleOf(status)}:`, ...keys.map(explained)].join('\n'),
    ...(status === 429 || status === 503
      ? { headers: { 'Retry-After': components.header('RetryAfter') } }
      : {}),
    content: { 'application/json': { schema: schemaOf(shape, keys, components) } },
  }
  const name = shape === envelopeRefusal ? sharedNames.get(keys.join()) : undefined
  return name === undefined ? response : components.response(name, response)
}

/** Failures that most operations have; their keys are all that the status can mean there. */
const sharedNames: ReadonlyMap<string, string> = new Map<string, string>([
  ['api.malformed_request', 'MalformedRequest'],
  ['api.validation_failed,api.malformed_request', 'InvalidRequest'],
  ['api.not_found', 'NotFound'],
  ['auth.unauthenticated', 'Unauthenticated'],
  ['operator.unauthenticated', 'Unauthenticated'],
  [
    'api.operator_password_initial,api.operator_twofa_required,api.operator_not_permitted',
    'OperatorForbidden',
  ],
  ['api.payload_too_large', 'PayloadTooLarge'],
  ['api.unsupported_media_type', 'UnsupportedMediaType'],
  ['api.too_many_requests', 'TooManyRequests'],
  ['api.server_error', 'ServerError'],
  ['api.service_unavailable', 'ServiceUnavailable'],
  ['api.idempotency_key_reused,api.request_in_progress', 'IdempotencyConflict'],
])

const causes: ReadonlyMap<string, string> = new Map(
  errorCatalogue.map(({ key, cause }) => [key, cause]),
)

function explained(key: RefusalKey): string {
  if (key === 'api.validation_failed') return '- a sentence about the first field that fails'
  const cause = causes.get(key)
  return cause === undefined ? `- \`${key}\`` : `- \`${key}\`: ${cause}`
}

/** States the keys of the refusal, so that clients can tell them apart by type. */
function schemaOf(
  refusalShape: RefusalShape,
  keys: readonly RefusalKey[],
  components: Components,
): Json {
  const shape = components.schema(refusalShape.schema, 'output')
  const isSentence = keys.includes('api.validation_failed')
  if (refusalShape !== envelopeRefusal || isSentence) return shape
  return { allOf: [shape, { properties: { message: { type: 'string', enum: keys } } }] }
}
