import { type Knock, knocker, makeKnown, type Said, startDoor, storedPassword } from './door.ts'
import { chanceOfSame, medianOf } from './mann-whitney.ts'
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

const leastChance = 0.01
const warmUp = 40

/** Somebody tries addresses at every public door to learn which of them have accounts. */
export const enumeration: Storm = {
  name: 'enumeration',
  run: async (stage) => {
    const service = await startDoor(stage)
    const count = stage.scaled(500, 60) + warmUp
    const addresses = (kind: string) =>
      doors.flatMap(({ name }) =>
        [1, 2].flatMap((round) =>
          Array.from({ length: count }, (_, index) => addressOf(kind, name, round, index)),
        ),
      )
    await makeKnown(service, addresses('known'))
    const { knock, close } = knocker(service.node, 1)
    for (const door of doors) {
      const ask = (kind: string, round: number, index: number) =>
        knock(door.knock(addressOf(kind, door.name, round, index)))
      const first = await compare(stage, door.name, count, (kind, at) => ask(kind, 1, at))
      // One in a hundred differs by chance; by chance twice is one in ten thousand.
      const chance =
        first >= leastChance
          ? first
          : await compare(stage, door.name, count, (kind, at) => ask(kind, 2, at))
      stage.check(`${door.name} takes the same time for known and unknown`, chance >= leastChance)
    }
    close()
  },
}

const addressOf = (kind: string, door: string, round: number, index: number): string =>
  `${kind === 'known' ? 'k' : 'u'}-${door}-${round}-${index}@tukar.test`

async function compare(
  stage: Stage,
  door: string,
  count: number,
  ask: (kind: 'known' | 'unknown', index: number) => Promise<Said>,
): Promise<number> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const answers = new Set<string>()
  for (let index = 0; index < count; index += 1) {
    stage.signal.throwIfAborted()
    for (const kind of shuffled(['known', 'unknown'] as const)) {
      const { status, text, ms } = await ask(kind, index)
      answers.add(`${status} ${text}`)
      if (index >= warmUp) times[kind].push(ms)
    }
  }
  const chance = chanceOfSame(times.known, times.unknown)
  const medians = [times.known, times.unknown].map((one) => `${medianOf(one).toFixed(2)} ms`)
  stage.say(`${door}: medians ${medians.join(' and ')}, p = ${chance.toFixed(3)}`)
  stage.check(`${door} answers every address alike`, answers.size === 1, [...answers].join('; '))
  return chance
}
