/** The crowd of a flood, in a thread of its own, so that it does not slow the clock that judges. */
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { type Knock, knocker } from './api-client.ts'

/** An attacker and their target: each member sends again after each response. */
export type Crowd = z.output<typeof Crowd>

const Crowd = z.object({
  url: z.string(),
  door: z.enum(['login', 'pin']),
  /** One member each: an address to guess a password of, or a token to guess a PIN with. */
  members: z.array(z.string()),
})

const { url, door, members } = Crowd.parse(workerData)
const { knock, close } = knocker({ url }, members.length)
const statuses = new Map<number, number>()
let attacking = true

parentPort?.once('message', () => {
  attacking = false
})

const knockOf = (member: string, time: number): Knock =>
  door === 'login'
    ? {
        method: 'POST',
        to: '/api/auth/login',
        body: { email: member, password: `Wrong-Horse-${time}` },
      }
    : {
        method: 'POST',
        to: '/api/pin/validate',
        body: { pin: String(time % 1_000_000).padStart(6, '0') },
        token: member,
      }

await Promise.all(
  members.map(async (member) => {
    for (let time = 0; attacking; time += 1) {
      const { status } = await knock(knockOf(member, time))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }),
)
close()
parentPort?.postMessage([...statuses])
