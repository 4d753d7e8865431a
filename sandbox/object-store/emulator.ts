import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Emulator, Frame } from '../emulator.ts'
import { Refused, read } from '../refused.ts'
import { Listing, listing } from './listing.ts'
import { payloadOf } from './payload.ts'
import { checkSignature, headerText } from './signature.ts'
import { escaped, xmlHead } from './xml.ts'

const objectBytes = 64 * 1024 * 1024
const maxObjects = 10_000

const Place = z.object({ bucket: z.string(), '*': z.string().min(1).max(1_024) })
const Bucket = z.object({ bucket: z.string() })

type Stored = Readonly<{
  bucket: string
  key: string
  bytes: Buffer
  at: Date
  etag: string
  /** Stored headers of the object: its type, metadata and so on. */
  headers: Readonly<Record<string, string>>
  checksums: Readonly<Record<string, string>>
}>

/** Objects in any bucket, by the S3 API in path style, for requests signed with the agreed keys. */
export function objectStore(frame: Frame): Emulator {
  const objects = new Map<string, Stored>()

  return {
    name: 'storage',
    root: '/s3',
    mount(api) {
      api.removeAllContentTypeParsers()
      api.addContentTypeParser(
        '*',
        { parseAs: 'buffer', bodyLimit: objectBytes },
        (_q, body, done) => done(null, body),
      )
      api.addHook('preHandler', async (request) => {
        const { method, headers } = request
        const { storageAccessKey: accessKey, storageSecretKey: secretKey } = frame.secrets
        const url = request.raw.url ?? '/'
        checkSignature({ method, url, headers, body: bodyOf(request) }, { accessKey, secretKey })
        refuseUnknown(request)
      })
      mountObjects(api, objects)
      mountBuckets(api, objects)
    },
    control: () => undefined,
    failure(status, message, code = status === 429 ? 'SlowDown' : 'InternalError', details = {}) {
      const id = randomUUID()
      const parts = { Code: code, Message: message, ...details, RequestId: id }
      const lines = Object.entries(parts).map(
        ([name, text]) => `<${name}>${escaped(text)}</${name}>`,
      )
      return {
        headers: { 'content-type': 'application/xml', 'x-amz-request-id': id },
        body: `${xmlHead}<Error>${lines.join('')}</Error>`,
      }
    },
    state: () => ({ storage: { objects: [...objects.values()].map(shown) } }),
    reset: () => objects.clear(),
  }
}

const listNames = ['list-type', 'start-after', 'continuation-token', 'prefix', 'delimiter']
const knownNames = ['x-id', 'max-keys', ...listNames]
const isKnown = (name: string): boolean =>
  knownNames.includes(name) || name.startsWith('x-amz-') || name.startsWith('response-')

/**
 * Refuses features that the sandbox lacks, such as copies or parts, instead of treating them as a
 * put.
 */
function refuseUnknown(request: FastifyRequest): void {
  const query = queryOf(request)
  const unknown = [...query.keys()].find((name) => !isKnown(name))
  const copies = query.has('x-amz-copy-source') || 'x-amz-copy-source' in request.headers
  const asked = unknown ?? (copies ? 'copies' : null)
  if (asked === null) return
  throw new Refused(501, 'NotImplemented', `The sandbox has no functionality for ${asked}.`)
}

const queryOf = ({ query }: FastifyRequest): ReadonlyMap<string, string> =>
  new Map(Object.entries(Object(query)).map(([name, text]) => [name.toLowerCase(), String(text)]))

function mountBuckets(api: FastifyInstance, objects: ReadonlyMap<string, Stored>): void {
  api.head('/:bucket', (_request, reply) => reply.send())
  api.get('/:bucket', { exposeHeadRoute: false }, (request, reply) => {
    const { bucket } = read(Bucket, request.params)
    const inBucket = [...objects.values()].filter((object) => object.bucket === bucket)
    const query = read(Listing, request.query, 'InvalidArgument')
    return reply.type('application/xml').send(listing(bucket, inBucket, query))
  })
}

