import type { S3Client } from '@aws-sdk/client-s3'
import { z } from 'zod'
import { withDeadline } from '../../base/deadline.ts'
import { breaker } from '../breaker.ts'
import { type Answer, guardCalls, type Rejected, type Unknown } from '../outbound.ts'
import { outboundLimits } from '../outbound-limits.ts'
import { type ObjectPage, type ObjectStore, objectName, type StoreTools } from './object-store.ts'
import { objectStoreLimits } from './object-store-limits.ts'

const bounds = objectStoreLimits

export type S3Access = Readonly<{
  baseUrl: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}>

type Sdk = typeof import('@aws-sdk/client-s3')
type Line = Readonly<{ sdk: Sdk; client: S3Client }>

/** One call of the SDK, within the usual bounds. */
type Ask = <Value>(
  doing: string,
  work: (line: Line, options: Readonly<{ abortSignal: AbortSignal }>) => Promise<Value>,
) => Promise<Answer<Value>>

export function s3Store(access: S3Access, tools: StoreTools): ObjectStore {
  const { bucket: Bucket } = access
  let connecting: Promise<Line> | null = null
  const ask = bounded(tools, () => {
    connecting ??= connect(access)
    return connecting
  })

  return {
    put: (name, Body) =>
      ask('put', async ({ sdk, client }, options) => {
        const ContentType = 'application/octet-stream'
        const command = new sdk.PutObjectCommand({ Bucket, Key: name, Body, ContentType })
        await client.send(command, options)
        return null
      }),
    get: (name) =>
      ask('get', async ({ sdk, client }, options) => {
        try {
          const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key: name }), options)
          return await readBody(found.Body)
        } catch (error) {
          if (codeOf(error) === 'NoSuchKey') return null
          throw error
        }
      }),
    delete: (name) =>
      ask('delete', async ({ sdk, client }, options) => {
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: name }), options)
        return null
      }),
    list: (after) =>
      ask('list', async ({ sdk, client }, options) => {
        const MaxKeys = bounds.listItems
        const start = after === '' ? {} : { StartAfter: after }
        const command = new sdk.ListObjectsV2Command({ Bucket, MaxKeys, ...start })
        const { Contents = [], IsTruncated } = await client.send(command, options)
        return pageOf(Contents, IsTruncated === true)
      }),
    close: () => {
      void connecting?.then(({ client }) => client.destroy())
    },
  }
}

/** Bounds calls in time and number, with a circuit breaker. */
function bounded({ clock, health, log, timeoutMs }: StoreTools, line: () => Promise<Line>): Ask {
  const circuit = breaker(clock)
  const watch = health?.line('object-store', circuit.state)
  const guarded = guardCalls(circuit, bounds.inFlight, watch)
  return (doing, work) =>
    guarded(() =>
      withDeadline(timeoutMs ?? bounds.callMs, async (abortSignal) => {
        try {
          return { kind: 'accepted', value: await work(await line(), { abortSignal }) }
        } catch (error) {
          const answer = abortSignal.aborted ? timedOut : whyNot(error)
          log.warn({ provider: 'object store', doing, ...answer }, 'no clear response')
          return answer
        }
      }),
    )
}

const timedOut: Unknown = { kind: 'unknown', why: 'timeout' }

/** Loads the SDK on the first call: a service with a folder never pays its 20 MB and 200 ms. */
async function connect({ baseUrl, region, accessKey, secretKey }: S3Access): Promise<Line> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    endpoint: baseUrl,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    followRegionRedirects: false,
    maxAttempts: bounds.tries,
    // Stores other than Amazon's lack its newest checksums; the encryption authenticates the
    // content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: bounds.connectMs,
      requestTimeout: bounds.callMs,
      httpAgent: { maxSockets: bounds.inFlight },
      httpsAgent: { maxSockets: bounds.inFlight },
    },
  })
  return { sdk, client }
}

class TooLarge extends Error {}

async function readBody(body: unknown): Promise<Buffer> {
  if (!isStream(body)) throw new TypeError('an object without a body')
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    if (!(piece instanceof Uint8Array)) throw new TypeError('an object that is not bytes')
    length += piece.length
    if (length > bounds.objectBytes) throw new TooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const isStream = (body: unknown): body is AsyncIterable<unknown> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

type ListedObject = Readonly<{ Key?: string | undefined; LastModified?: Date | undefined }>

/** A page may contain other objects; the next one still begins after the last of them. */
function pageOf(entries: readonly ListedObject[], more: boolean): ObjectPage {
  const objects = entries.flatMap(({ Key, LastModified }) =>
    Key !== undefined && LastModified !== undefined && objectName.test(Key)
      ? [{ name: Key, storedAt: LastModified }]
      : [],
  )
  return { objects, next: more ? (entries.at(-1)?.Key ?? null) : null }
}

const Failed = z.object({
  name: z.string(),
  message: z.string().catch(''),
  code: z.string().optional(),
  $metadata: z.object({ httpStatusCode: z.int().optional() }).catch({}),
})

const codeOf = (error: unknown): string | null => Failed.safeParse(error).data?.name ?? null

const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])
/** The SDK reports these as timeouts too. */
const cutOff = new Set(['ECONNRESET', 'EPIPE'])

function whyNot(error: unknown): Rejected | Unknown {
  if (error instanceof TooLarge) return { kind: 'unknown', why: 'unreadable' }
  const failed = Failed.safeParse(error)
  if (!failed.success) return { kind: 'unknown', why: 'unreadable' }
  const { name, message, code, $metadata } = failed.data
  const status = $metadata.httpStatusCode
  if (cutOff.has(code ?? '')) return { kind: 'unknown', why: 'connection-lost' }
  if (name === 'TimeoutError') return timedOut
  if (neverConnected.has(code ?? '')) return { kind: 'unknown', why: 'unreachable' }
  if (status === undefined) return { kind: 'unknown', why: 'connection-lost' }
  if (status === 401 || status === 403) return { kind: 'unknown', why: 'login-refused' }
  if (status === 429 || name === 'SlowDown') return { kind: 'unknown', why: 'throttled' }
  if (status >= 500) return { kind: 'unknown', why: 'server-error' }
  if (status >= 400) {
    const words = message.slice(0, outboundLimits.messageChars)
    return { kind: 'rejected', code: name, message: words, status }
  }
  return { kind: 'unknown', why: status >= 300 ? 'redirected' : 'unreadable' }
}
