import { callbackHeaders } from '../../../providers/callback-headers.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Json } from './components.ts'

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The access token of `xToken`.' },
  operatorBearer: { type: 'http', scheme: 'bearer', description: 'The token of an operator.' },
  signedUrl: {
    type: 'apiKey',
    in: 'query',
    name: 'signature',
    description: 'Part of a URL from another response; valid for five minutes.',
  },
  callbackToken: keyHeader(
    spelled(callbackHeaders.callbackToken),
    'The token agreed with the payment provider.',
  ),
  custodySignature: keyHeader(
    spelled(callbackHeaders.custodySignature),
    'Base64 of RSA with SHA-512 over the body as sent, by the key agreed with custody.',
  ),
  custodyJws: keyHeader(
    spelled(callbackHeaders.custodyJws),
    'A detached JWS over the body as sent, by a key that custody publishes.',
  ),
  venueSignature: keyHeader(
    spelled(callbackHeaders.venueSignature),
    'Hex HMAC-SHA256 over the timestamp, a dot and the body as sent.',
  ),
  apiKey: keyHeader(
    'X-API-KEY',
    'The `apiKey` of a pair. The request is signed: see the headers `X-API-TIMESTAMP` and' +
      ' `X-API-SIGNATURE` of each operation.',
  ),
}

/** Returns the security schemes that these endpoints use. */
export function securitySchemesOf(endpoints: readonly Endpoint[]): Json {
  const used = new Set(
    endpoints.flatMap((row) => securityOf(row).flatMap((way) => Object.keys(way))),
  )
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name)))
}

/** Lists the alternative ways to authenticate. */
export function securityOf({ access }: Endpoint): readonly Json[] {
  if (access.scheme === null || access.scheme === 'signedFields') return []
  const byKey = access.keyPermission === null ? [] : [{ apiKey: [] }]
  return [{ [access.scheme]: [] }, ...byKey]
}

/** Lists the headers that go with a signature, by the names of their components. */
export function signatureParameters({ access }: Endpoint): readonly (readonly [string, Json])[] {
  if (access.scheme === 'venueSignature') return [['VenueTimestamp', venueTimestamp]]
  return access.keyPermission === null ? [] : apiKeyParameters
}

const signatureHeader = (name: string, required: boolean, description: string, schema: Json) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', ...schema },
})

const milliseconds = { pattern: '^[0-9]{1,15}$' }

const venueTimestamp = signatureHeader(
  spelled(callbackHeaders.venueTimestamp),
  true,
  'The time of the signature, in milliseconds since 1970.',
  milliseconds,
)

const apiKeyParameters = [
  [
    'ApiKeyTimestamp',
    signatureHeader(
      'X-API-TIMESTAMP',
      false,
      'With an API key: the current time in milliseconds since 1970, within 5 seconds of ours.',
      milliseconds,
    ),
  ],
  [
    'ApiKeySignature',
    signatureHeader(
      'X-API-SIGNATURE',
      false,
      'With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp,' +
        ' the method, the path with its query and the body as sent. Each is accepted once.',
      { pattern: '^[0-9A-Fa-f]{64}$' },
    ),
  ],
  [
    'ApiKeySignatureVersion',
    signatureHeader(
      'X-API-SIGNATURE-VERSION',
      false,
      'With `2`, a line feed follows the timestamp, the method and the path in the signed text;' +
        ' use it in new programs. Without this header, nothing separates the four parts.',
      { enum: ['2'] },
    ),
  ],
] as const

function keyHeader(name: string, description: string): Json {
  return { type: 'apiKey', in: 'header', name, description }
}

/** Capitalizes the words of a header's name. */
function spelled(name: string): string {
  return name.replace(/\b[a-z]/g, (first) => first.toUpperCase())
}
