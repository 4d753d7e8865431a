import { setTimeout as pause } from 'node:timers/promises'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import aws4 from 'aws4'
import { type Dispatcher, Pool } from 'undici'
import { breaker } from '../breaker.ts'
import { exchange, type ReceivedResponse } from '../exchange.ts'
import {
  type Answer,
  guardCalls,
  plain,
  targetOf,
  type Unknown,
  unclearStatus,
  whyFailed,
} from '../outbound.ts'
import {
  type ObjectPage,
  type ObjectStore,
  objectName,
  objectStoreLimits,
  type StoreTools,
} from './object-store.ts'

export type S3Access = Readonly<{
  baseUrl: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}>

/** A request for an object, or without a name for the bucket. Each may be sent twice. */
type S3Request = Readonly<{
  method: 'GET' | 'PUT' | 'DELETE'
  name?: string
  query?: Readonly<Record<string, string>>
  body?: Buffer
}>

/** Reads the body of a successful response; gets null if there is no such object. */
type Read<Value> = (body: Buffer | null) => Value

type Send = <Value>(request: S3Request, read: Read<Value>) => Promise<Answer<Value>>

/**
 * Sends the four requests of the S3 API that we need, in path style. They carry no checksums, which
 * some stores refuse: the signature covers the content.
 */
export function s3Store(access: S3Access, tools: StoreTools): ObjectStore {
  const pool = new Pool(new URL(access.baseUrl).origin, {
    connections: objectStoreLimits.inFlight,
    connect: { timeout: objectStoreLimits.connectMs },
    maxResponseSize: objectStoreLimits.objectBytes,
  })
  const send = guardedSend(pool, access, tools)
  return {
    put: (name, body) => send({ method: 'PUT', name, body }, () => null),
    get: (name) => send({ method: 'GET', name }, (body) => body),
    delete: (name) => send({ method: 'DELETE', name }, () => null),
    list: (after) => {
      const start = after === '' ? {} : { 'start-after': after }
      const query = { 'list-type': '2', 'max-keys': String(objectStoreLimits.listItems), ...start }
      return send({ method: 'GET', query }, pageIn)
    },
    close: () => void pool.destroy(),
  }
}

/** Bounds requests in time and number, with a circuit breaker. */
function guardedSend(
  pool: Dispatcher,
  access: S3Access,
  { clock, health, log, timeoutMs = objectStoreLimits.callMs }: StoreTools,
): Send {
  const circuit = breaker(clock)
  const watch = health?.line('object-store', circuit.state)
  const guarded = guardCalls(circuit, objectStoreLimits.inFlight, watch)
  return (request, read) =>
    guarded(async () => {
      const sent = signed(request, access)
      const endMs = clock.monotonicMs() + timeoutMs
      for (let left = objectStoreLimits.tries - 1; ; left -= 1) {
        const leftMs = endMs - clock.monotonicMs()
        const answer = await sendOnce(pool, sent, leftMs, read)
        if (answer.kind === 'accepted') return answer
        const { method } = request
        log.warn({ provider: 'object store', method, ...answer }, 'no clear response')
        if (left === 0 || answer.kind === 'rejected' || !passing.has(answer.why)) return answer
        await pause(objectStoreLimits.retryMs)
      }
    })
}

/** Failures that a second request may not meet. */
const passing: ReadonlySet<Unknown['why']> = new Set(['server-error', 'connection-lost'])

async function sendOnce<Value>(
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
  read: Read<Value>,
): Promise<Answer<Value>> {
  try {
    const response = await exchange(pool, request, { timeoutMs })
    return classified(request, response, read)
  } catch (error) {
    return { kind: 'unknown', why: whyFailed(error) }
  }
}

/** Signs a request by Signature Version 4. */
function signed(request: S3Request, access: S3Access): Dispatcher.DispatchOptions {
  const { method, name, query, body } = request
  const { host, pathname } = new URL(access.baseUrl)
  const place = [access.bucket, ...(name?.split('/') ?? [])]
  const target = targetOf('object store', { path: place, ...(query && { query }) })
  const path = pathname.replace(/\/+$/, '') + target
  const content = body && { body, headers: { 'content-type': 'application/octet-stream' } }
  const { headers } = aws4.sign(
    { service: 's3', region: access.region, host, method, path, ...content },
    { accessKeyId: access.accessKey, secretAccessKey: access.secretKey },
  )
  return { method, path, headers: { ...headers }, body: body ?? null }
}

function classified<Value>(
  { method }: Dispatcher.DispatchOptions,
  response: ReceivedResponse,
  read: Read<Value>,
): Answer<Value> {
  const { status, body } = response
  if (status >= 200 && status < 300) return readable(() => read(body))
  const { code, message } = refusalIn(body, status)
  if (method === 'GET' && code === 'NoSuchKey') return readable(() => read(null))
  if (status === 401 || status === 403) return { kind: 'unknown', why: 'login-refused' }
  if (code === 'SlowDown') return { kind: 'unknown', why: 'throttled' }
  return unclearStatus(response) ?? { kind: 'rejected', code, message: plain(message), status }
}

function readable<Value>(read: () => Value): Answer<Value> {
  try {
    return { kind: 'accepted', value: read() }
  } catch {
    return { kind: 'unknown', why: 'unreadable' }
  }
}

function refusalIn(body: Buffer, status: number): Readonly<{ code: string; message: string }> {
  const ofStatus = { code: `HTTP_${status}`, message: '' }
  const read = readable(() => parseXml(body.toString()).root)
  if (read.kind !== 'accepted') return ofStatus
  const code = textOf(read.value, 'Code') ?? ofStatus.code
  return { code, message: textOf(read.value, 'Message') ?? '' }
}

/** A page may contain other objects; the next one still begins after the last of them. */
function pageIn(body: Buffer | null): ObjectPage {
  const { root } = parseXml(String(body))
  if (root?.name !== 'ListBucketResult') throw new TypeError('not a list')
  const entries = childrenOf(root, 'Contents').map((entry) => ({
    name: textOf(entry, 'Key') ?? '',
    storedAt: new Date(textOf(entry, 'LastModified') ?? ''),
  }))
  const objects = entries.filter(
    ({ name, storedAt }) => objectName.test(name) && !Number.isNaN(storedAt.getTime()),
  )
  const isLast = textOf(root, 'IsTruncated') !== 'true'
  return { objects, next: isLast ? null : (entries.at(-1)?.name ?? null) }
}

function childrenOf(parent: XmlElement | null, name: string): readonly XmlElement[] {
  const children = parent?.children ?? []
  return children.filter((child) => child instanceof XmlElement).filter((one) => one.name === name)
}

const textOf = (parent: XmlElement | null, name: string): string | undefined =>
  childrenOf(parent, name)[0]?.text
