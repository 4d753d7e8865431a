import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Refused } from '../refused.ts'

export type SignedRequest = Readonly<{
  method: string
  /** Path with query, as received. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}>
type Keys = Readonly<{ accessKey: string; secretKey: string }>

/** The signature of a request, from a header or its query. */
type Claim = Readonly<{
  key: string
  day: string
  region: string
  signedHeaders: string
  signature: string
  /** The time of signing, in S3's format. */
  time: string
  /** The digest of the body, or its placeholder. */
  digest: string
}>

const algorithm = 'AWS4-HMAC-SHA256'
const unsignedPayload = 'UNSIGNED-PAYLOAD'
export const unsignedTrailer = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'

const skewMs = 15 * 60_000
const longestSeconds = 7 * 24 * 60 * 60
const Credential = /^([^/]+)\/(\d{8})\/([a-z0-9-]+)\/s3\/aws4_request$/
const Header = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string): Buffer =>
  createHmac('sha256', key).update(data).digest()

/** Checks Signature Version 4 in a header or a presigned URL; throws S3's errors. */
export function checkSignature(request: SignedRequest, keys: Keys): void {
  const [path = '', search = ''] = request.url.split('?')
  const query = new URLSearchParams(search)
  const presigned = query.has('X-Amz-Signature') || query.has('X-Amz-Algorithm')
  if (presigned && request.headers.authorization !== undefined) {
    throw new Refused(400, 'InvalidArgument', 'Only one auth mechanism allowed')
  }
  const claim = presigned ? presignedClaim(query, request) : headerClaim(request)
  if (claim.key !== keys.accessKey) {
    throw new Refused(403, 'InvalidAccessKeyId', 'The access key Id does not exist.')
  }
  checkHeaders(claim, request.headers)
  const canonical = [
    request.method,
    path,
    canonicalQuery(query),
    ...claim.signedHeaders
      .split(';')
      .map((name) => `${name}:${headerText(request.headers, name).trim().replace(/ +/g, ' ')}`),
    '',
    claim.signedHeaders,
    claim.digest,
  ].join('\n')
  if (!isSignature(claim, canonical, keys.secretKey)) {
    throw new Refused(403, 'SignatureDoesNotMatch', 'The signature is not the one we made.')
  }
  checkDigest(claim.digest, request.body)
}

function headerClaim({ headers }: SignedRequest): Claim {
  const match = Header.exec(headers.authorization ?? '')
  if (match === null) throw new Refused(403, 'AccessDenied', 'Access Denied')
  const [, credential = '', signedHeaders = '', signature = ''] = match
  const time = headerText(headers, 'x-amz-date')
  const digest = headerText(headers, 'x-amz-content-sha256')
  if (digest === '') {
    const message = 'Missing required header for this request: x-amz-content-sha256'
    throw new Refused(400, 'InvalidRequest', message)
  }
  const scope = scopeOf(credential, 'AuthorizationHeaderMalformed')
  if (!time.startsWith(scope.day) || !(Math.abs(Date.now() - momentOf(time)) < skewMs)) {
    throw new Refused(403, 'RequestTimeTooSkewed', 'The difference of times is too large.')
  }
  return { ...scope, signedHeaders, signature, time, digest }
}

const presignedNames = ['Algorithm', 'Credential', 'Signature', 'Date', 'SignedHeaders', 'Expires']
const malformed = 'AuthorizationQueryParametersError'

function presignedClaim(query: URLSearchParams, { headers }: SignedRequest): Claim {
  const [method, credential = '', signature = '', time = '', signedHeaders = '', seconds = ''] =
    presignedNames.map((name) => query.get(`X-Amz-${name}`) ?? '')
  if (presignedNames.some((name) => !query.has(`X-Amz-${name}`))) {
    const names = presignedNames.map((name) => `X-Amz-${name}`).join(', ')
    throw new Refused(400, malformed, `Version 4 in a query requires the parameters ${names}.`)
  }
  if (method !== algorithm) {
    throw new Refused(400, malformed, `X-Amz-Algorithm only supports "${algorithm}"`)
  }
  if (!/^\d{1,12}$/.test(seconds)) {
    throw new Refused(400, malformed, 'X-Amz-Expires should be a number')
  }
  if (Number(seconds) > longestSeconds) {
    const message = `X-Amz-Expires must be less than ${longestSeconds} seconds, a week`
    throw new Refused(400, malformed, message)
  }
  const scope = scopeOf(credential, malformed)
  const at = momentOf(time)
  if (Number.isNaN(at) || !time.startsWith(scope.day)) {
    throw new Refused(400, malformed, 'X-Amz-Date must be in the ISO8601 Long Format')
  }
  if (at > Date.now() + skewMs) throw new Refused(403, 'AccessDenied', 'Request is not yet valid')
  const end = at + Number(seconds) * 1_000
  if (end < Date.now()) {
    throw new Refused(403, 'AccessDenied', 'Request has expired', {
      'X-Amz-Expires': seconds,
      Expires: new Date(end).toISOString(),
      ServerTime: new Date().toISOString(),
    })
  }
  const digest = headerText(headers, 'x-amz-content-sha256') || unsignedPayload
  return { ...scope, signedHeaders, signature, time, digest }
}

function scopeOf(credential: string, code: string): Pick<Claim, 'key' | 'day' | 'region'> {
  const match = Credential.exec(credential)
  if (match === null) throw new Refused(400, code, 'The credential is malformed')
  const [, key = '', day = '', region = ''] = match
  return { key, day, region }
}

/** Returns NaN for invalid times. */
const momentOf = (time: string): number =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** The host and all of S3's own headers must be signed. */
function checkHeaders({ signedHeaders }: Claim, headers: IncomingHttpHeaders): void {
  const signed = signedHeaders.split(';')
  const own = Object.keys(headers).filter((name) => name.startsWith('x-amz-'))
  const missing = ['host', ...own].filter((name) => !signed.includes(name))
  if (missing.length === 0) return
  const message = 'There were headers present in the request which were not signed'
  throw new Refused(403, 'AccessDenied', message, { HeadersNotSigned: missing.join(', ') })
}

function isSignature({ day, region, time, signature }: Claim, canonical: string, secret: string) {
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = [algorithm, time, scope, sha256(canonical)].join('\n')
  const keyOfDay = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day))
  const expected = hmac(keyOfDay, toSign)
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(expected, given)
}

function checkDigest(digest: string, body: Buffer): void {
  if (digest === unsignedPayload || digest === unsignedTrailer) return
  if (digest.startsWith('STREAMING-')) {
    throw new Refused(501, 'NotImplemented', `Chunks are not checked here by ${digest}`)
  }
  if (digest !== sha256(body)) {
    throw new Refused(400, 'XAmzContentSHA256Mismatch', 'The content is not what was signed.')
  }
}

export const headerText = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}

/** Encodes each name and value canonically, in the order of the names, then of the values. */
const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([a, first], [b, second]) => compared(a, b) || compared(first, second))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const compared = (a: string, b: string): number => Number(a > b) - Number(a < b)

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
