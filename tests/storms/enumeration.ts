import {
  type ApiCall,
  apiClient,
  makeKnown,
  startTarget,
  storedPassword,
  type TimedAnswer,
} from './api-client.ts'
import { chanceOfSame, distinguishable, medianOf } from './mann-whitney.ts'
import { type Stage, type Storm, shuffled } from './stage.ts'

type ProbedEndpoint = Readonly<{ name: string; callFor: (email: string) => ApiCall }>

const endpoints: readonly ProbedEndpoint[] = [
  {
    name: 'login',
    callFor: (email) => ({
      method: 'POST',
      to: '/api/auth/login',
      body: { email, password: 'Wrong-Horse-9' },
    }),
  },
  {
    name: 'register',
    callFor: (email) => ({
      method: 'POST',
      to: '/api/auth/register',
      body: { email, password: storedPassword, password_confirmation: storedPassword },
    }),
  },
  {
    name: 'password-token',
    callFor: (email) => ({ method: 'POST', to: '/api/auth/password-token', body: { email } }),
  },
  {
    name: 'email-resend',
    callFor: (email) => ({ method: 'GET', to: `/api/auth/email-resend?email=${email}` }),
  },
  {
    name: 'email-otp',
    callFor: (email) => ({ method: 'POST', to: '/api/email/otp-code', body: { email } }),
  },
]

/** The probability of a false alarm per run, over all endpoints together. */
const falseAlarms = 0.01
const warmUp = 40

/**
 * An attacker tries addresses at every public endpoint to learn which of them have accounts. Each
 * endpoint is measured once, without a retry; the threshold follows their number.
 */
export const enumeration: Storm = {
  name: 'enumeration',
  run: async (stage) => {
    const service = await startTarget(stage)
    const count = stage.scaled(500, 60)
    const known = endpoints.flatMap(({ name }) =>
      Array.from({ length: count + warmUp }, (_, index) => addressOf('known', name, index)),
    )
    await makeKnown(service, known)
    const { callApi, close } = apiClient(service.node, 1)
    const chances = new Map<string, number>()
    for (const endpoint of endpoints) {
      const ask = (kind: Kind, index: number) =>
        callApi(endpoint.callFor(addressOf(kind, endpoint.name, index)))
      chances.set(endpoint.name, await compare(stage, endpoint.name, count, ask))
    }
    const distinguished = distinguishable(chances, falseAlarms)
    for (const [endpoint, chance] of chances) {
      const seen = `p = ${chance.toFixed(4)}`
      stage.check(
        `${endpoint} takes the same time for known and unknown`,
        !distinguished.has(endpoint),
        seen,
      )
    }
    close()
  },
}

type Kind = 'known' | 'unknown'

const kinds: readonly Kind[] = ['known', 'unknown']

/** Addresses of one length, so that they differ only by whether they have an account. */
const addressOf = (kind: Kind, endpoint: string, index: number): string =>
  `${kind === 'known' ? 'k' : 'u'}-${endpoint}-${String(index).padStart(4, '0')}@tukar.test`

/**
 * Requests both kinds in random order, so that neither drift nor the effect of an earlier
 * request falls on one of them. Returns the probability that their times are the same.
 */
async function compare(
  stage: Stage,
  endpoint: string,
  count: number,
  ask: (kind: Kind, index: number) => Promise<TimedAnswer>,
): Promise<number> {
  const times: Record<Kind, number[]> = { known: [], unknown: [] }
  const answers = new Set<string>()
  const both = (from: number, to: number) =>
    shuffled(
      kinds.flatMap((kind) =>
        Array.from({ length: to - from }, (_, index) => ({ kind, index: from + index })),
      ),
    )
  for (const { kind, index } of [...both(0, warmUp), ...both(warmUp, warmUp + count)]) {
    stage.signal.throwIfAborted()
    const { status, text, ms } = await ask(kind, index)
    answers.add(`${status} ${text}`)
    if (index >= warmUp) times[kind].push(ms)
  }
  const medians = kinds.map((kind) => `${medianOf(times[kind]).toFixed(2)} ms`)
  stage.print(`${endpoint}: medians ${medians.join(' and ')}`)
  stage.check(
    `${endpoint} returns the same response for every address`,
    answers.size === 1,
    [...answers].join('; '),
  )
  return chanceOfSame(times.known, times.unknown)
}
