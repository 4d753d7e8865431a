import type { Browser } from './browser.ts'
import { isRow, rowsIn, textAt } from './row.ts'

/** A no of the service. The message is in words for people. */
export class Refused extends Error {
  readonly key: string

  constructor(key: string, words: string) {
    super(words)
    this.key = key
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Service = Readonly<{
  /** Asks, and answers the data; a path without a leading slash is one of the operators' own. */
  ask: (method: Method, path: string, body?: object) => Promise<unknown>
  isSignedIn: () => boolean
  signIn: (token: string) => void
  /** Forgets the token. */
  forget: () => void
}>

const unreachable = 'The service can not be reached.'
const unsure = 'The service did not answer. It may be done all the same: look before you repeat it.'

const tokenName = 'tukar-console-token'

/** The service as this operator may use it; `ended` is told when their session is no more. */
export function openService({ fetch, storage }: Browser, ended: () => void): Service {
  const words = catalogueOf(fetch)
  const forget = () => storage.removeItem(tokenName)

  const ask: Service['ask'] = async (method, path, body) => {
    const token = storage.getItem(tokenName)
    const sent = await fetch(path.startsWith('/') ? path : `/operator/api/${path}`, {
      method,
      cache: 'no-store',
      credentials: 'omit',
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => null)
    if (sent === null) throw new Refused('', method === 'GET' ? unreachable : unsure)
    const answer: unknown = await sent.json().catch(() => null)
    if (sent.ok && isRow(answer)) return answer['data']
    if (sent.status === 401 && token !== null && storage.getItem(tokenName) === token) {
      forget()
      ended()
    }
    const key = isRow(answer) ? textAt(answer, 'message') : ''
    if (key === '') throw new Refused(key, `The service answered with the status ${sent.status}.`)
    throw new Refused(key, (await words()).get(key) ?? key)
  }

  return {
    ask,
    isSignedIn: () => storage.getItem(tokenName) !== null,
    signIn: (token) => storage.setItem(tokenName, token),
    forget,
  }
}

type Words = ReadonlyMap<string, string>

/** What each refusal means in English, read once, when the first one comes. */
function catalogueOf(fetch: Browser['fetch']): () => Promise<Words> {
  let known: Promise<Words> | null = null
  const read = async (): Promise<Words> => {
    const answer: unknown = await (await fetch('/api/errors', { method: 'GET' })).json()
    const entries = isRow(answer) ? rowsIn(answer['data']) : []
    return new Map(entries.map((entry) => [textAt(entry, 'key'), textAt(entry, 'text.en')]))
  }
  return () => {
    known ??= read().catch(() => {
      known = null
      return new Map()
    })
    return known
  }
}

/** What went wrong, in words. */
export const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong.'
