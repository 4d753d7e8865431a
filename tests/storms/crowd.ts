/** The clients of a flood, in a separate thread so that they do not slow the measuring thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { type ApiCall, apiClient } from './api-client.ts'

/** An attacker and their target: each member sends again after each response. */
export type Crowd = z.output<typeof Crowd>

const Crowd = z.object({
  url: z.string(),
  endpoint: z.enum(['login', 'pin']),
  /** For each member an address to guess its password, or a token to guess its PIN. */
  members: z.array(z.string()),
})

const { url, endpoint, members } = Crowd.parse(workerData)
const { callApi, close } = apiClient({ url }, members.length)
const statuses = new Map<number, number>()
let attacking = true

parentPort?.once('message', () => {
  attacking = false
})

const callOf = (member: string, time: number): ApiCall =>
  endpoint === 'login'
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
      const { status } = await callApi(callOf(member, time))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }),
)
close()
parentPort?.postMessage([...statuses])
