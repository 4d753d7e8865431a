import {
  ConnectionError,
  createTukar,
  memoryStore,
  Refusal,
  type Tukar,
} from '../../packages/client/src/client.ts'
import { someNetwork } from './api-client.ts'
import type { Node } from './node.ts'

const patienceMs = 4_000

/**
 * The app of a user who has a token, on a separate network. It sends a request once: the storms
 * retry it themselves, at another node, and check each response.
 */
export function appAt({ url }: Pick<Node, 'url'>, token?: string, timeoutMs = patienceMs): Tukar {
  const store = memoryStore()
  if (token !== undefined) {
    const xToken = { token, expiresAt: '' }
    store.save({ tokens: { xToken, refreshToken: '' }, deviceKeys: {} })
  }
  return createTukar({
    url,
    store,
    tries: 1,
    timeoutMs,
    fetch: (input, init) => {
      const request = new Request(input, init)
      request.headers.set('x-forwarded-for', someNetwork())
      return fetch(request)
    },
  })
}

/** The outcome of a call; `again`: a request with an idempotency key should be retried. */
export type Outcome<Data> = Readonly<{ data: Data | null; answer: string; again: boolean }>

export async function outcomeOf<Data>(call: Promise<Data>): Promise<Outcome<Data>> {
  try {
    return { data: await call, answer: '200', again: false }
  } catch (error) {
    if (error instanceof ConnectionError) return { data: null, answer: 'no answer', again: true }
    if (!(error instanceof Refusal)) throw error
    const { status, message } = error
    // A key that a dead process claimed expires; until then the response is 409. A process that was
    // frozen while it received a request answers 408.
    const again = status >= 500 || status === 409 || status === 408
    return { data: null, answer: `${status} ${message}`, again }
  }
}
