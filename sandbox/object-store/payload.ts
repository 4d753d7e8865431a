import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { Refused } from '../refused.ts'
import { headerText, unsignedTrailer } from './signature.ts'

/** The bytes of an object, with the verified checksums: header names and values. */
export type Payload = Readonly<{ bytes: Buffer; checksums: Readonly<Record<string, string>> }>

const prefix = 'x-amz-checksum-'
const settings = ['x-amz-checksum-mode', 'x-amz-checksum-type', 'x-amz-checksum-algorithm']

const digestOf = (algorithm: string) => (bytes: Buffer) =>
  createHash(algorithm).update(bytes).digest('base64')

const calculated: Readonly<Record<string, (bytes: Buffer) => string>> = {
  'x-amz-checksum-crc32': (bytes) => {
    const four = Buffer.alloc(4)
    four.writeUInt32BE(crc32(bytes))
    return four.toString('base64')
  },
  'x-amz-checksum-sha1': digestOf('sha1'),
  'x-amz-checksum-sha256': digestOf('sha256'),
}

/** Returns the object in a body, which may be chunked with a trailing checksum. */
export function payloadOf(headers: IncomingHttpHeaders, body: Buffer): Payload {
  const chunked = headerText(headers, 'x-amz-content-sha256') === unsignedTrailer
  const { bytes, trailers } = chunked ? unchunked(headers, body) : { bytes: body, trailers: {} }
  const checksums = { ...checksumsIn(headers), ...trailers }
  for (const [name, value] of Object.entries(checksums)) {
    const calculate = calculated[name]
    const algorithm = name.slice(prefix.length).toUpperCase()
    if (calculate === undefined) {
      throw new Refused(501, 'NotImplemented', `Checksums by ${algorithm} are not checked here`)
    }
    if (calculate(bytes) !== value) {
      const message = `The ${algorithm} you specified did not match the calculated checksum.`
      throw new Refused(400, 'BadDigest', message)
    }
  }
  const md5 = headerText(headers, 'content-md5')
  if (md5 !== '' && digestOf('md5')(bytes) !== md5) {
    throw new Refused(400, 'BadDigest', 'The Content-MD5 is not that of what we received.')
  }
  return { bytes, checksums }
}

const checksumsIn = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(headers)
      .filter((name) => name.startsWith(prefix) && !settings.includes(name))
      .map((name) => [name, headerText(headers, name)]),
  )

const incomplete = () =>
  new Refused(400, 'IncompleteBody', 'The body is not as long as its header says.')

/**
 * Decodes `aws-chunked`: each chunk after its length in hex, an empty one, then the trailing
 * headers.
 */
function unchunked(headers: IncomingHttpHeaders, body: Buffer) {
  const length = headerText(headers, 'x-amz-decoded-content-length')
  if (!/^\d{1,15}$/.test(length)) {
    throw new Refused(411, 'MissingContentLength', 'x-amz-decoded-content-length is missing.')
  }
  const chunks: Buffer[] = []
  let at = 0
  for (;;) {
    const end = body.indexOf('\r\n', at)
    const size = /^([0-9a-f]{1,8})(?:;.*)?$/i.exec(body.toString('latin1', at, end))?.[1]
    if (end < 0 || size === undefined) throw incomplete()
    at = end + 2
    const bytes = Number.parseInt(size, 16)
    if (bytes === 0) break
    chunks.push(body.subarray(at, at + bytes))
    at += bytes + 2
  }
  const bytes = Buffer.concat(chunks)
  if (bytes.length !== Number(length)) throw incomplete()
  return { bytes, trailers: trailersIn(headers, body.toString('latin1', at)) }
}

function trailersIn(headers: IncomingHttpHeaders, text: string): Readonly<Record<string, string>> {
  const sent = new Map(
    text.split('\r\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  const names = headerText(headers, 'x-amz-trailer').toLowerCase().split(',').filter(Boolean)
  return Object.fromEntries(
    names.map((name) => {
      const value = sent.get(name.trim())
      if (value === undefined) {
        throw new Refused(400, 'MalformedTrailerError', 'The announced trailer is missing.')
      }
      return [name.trim(), value]
    }),
  )
}
