import { z } from 'zod'
import { Broken } from './broken.ts'

type Sent = Readonly<{ token?: string; body?: unknown }>

type Method = 'GET' | 'PUT' | 'POST'

/** The sandbox's control, and the operators' part of the service. */
export type Api = Readonly<{
  url: string
  /** Calls and reads the answer; anything but success breaks the demo off with a sentence. */
  call: <Answer extends z.ZodType>(
    method: Method,
    path: string,
    answer: Answer,
    sent?: Sent,
  ) => Promise<z.output<Answer>>
  /** Calls that must be refused; a success breaks the demo off. */
  refused: (method: Method, path: string, sent?: Sent) => Promise<void>
  calls: () => number
}>

/** A server, and what to do if it does not respond. */
export type Server = Readonly<{ url: string; name: string; whenAway: string }>

/** For one call, and for what follows from it: a busy machine is slow. */
export const patienceMs = 60_000
const Failure = z.object({ message: z.string() })

/** A client of a base URL. */
export function apiAt(server: Server): Api {
  const { url, name } = server
  let calls = 0
  async function answered(method: Method, path: string, { token, body }: Sent) {
    calls += 1
    const request = {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const address = URL.parse(path, url)
    if (address === null) throw new Broken(`${url} is no address of a service.`)
    const { status, text } = await exchange(address, request).catch((error) => {
      throw unreachable(server, error)
    })
    return { status, text, spoken: `${method} ${path}` }
  }
  return {
    url,
    calls: () => calls,
    async call(method, path, answer, sent = {}) {
      const { status, text, spoken } = await answered(method, path, sent)
      if (status !== 200) {
        const refused = status >= 400 && status < 500
        throw new Broken(`${name} answered ${status} to ${spoken}: ${why(text)}`, { refused })
      }
      const read = answer.safeParse(json(text))
      if (read.success) return read.data
      throw new Broken(`${name} answered ${spoken} in another shape than expected:\n${read.error}`)
    },
    async refused(method, path, sent = {}) {
      const { status, spoken } = await answered(method, path, sent)
      if (status >= 400 && status < 500) return
      throw new Broken(`${name} answered ${status} to ${spoken}, which it has to refuse.`)
    },
  }
}

async function exchange(url: URL, request: RequestInit) {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(patienceMs) })
  return { status: response.status, text: await response.text() }
}

function unreachable({ name, url, whenAway }: Server, error: unknown): Broken {
  const late = error instanceof Error && error.name === 'TimeoutError'
  if (late)
    return new Broken(`${name} at ${url} took longer than ${patienceMs / 1_000} s to answer.`)
  return new Broken(`${name} can not be reached at ${url}.\n${whenAway}`)
}

/** The reason an answer gives, or as much of it as fits on a line. */
function why(text: string): string {
  const failure = Failure.safeParse(json(text))
  return failure.success ? failure.data.message : text.slice(0, 80)
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
