import createClient, { type Client } from 'openapi-fetch'
import type { HttpMethod } from 'openapi-typescript-helpers'
import { type AnyPaths, type CallOf, type Calls, callOf, callsOf } from './calls.ts'
import { bodyOf, queryOf } from './form.ts'
import { Refusal } from './refusal.ts'
import type { components, paths, streams } from './schema.ts'
import { type Credentials, isRead, senderOf, type Transport } from './send.ts'
import { memoryStore, type Session, type SessionStore, sessionOf } from './session.ts'
import { type ApiKey, signerOf, targetOf } from './signing.ts'
import {
  connectionsTo,
  dispatch,
  follow,
  type Stream,
  type StreamOptions,
  type StreamTimes,
  streamTimes,
} from './stream.ts'
import { type OnProgress, uploading } from './upload.ts'

export {
  addDecimals,
  compareDecimals,
  divideDecimals,
  type FormatOptions,
  formatDecimal,
  isDecimal,
  isMultipleOf,
  type Language,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
} from './decimal.ts'
export {
  type LiabilityBranch,
  type LiabilityFault,
  type LiabilityVerdict,
  type OwnLiabilities,
  type PublishedLiabilities,
  verifyLiabilities,
} from './liabilities.ts'
export { orderNoOf } from './order.ts'
export { type Conflict, ConnectionError, Refusal } from './refusal.ts'
export type { RefusalKey } from './refusal-keys.ts'
export type { components, paths, streams } from './schema.ts'
export { newKey as newIdempotencyKey } from './send.ts'
export { memoryStore, type SessionStore, type StoredSession, type Tokens } from './session.ts'
export type { ApiKey } from './signing.ts'
export type { Stream, StreamOptions } from './stream.ts'
export type { OnProgress } from './upload.ts'

export type TukarOptions = Readonly<{
  /** The origin of the service: `https://api.example.com`. */
  url: string
  /** Where the session is kept; in memory by default. */
  store?: SessionStore
  /** Signs every request as a program, in place of a session. */
  apiKey?: ApiKey
  /** Called if the service has ended the session: ask the user to sign in again. */
  onSignedOut?: () => void
  fetch?: typeof globalThis.fetch
  /**
   * How long one try of a request may take; 30 seconds by default. It counts from the last part of
   * an upload that was sent, or of the response that arrived; in React Native responses come whole.
   */
  timeoutMs?: number
  /** How often a request is sent at most; 4 by default. */
  tries?: number
  /** A longer `Retry-After` is left to the app; 20 seconds by default. */
  maxWaitMs?: number
  streamTimes?: Partial<StreamTimes>
}>

/** What a call resolves to: the `data` of the envelope, undefined without any, or a plain body. */
export type { Data } from './calls.ts'

export type Call<Method extends HttpMethod, Added = object> = CallOf<paths, Method, Added>

export type Upload = Call<'post', Readonly<{ onProgress?: OnProgress }>>

export type Credential = components['schemas']['LoginRequest']

export type Handlers<Path extends keyof streams> = Readonly<{
  [Event in keyof streams[Path]]?: (data: streams[Path][Event]) => void
}>

export type Tukar = Calls<paths> &
  Readonly<{
    /** A `post` that reports how much of its body has been sent. */
    upload: Upload
    /** Follows the events of a stream, over as many connections as it takes. */
    stream: <Path extends keyof streams>(
      path: Path,
      handlers: Handlers<Path>,
      options?: StreamOptions,
    ) => Stream
    signIn: (credential: Credential) => Promise<void>
    signOut: () => Promise<void>
    isSignedIn: () => Promise<boolean>
    /** The client below, for responses that are files, and for headers of responses. */
    raw: Client<paths>
  }>