function mountObjects(api: FastifyInstance, objects: Map<string, Stored>): void {
  const placeOf = (request: FastifyRequest) => {
    const { bucket, '*': key } = read(Place, request.params, 'InvalidURI')
    // The router ignores a trailing slash, which belongs to the key.
    const isFolder = request.url.split('?', 1).join().endsWith('/')
    const name = isFolder ? `${key}/` : key
    return { bucket, key: name, place: `${bucket}/${name}` }
  }

  api.put('/:bucket/*', { bodyLimit: objectBytes }, (request, reply) => {
    const { bucket, key, place } = placeOf(request)
    const { bytes, checksums } = payloadOf(request.headers, bodyOf(request))
    if (objects.size >= maxObjects && !objects.has(place)) {
      throw new Refused(503, 'SlowDown', 'Please reduce your request rate.')
    }
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
    const headers = keptHeaders(request)
    objects.set(place, { bucket, key, bytes, at: new Date(), etag, headers, checksums })
    return reply.headers({ etag, ...checksums }).send()
  })

  api.get('/:bucket/*', (request, reply) => {
    const found = objects.get(placeOf(request).place)
    if (found === undefined) throw new Refused(404, 'NoSuchKey', 'The key does not exist.')
    return show(request, reply, found)
  })

  api.delete('/:bucket/*', (request, reply) => {
    objects.delete(placeOf(request).place)
    return reply.code(204).send()
  })
}

const keptNames = ['cache-control', 'content-disposition', 'content-language', 'expires']

/** Returns the headers stored with an object. A presigned URL has metadata in its query. */
function keptHeaders(request: FastifyRequest): Readonly<Record<string, string>> {
  const { headers } = request
  const meta = (name: string) => name.startsWith('x-amz-meta-')
  const names = Object.keys(headers).filter((name) => keptNames.includes(name) || meta(name))
  const encoding = headerText(headers, 'content-encoding').replace(/^aws-chunked,? ?/, '')
  const kept = {
    'content-type': headers['content-type'] ?? 'binary/octet-stream',
    ...Object.fromEntries([...queryOf(request)].filter(([name]) => meta(name))),
    ...Object.fromEntries(names.map((name) => [name, headerText(headers, name)])),
    'content-encoding': encoding,
  }
  return Object.fromEntries(Object.entries(kept).filter(([, text]) => text !== ''))
}

/** Sends an object or a range of it; the query may override the object's headers. */
function show(request: FastifyRequest, reply: FastifyReply, found: Stored): FastifyReply {
  const { bytes, etag, at, headers, checksums } = found
  const query = queryOf(request)
  const range = rangeOf(request.headers.range, bytes.length)
  const mode =
    headerText(request.headers, 'x-amz-checksum-mode') || query.get('x-amz-checksum-mode')
  const asked = [...query].filter(([name]) => name.startsWith('response-'))
  reply
    .headers({ etag, 'last-modified': at.toUTCString(), 'accept-ranges': 'bytes', ...headers })
    .headers(Object.fromEntries(asked.map(([name, text]) => [name.slice(9), text])))
  if (range === null) {
    if (mode === 'ENABLED') reply.headers(checksums)
    return reply.send(bytes)
  }
  const [first, last] = range
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${bytes.length}`)
    .send(bytes.subarray(first, last + 1))
}

/** Returns the first and the last byte requested; null for the whole object. */
function rangeOf(header: string | undefined, length: number): readonly [number, number] | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  const [, from = '', to = ''] = match ?? []
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1)
  if (first > last) {
    throw new Refused(416, 'InvalidRange', 'The requested range is not satisfiable')
  }
  return [first, last]
}

const bodyOf = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0)

const shown = ({ bucket, key, bytes, headers, at, etag }: Stored) => ({
  Bucket: bucket,
  Key: key,
  Size: bytes.length,
  ETag: etag,
  ContentType: headers['content-type'],
  LastModified: at.toISOString(),
  Body: bytes.toString('base64'),
})
