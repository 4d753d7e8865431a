import { ConnectionError, Refusal, refusalOf } from './refusal.ts'
import type { components } from './schema.ts'
import { backoffMs, wait } from './wait.ts'

export type Tokens = components['schemas']['Tokens']

/** What an app keeps of its user's session. Store it as a secret. */
export type StoredSession = Readonly<{
  /** Null while no user is signed in. */
  tokens: Tokens | null
  /** By email address: the keys by which accounts know this device. They survive a sign-out. */
  deviceKeys: Readonly<Record<string, string>>
  /** The email address of the last sign-in. */
  account?: string | undefined
}>

/** Where an app keeps its session: the key chain of a phone, or the storage of a browser. */
export type SessionStore = Readonly<{
  load: () => StoredSession | null | Promise<StoredSession | null>
  save: (session: StoredSession) => void | Promise<void>
}>

/** Keeps the session in memory, until the app ends. */
export function memoryStore(): SessionStore {
  let kept: StoredSession | null = null
  return {
    load: () => kept,
    save: (session) => {
      kept = session
    },
  }
}

export type Session = Readonly<{
  current: () => Promise<StoredSession>
  change: (change: Partial<StoredSession>) => Promise<void>
  /**
   * Replaces an access token that was refused; concurrent calls share one refresh. Returns whether
   * the request should be sent again: only a read if the session is now another user's.
   */
  renew: (refused: string, isRead: boolean) => Promise<boolean>
}>

type SessionOptions = Readonly<{
  url: string
  store: SessionStore
  fetch: typeof globalThis.fetch
  onSignedOut: () => void
}>

const signedOut: StoredSession = { tokens: null, deviceKeys: {} }

export function sessionOf({ url, store, fetch, onSignedOut }: SessionOptions): Session {
  let kept: StoredSession | null = null
  let refreshing: Promise<boolean> | null = null
  /** The last access token before another user signed in. */
  let formerToken: string | null = null

  const current = async () => {
    kept ??= (await store.load()) ?? signedOut
    return kept
  }
  const change = async (changed: Partial<StoredSession>) => {
    kept = { ...(await current()), ...changed }
    await store.save(kept)
  }
  /** Takes over the tokens that another tab or process of the app has refreshed meanwhile. */
  const adopt = async (spent: Tokens): Promise<boolean> => {
    const stored = await store.load()
    if (stored?.tokens == null || stored.tokens.refreshToken === spent.refreshToken) return false
    if (stored.account !== kept?.account) formerToken = spent.xToken.token
    kept = stored
    return true
  }
  const isStill = (tokens: Tokens) => kept?.tokens?.refreshToken === tokens.refreshToken

  async function refresh(tokens: Tokens): Promise<boolean> {
    if (await adopt(tokens)) return true
    const next = await exchange(fetch, `${url}/api/auth/refresh-token`, tokens.refreshToken)
    if (!isStill(tokens)) return kept?.tokens != null
    if (next === null && (await adopt(tokens))) return true
    await change({ tokens: next })
    if (next === null) onSignedOut()
    return next !== null
  }

  async function renew(refused: string, isRead: boolean): Promise<boolean> {
    const { tokens } = await current()
    if (tokens === null) return false
    if (tokens.xToken.token === refused) {
      refreshing ??= refresh(tokens).finally(() => {
        refreshing = null
      })
      if (!(await refreshing)) return false
    }
    return isRead || refused !== formerToken
  }
  return { current, change, renew }
}

/**
 * The service accepts a spent refresh token again for ten seconds and returns the same successor;
 * after that it ends the session. So a lost response is asked for again at once, and not later.
 */
const windowMs = 8_000
const tryMs = 3_000

/** Returns the new tokens; null if the session has ended. */
async function exchange(
  fetch: typeof globalThis.fetch,
  url: string,
  refreshToken: string,
): Promise<Tokens | null> {
  const untilMs = performance.now() + windowMs
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await exchangeOnce(fetch, url, refreshToken).catch((error: unknown) => error)
    if (!(outcome instanceof Error)) return tokensOf(outcome)
    if (outcome instanceof Refusal && outcome.status < 500) {
      if (outcome.key === 'api.invalid_token') return null
      throw outcome
    }
    const pauseMs = (outcome instanceof Refusal ? outcome.retryAfterMs : null) ?? 0
    const nextMs = Math.max(pauseMs, backoffMs(attempt, 200, 2_000))
    if (performance.now() + nextMs > untilMs) throw outcome
    await wait(nextMs)
  }
}

async function exchangeOnce(
  fetch: typeof globalThis.fetch,
  url: string,
  refreshToken: string,
): Promise<unknown> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), tryMs)
  const request = new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
    signal: late.signal,
  })
  try {
    const response = await fetch(request)
    if (!response.ok) throw await refusalOf(response)
    return await response.json()
  } catch (error) {
    throw error instanceof Refusal ? error : new ConnectionError(request, null, error)
  } finally {
    clearTimeout(timer)
  }
}

/** Reads the tokens; anything but the service may have responded. */
function tokensOf(body: unknown): Tokens {
  const data: unknown = fieldOf(body, 'data')
  const xToken = fieldOf(data, 'xToken')
  const [token, expiresAt] = [fieldOf(xToken, 'token'), fieldOf(xToken, 'expiresAt')]
  const refreshToken = fieldOf(data, 'refreshToken')
  const texts = { token, expiresAt, refreshToken }
  if (!isTexts(texts)) throw new TypeError('the response to a refresh has no tokens')
  return {
    xToken: { token: texts.token, expiresAt: texts.expiresAt },
    refreshToken: texts.refreshToken,
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function isTexts<Name extends string>(
  values: Record<Name, unknown>,
): values is Record<Name, string> {
  return Object.values(values).every((value) => typeof value === 'string')
}
