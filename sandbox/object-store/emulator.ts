import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Emulator, Frame } from '../emulator.ts'
import { Refused, read } from '../refused.ts'
import { checkSignature } from './signature.ts'

const objectBytes = 64 * 1024 * 1024
const maxObjects = 10_000
const maxKeys = 1_000

const Place = z.object({ bucket: z.string(), '*': z.string().min(1).max(1_024) })
const Bucket = z.object({ bucket: z.string() })
const Listing = z.object({
  'list-type': z.literal('2'),
  'start-after': z.string().default(''),
  prefix: z.string().default(''),
  'max-keys': z.coerce.number().int().min(0).max(maxKeys).default(maxKeys),
})

type Stored = Readonly<{ bytes: Buffer; type: string; at: Date; etag: string }>

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
      })
      mountObjects(api, objects)
      const list = (request: FastifyRequest, bucket: string) =>
        listing(objects, bucket, read(Listing, request.query, 'InvalidArgument'))
      api.get('/:bucket', (request, reply) =>
        reply.type('application/xml').send(list(request, read(Bucket, request.params).bucket)),
      )
    },
    control: () => undefined,
    failure: (status, message, code = status === 429 ? 'SlowDown' : 'InternalError') => ({
      headers: { 'content-type': 'application/xml' },
      body: [
        `${head}<Error><Code>${escaped(code)}</Code>`,
        `<Message>${escaped(message)}</Message></Error>`,
      ].join(''),
    }),
    state: () => ({ storage: { objects: [...objects].map(shown) } }),
    reset: () => objects.clear(),
  }
}

function mountObjects(api: FastifyInstance, objects: Map<string, Stored>): void {
  const keyOf = (request: FastifyRequest): string => {
    const { bucket, '*': key } = read(Place, request.params, 'InvalidURI')
    // The router ignores a trailing slash, which is a part of a key.
    const isFolder = request.url.split('?', 1).join().endsWith('/')
    return `${bucket}/${key}${isFolder ? '/' : ''}`
  }

  api.put('/:bucket/*', { bodyLimit: objectBytes }, (request, reply) => {
    const bytes = bodyOf(request)
    const key = keyOf(request)
    if (objects.size >= maxObjects && !objects.has(key)) {
      throw new Refused(503, 'SlowDown', 'Please reduce your request rate.')
    }
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
    const type = request.headers['content-type'] ?? 'binary/octet-stream'
    objects.set(key, { bytes, type, at: new Date(), etag })
    return reply.header('etag', etag).send()
  })

  api.get('/:bucket/*', (request, reply) => {
    const found = objects.get(keyOf(request))
    if (found === undefined) throw new Refused(404, 'NoSuchKey', 'The key does not exist.')
    return reply
      .header('etag', found.etag)
      .header('last-modified', found.at.toUTCString())
      .type(found.type)
      .send(found.bytes)
  })

  api.delete('/:bucket/*', (request, reply) => {
    objects.delete(keyOf(request))
    return reply.code(204).send()
  })
}

const bodyOf = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0)

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

function listing(
  objects: ReadonlyMap<string, Stored>,
  bucket: string,
  { prefix, 'start-after': after, 'max-keys': most }: z.infer<typeof Listing>,
): string {
  const fitting = [...objects]
    .filter(([place]) => place.startsWith(`${bucket}/`))
    .map(([place, stored]) => ({ key: place.slice(bucket.length + 1), stored }))
    .filter(({ key }) => key.startsWith(prefix) && key > after)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const page = fitting.slice(0, most)
  const contents = page.map(
    ({ key, stored: { at, etag, bytes } }) =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>${at.toISOString()}</LastModified>` +
      `<ETag>${escaped(etag)}</ETag><Size>${bytes.length}</Size></Contents>`,
  )
  return [
    `${head}<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">`,
    `<Name>${escaped(bucket)}</Name><Prefix>${escaped(prefix)}</Prefix>`,
    `<KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys>`,
    `<IsTruncated>${page.length < fitting.length}</IsTruncated>`,
    ...contents,
    '</ListBucketResult>',
  ].join('')
}

const escaped = (text: string): string =>
  text.replaceAll(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`)

const shown = ([place, { bytes, type, at, etag }]: readonly [string, Stored]) => {
  const slash = place.indexOf('/')
  return {
    Bucket: place.slice(0, slash),
    Key: place.slice(slash + 1),
    Size: bytes.length,
    ETag: etag,
    ContentType: type,
    LastModified: at.toISOString(),
    Body: bytes.toString('base64'),
  }
}
