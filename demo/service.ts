import {
  ConnectionError,
  createTukar,
  Refusal,
  type Tukar,
  type TukarOptions,
} from '../packages/client/src/client.ts'
import { type Api, apiAt, patienceMs, type Server } from './api.ts'
import { Broken } from './broken.ts'

/** The service, as apps and as operators see it. */
export type Service = Readonly<{
  url: string
  /** A new app, without a sign-in yet. */
  app: (options?: Partial<TukarOptions>) => Tukar
  operators: Api
  calls: () => number
  /** Returns a failed call of an app as the sentence that breaks the demo off. */
  broken: (error: unknown) => unknown
}>

export function serviceAt(server: Server): Service {
  const { url, name } = server
  const operators = apiAt(server)
  const refusedRequests = new Map<string | null, string>()
  let calls = 0
  const counted = async (input: string | URL | Request, init?: RequestInit) => {
    calls += 1
    const request = new Request(input, init)
    const response = await fetch(request)
    const { pathname } = new URL(request.url)
    const spoken = `${request.method} ${withoutSecrets(pathname)}`
    if (!response.ok) refusedRequests.set(response.headers.get('x-request-id'), spoken)
    return response
  }
  return {
    url,
    // Every request is sent once: the demo breaks off at the first that fails.
    app: (options) =>
      createTukar({ url, fetch: counted, timeoutMs: patienceMs, tries: 1, ...options }),
    operators,
    calls: () => calls + operators.calls(),
    broken(error) {
      if (error instanceof Refusal) {
        const spoken = refusedRequests.get(error.requestId)
        return new Broken(`${name} answered ${error.status} to ${spoken}: ${error.message}`)
      }
      if (!(error instanceof ConnectionError)) return error
      const { cause, message } = error
      return new Broken(`${message}: ${cause instanceof Error ? cause.message : cause}`)
    },
  }
}

/** Waits for a call that must be refused; returns the reason. A success breaks the demo off. */
export async function refused(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.message}`
    throw error
  }
  throw new Broken('Tukar answered with success where it has to refuse.')
}

/** Long path parts are links and tokens: nothing to read. */
const withoutSecrets = (path: string): string => path.replace(/[A-Za-z0-9_-]{50,}/g, '…')
