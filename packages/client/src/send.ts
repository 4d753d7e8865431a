import { ConnectionError, Refusal, refusalOf } from './refusal.ts'
import { idempotentOperations } from './schema.ts'
import { targetOf } from './signing.ts'
import { backoffMs, wait } from './wait.ts'

/** Sends a request, over one connection. `onPart` is called for each part that has been sent. */
export type Transport = (
  request: Request,
  signal: AbortSignal,
  onPart?: () => void,
) => Promise<Response>

/** Adds credentials to a request. */
export type Credentials = Readonly<{
  add: (request: Request) => Promise<void>
  /** Called if the credentials of a request were refused; returns whether to send it again. */
  renew: (request: Request, response: Response) => Promise<boolean>
}>

export type SendOptions = Readonly<{
  credentials: Credentials
  /** How long one try may take, from the last part of its body or its response on. */
  timeoutMs: number
  /** How often a request is sent at most. */
  tries: number
  /** Longer waits are left to the app, which finds them in `Refusal.retryAfterMs`. */
  maxWaitMs: number
}>

export type Send = Readonly<{
  /** Sends a request, and repeats it if that is safe. Throws `Refusal` or `ConnectionError`. */
  whole: (request: Request, transport: Transport) => Promise<Response>
  /** Sends once, and returns with the head of the response: its body is still arriving. */
  open: (request: Request, transport: Transport) => Promise<Response>
}>

const keyHeader = 'Idempotency-Key'

export function senderOf({ credentials, timeoutMs, tries, maxWaitMs }: SendOptions): Send {
  /** Sends with credentials, and once more if they could be renewed. */
  async function open(request: Request, transport: Transport): Promise<Response> {
    for (let renewed = false; ; renewed = true) {
      const tried = request.clone()
      await credentials.add(tried)
      const response = await transport(tried, request.signal)
      if (response.ok) return response
      const refusal = await refusalOf(response)
      const isStranger = refusal.key === 'auth.unauthenticated'
      if (renewed || !isStranger || !(await credentials.renew(tried, response))) throw refusal
    }
  }

  async function whole(request: Request, transport: Transport): Promise<Response> {
    const takesKey = idempotentOperations.has(operationOf(request))
    if (takesKey && !request.headers.has(keyHeader)) request.headers.set(keyHeader, newKey())
    const key = takesKey ? request.headers.get(keyHeader) : null
    const isRepeatable = takesKey || isRead(request)
    const timed: Transport = (tried, signal) => inTime(tried, signal, transport, timeoutMs)
    let mayHaveEffect = false
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await open(request, timed).catch((error: unknown) => error)
      if (outcome instanceof Response) return outcome
      if (request.signal.aborted) throw request.signal.reason
      const isRefusal = outcome instanceof Refusal
      const failure = isRefusal ? outcome : new ConnectionError(request, key, outcome)
      mayHaveEffect = isOfUnknownEffect(failure, mayHaveEffect)
      if (isRefusal && mayHaveEffect) outcome.idempotencyKey = key
      const waitMs = waitOf(failure, attempt)
      if (!isRepeatable || attempt + 1 >= tries || waitMs > maxWaitMs) throw failure
      await wait(waitMs, request.signal)
    }
  }
  return { whole, open }
}

/**
 * Whether a request may have taken effect, or still may, after this failure of a try. If it had
 * been so before, a session that has ended and a rate that is exceeded say nothing of it.
 */
const isOfUnknownEffect = (failure: Refusal | ConnectionError, before: boolean): boolean => {
  if (failure instanceof ConnectionError) return true
  const { key, status } = failure
  if (status === 401 || status === 429) return before
  return status >= 500 || key === 'api.request_in_progress'
}

/** GETs that send a mail or give a number each time, or change what the user has read. */
const changingReads: ReadonlySet<string> = new Set([
  'GET /api/auth/email-resend',
  'GET /api/deposit/get-digit-transfer',
  'GET /api/user-messages/read',
  'GET /api/withdraws/otp',
])

/** Returns whether a request may be repeated, also for another user. */
export const isRead = (request: Request): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !changingReads.has(operationOf(request))

const operationOf = ({ method, url }: Request): string =>
  `${method} ${targetOf(url).replace(/\?.*$/, '')}`

/**
 * Returns how long to wait before a request is repeated. Infinity if the refusal is final: so are
 * those by which the service stops a second order or code that comes too soon.
 */
function waitOf(failure: Refusal | ConnectionError, attempt: number): number {
  const pauseMs = backoffMs(attempt, 500, 8_000)
  if (failure instanceof ConnectionError) return pauseMs
  const { key, status, retryAfterMs } = failure
  const isPassing =
    status >= 500 || key === 'api.too_many_requests' || key === 'api.request_in_progress'
  return isPassing ? Math.max(pauseMs, retryAfterMs ?? 0) : Number.POSITIVE_INFINITY
}

/** Reads a whole response, each part in time: a body that breaks off counts as no response. */
async function inTime(
  request: Request,
  signal: AbortSignal,
  transport: Transport,
  timeoutMs: number,
): Promise<Response> {
  const stop = new AbortController()
  const onAbort = () => stop.abort(signal.reason)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  const late = () => stop.abort(new Error(`no response within ${timeoutMs} ms`))
  let timer = setTimeout(late, timeoutMs)
  const onPart = () => {
    clearTimeout(timer)
    timer = setTimeout(late, timeoutMs)
  }
  try {
    const response = await transport(request, stop.signal, onPart)
    const bytes = await bytesOf(response, onPart)
    return new Response(bytes.byteLength === 0 ? null : bytes, response)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

/** Reads a body; where `fetch` does not stream, such as in React Native, it is one part. */
async function bytesOf(response: Response, onPart: () => void): Promise<ArrayBuffer> {
  const { body } = response
  if (!body) return response.arrayBuffer()
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    onPart()
    parts.push(part.value)
  }
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes.buffer
}

/**
 * Returns a new idempotency key. Keep it with the form that a person fills in, so that whatever
 * happens to the app, the form takes effect once.
 */
export function newKey(): string {
  const { crypto } = globalThis
  if (typeof crypto?.randomUUID === 'function') return crypto.randomUUID()
  const bytes = new Uint8Array(16)
  // React Native has no `crypto` of its own. The key must be unique, it need not be secret.
  if (typeof crypto?.getRandomValues === 'function') crypto.getRandomValues(bytes)
  else for (const index of bytes.keys()) bytes[index] = Math.floor(Math.random() * 256)
  return `${Date.now().toString(36)}-${Array.from(bytes, (byte) => byte.toString(36)).join('')}`
}
