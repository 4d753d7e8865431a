import {
  type Knock,
  knocker,
  makeKnown,
  type Said,
  startDoor,
  storedPassword,
} from './api-client.ts'
import { chanceOfSame, distinguishable, medianOf } from './mann-whitney.ts'
import { type Stage, type Storm, shuffled } from './stage.ts'

type Door = Readonly<{ name: string; knock: (email: string) => Knock }>

const doors: readonly Door[] = [
  {
    name: 'login',
    knock: (email) => ({
      method: 'POST',
      to: '/api/auth/login',
      body: { email, password: 'Wrong-Horse-9' },
    }),
  },
  {
    name: 'register',
    knock: (email) => ({
      method: 'POST',
      to: '/api/auth/register',
      body: { email, password: storedPassword, password_confirmation: storedPassword },
    }),
  },
  {
    name: 'password-token',
    knock: (email) => ({ method: 'POST', to: '/api/auth/password-token', body: { email } }),
  },
  {
    name: 'email-resend',
    knock: (email) => ({ method: 'GET', to: `/api/auth/email-resend?email=${email}` }),
  },
  {
    name: 'email-otp',
    knock: (email) => ({ method: 'POST', to: '/api/email/otp-code', body: { email } }),
  },
]

/** How often a run may raise a false alarm, over all doors together. */
const falseAlarms = 0.01
const warmUp = 40

/**
 * An attacker tries addresses at every public door to learn which of them have accounts. Each is
 * measured once; the threshold of a difference follows the number of doors, without a second try.
 */
export const enumeration: Storm = {
  name: 'enumeration',
  run: async (stage) => {
    const service = await startDoor(stage)
    const count = stage.scaled(500, 60)
    const known = doors.flatMap(({ name }) =>
      Array.from({ length: count + warmUp }, (_, index) => addressOf('known', name, index)),
    )
    await makeKnown(service, known)
    const { knock, close } = knocker(service.node, 1)
    const chances = new Map<string, number>()
    for (const door of doors) {
      const ask = (kind: Kind, index: number) =>
        knock(door.knock(addressOf(kind, door.name, index)))
      chances.set(door.name, await compare(stage, door.name, count, ask))
    }
    const distinguished = distinguishable(chances, falseAlarms)
    for (const [door, chance] of chances) {
      const seen = `p = ${chance.toFixed(4)}`
      stage.check(
        `${door} takes the same time for known and unknown`,
        !distinguished.has(door),
        seen,
      )
    }
    close()
  },
}

type Kind = 'known' | 'unknown'

const kinds: readonly Kind[] = ['known', 'unknown']

/** Addresses of one length, so that nothing but their owners sets them apart. */
const addressOf = (kind: Kind, door: string, index: number): string =>
  `${kind === 'known' ? 'k' : 'u'}-${door}-${String(index).padStart(4, '0')}@tukar.test`

/**
 * Requests both kinds in random order, so that neither drift nor the effect of an earlier
 * request falls on one of them. Returns the probability that their times are the same.
 */
async function compare(
  stage: Stage,
  door: string,
  count: number,
  ask: (kind: Kind, index: number) => Promise<Said>,
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
  stage.say(`${door}: medians ${medians.join(' and ')}`)
  stage.check(`${door} answers every address alike`, answers.size === 1, [...answers].join('; '))
  return chanceOfSame(times.known, times.unknown)
}
