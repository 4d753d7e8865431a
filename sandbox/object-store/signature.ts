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

const skewMs = 15 * 60_000
const form = new RegExp(
  [
    /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([a-z0-9-]+)\/s3\/aws4_request/,
    /SignedHeaders=([a-z0-9;-]+)/,
    /Signature=([0-9a-f]{64})$/,
  ]
    .map((part) => part.source)
    .join(', ?'),
)

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string): Buffer =>
  createHmac('sha256', key).update(data).digest()

/** Signature Version 4 in the Authorization header; what does not fit is refused as S3 does. */
export function checkSignature(
  { method, url, headers, body }: SignedRequest,
  { accessKey, secretKey }: Readonly<{ accessKey: string; secretKey: string }>,
): void {
  const match = form.exec(headers.authorization ?? '')
  if (match === null) throw new Refused(403, 'AccessDenied', 'Access Denied')
  const [, key = '', day = '', region = '', names = '', signature = ''] = match
  if (key !== accessKey) {
    throw new Refused(403, 'InvalidAccessKeyId', 'The access key Id does not exist.')
  }
  const time = headerText(headers, 'x-amz-date')
  const at = Date.parse(
    time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (!time.startsWith(day) || !(Math.abs(Date.now() - at) < skewMs)) {
    throw new Refused(403, 'RequestTimeTooSkewed', 'The difference of times is too large.')
  }
  const digest = headerText(headers, 'x-amz-content-sha256')
  if (digest !== sha256(body)) {
    throw new Refused(400, 'XAmzContentSHA256Mismatch', 'The content is not what was signed.')
  }
  const signed = names.split(';')
  if (!signed.includes('host') || !signed.includes('x-amz-date')) {
    throw new Refused(403, 'AccessDenied', 'There were headers that were not signed')
  }
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    canonicalQuery(query),
    ...signed.map((name) => `${name}:${headerText(headers, name).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    digest,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const keyOfDay = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretKey}`, day))
  if (!timingSafeEqual(hmac(keyOfDay, toSign), Buffer.from(signature, 'hex'))) {
    throw new Refused(403, 'SignatureDoesNotMatch', 'The signature is not the one we made.')
  }
}

const headerText = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}

/** Each name and value in the one way of writing it, in order of their bytes. */
const canonicalQuery = (query: string): string =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