/** Builds a client of one user or program. */
export function createTukar(options: TukarOptions): Tukar {
  const { store = memoryStore(), onSignedOut = () => undefined } = options
  const url = options.url.replace(/\/+$/, '')
  const fetch = options.fetch ?? globalThis.fetch.bind(globalThis)
  const session = sessionOf({ url, store, fetch, onSignedOut })
  const send = senderOf({
    credentials: options.apiKey ? keyCredentials(options.apiKey) : tokenCredentials(session),
    timeoutMs: options.timeoutMs ?? 30_000,
    tries: options.tries ?? 4,
    maxWaitMs: options.maxWaitMs ?? 20_000,
  })
  const plain: Transport = (request, signal) => fetch(new Request(request, { signal }))
  const settings = {
    baseUrl: url,
    bodySerializer: bodyOf,
    querySerializer: queryOf,
    fetch: (request: Request) => send.whole(request, plain),
  } as const
  const raw = createClient<paths>(settings)
  const any = createClient<AnyPaths>(settings)
  return {
    ...callsOf<paths>(any),
    upload: callOf(
      any,
      'post',
      (onProgress) => (request) => send.whole(request, uploading(plain, onProgress)),
    ),
    stream: (path, handlers, streaming = {}) => {
      const times = { ...streamTimes, ...options.streamTimes }
      const connect = connectionsTo(send, plain, () => {
        const given = typeof streaming.query === 'function' ? streaming.query() : streaming.query
        const query = queryOf(given ?? {})
        return `${url}${path}${query && '?'}${query}`
      })
      return follow(connect, (event, data) => dispatch(handlers, event, data), streaming, times)
    },
    signIn: (credential) => signIn(raw, session, credential),
    signOut: () => signOut(raw, session),
    isSignedIn: async () => (await session.current()).tokens !== null,
    raw,
  }
}

/** Signing in and what else needs no session must not fail for an old one. */
const isPublic = ({ method, url }: Request): boolean =>
  method === 'POST' && targetOf(url).startsWith('/api/auth/')

const bearer = 'Bearer '

function tokenCredentials(session: Session): Credentials {
  return {
    add: async (request) => {
      const { tokens } = await session.current()
      if (tokens === null || isPublic(request)) return
      request.headers.set('Authorization', bearer + tokens.xToken.token)
    },
    renew: async (request) => {
      const used = request.headers.get('Authorization')
      return used !== null && session.renew(used.slice(bearer.length), isRead(request))
    },
  }
}

/** Signs with the service's time: a clock that is wrong is corrected by the first refusal. */
function keyCredentials(key: ApiKey): Credentials {
  let aheadMs = 0
  const sign = signerOf(key, () => Date.now() + aheadMs)
  return {
    add: sign,
    renew: async (_request, { headers }) => {
      const theirs = Date.parse(headers.get('date') ?? '')
      if (!Number.isNaN(theirs)) aheadMs = theirs + 500 - Date.now()
      return true
    },
  }
}

const deviceHeader = 'X-Device-Key'

async function signIn(raw: Client<paths>, session: Session, credential: Credential): Promise<void> {
  const account = credential.email.trim().toLowerCase()
  const { deviceKeys } = await session.current()
  const known = deviceKeys[account]
  const { data, response } = await raw.POST('/api/auth/login', {
    body: credential,
    params: { header: known === undefined ? {} : { [deviceHeader]: known } },
  })
  if (data === undefined) throw new TypeError('the response to a sign-in is empty')
  const issued = response.headers.get(deviceHeader)
  const keys = issued === null ? deviceKeys : { ...deviceKeys, [account]: issued }
  await session.change({ tokens: data.data, deviceKeys: keys, account })
}

/** Ends the session here even if the service cannot be reached: there it expires by itself. */
async function signOut(raw: Client<paths>, session: Session): Promise<void> {
  try {
    await raw.DELETE('/api/auth')
  } catch (error) {
    const hasEnded = error instanceof Refusal && error.key === 'auth.unauthenticated'
    if (!hasEnded) throw error
  } finally {
    await session.change({ tokens: null })
  }
}
