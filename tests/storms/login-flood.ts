import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { type ApiCall, apiClient, makeKnown, startTarget } from './api-client.ts'
import type { Crowd } from './crowd.ts'
import { withClient } from './postgres.ts'
import type { Stage, Storm } from './stage.ts'

const attackers = 500
const slowdown = 2
/** Below this threshold a p99 depends more on the machine than on the attack. */
const noticedMs = 15
const calls = 1_000
const settleMs = 3_000

/**
 * Five hundred clients at once guess passwords, each from its own network, then as many signed-in
 * users guess PINs, as fast as responses come. Reads of other users must not take twice as long,
 * above the noticeable threshold.
 */
export const loginFlood: Storm = {
  name: 'login-flood',
  run: async (stage) => {
    const service = await startTarget(stage)
    const members = Array.from({ length: attackers }, (_, index) => `guessed-${index}@tukar.test`)
    const reader = 'reader@tukar.test'
    await makeKnown(service, [...members, reader])
    const [token = '', ...tokens] = await signIn(service.url, [reader, ...members])
    const { callApi, close } = apiClient(service.node, 1)
    const reads: readonly ApiCall[] = [
      { method: 'GET', to: '/api/users/coins', token },
      { method: 'GET', to: '/api/banks' },
    ]
    for (const read of reads) await p99(stage, () => callApi(read))
    const quiet: number[] = []
    for (const read of reads) quiet.push(await p99(stage, () => callApi(read)))
    const { url } = service.node
    for (const crowd of [
      { url, endpoint: 'login', members },
      { url, endpoint: 'pin', members: tokens },
    ] as const) {
      await underAttack(stage, crowd, async () => {
        for (const [at, read] of reads.entries()) {
          const busy = await p99(stage, () => callApi(read))
          const before = quiet[at] ?? 0
          const times = (busy / before).toFixed(2)
          const shown = [before, busy].map((ms) => ms.toFixed(1))
          const seen = `p99 ${shown[0]} ms quiet, ${shown[1]} ms now: ${times} times`
          stage.check(
            `${read.to} stays quick while ${crowd.endpoint}s are guessed`,
            busy < Math.max(before * slowdown, noticedMs),
            seen,
          )
        }
      })
    }
    close()
  },
}

async function underAttack(stage: Stage, crowd: Crowd, measure: () => Promise<void>) {
  const worker = new Worker(new URL('./crowd.ts', import.meta.url), { workerData: crowd })
  stage.lastResort(() => void worker.terminate())
  const answered = once(worker, 'message')
  // Skips the first tries, which are all checked: only the continued attack is measured.
  await stage.sleep(settleMs)
  await measure()
  worker.postMessage('enough')
  const [statuses] = z.tuple([z.array(z.tuple([z.int(), z.int()]))]).parse(await answered)
  await worker.terminate()
  stage.print(
    `${crowd.endpoint}: ${statuses.map(([status, count]) => `${count} × ${status}`).join(', ')}`,
  )
}

/** Signs users in as a login would, and sets a PIN for each; returns their tokens. */
async function signIn(databaseUrl: string, emails: readonly string[]): Promise<readonly string[]> {
  const tokens = emails.map(() => `xat_${randomBytes(32).toString('base64url')}`)
  const digests = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  await withClient(databaseUrl, async (client) => {
    await client.query(`update users set email_verified_at = now()`)
    await client.query(`insert into pins (id_user, pin_hash, pin_lock)
      select id, password_hash, 1 from users`)
    await client.query(
      `with family as (
         insert into session_families (user_id, seed, expires_at)
         select id, sha256(email::bytea), now() + interval '1 day' from users
         returning id, user_id)
       insert into access_tokens (digest, family_id, user_id, expires_at)
       select decode(made.digest, 'hex'), family.id, family.user_id, now() + interval '1 day'
       from unnest($1::text[], $2::text[]) as made(email, digest)
       join users on users.email = made.email join family on family.user_id = users.id`,
      [emails, digests],
    )
  })
  return tokens
}

async function p99(
  stage: Stage,
  call: () => Promise<Readonly<{ status: number; ms: number }>>,
): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < calls; time += 1) {
    stage.signal.throwIfAborted()
    const { status, ms } = await call()
    if (status !== 200) throw new Error(`a read was answered ${status}`)
    times.push(ms)
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(calls * 0.99) - 1] ?? 0
}
