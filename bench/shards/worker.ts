/** One of several processes that share the leases: applies callbacks and delivers transfers. */
import { env } from 'node:process'
import { z } from 'zod'
import { applyCallbacks } from './apply-callbacks.ts'
import { type Lease, LeaseLost, renewLease, takeLease } from './leases.ts'
import { connectShards } from './shards.ts'
import { deliverTransfers } from './transfers.ts'

const Settings = z.object({
  urls: z.array(z.string()).readonly(),
  keyShards: z.int(),
  leaseMs: z.int(),
  /** The most leases that this worker holds at once. */
  mostLeases: z.int(),
  /** Where it kills itself, as a power cut would. */
  crashAt: z.enum(['applied', 'arrived']).nullable(),
})
export type WorkerSettings = z.infer<typeof Settings>

const pauseMs = 20
const { urls, keyShards, leaseMs, mostLeases, crashAt } = Settings.parse(
  JSON.parse(env['SHARD_WORKER'] ?? 'null'),
)
const shards = connectShards(urls, keyShards)
const held = new Map<number, Readonly<{ lease: Lease; renewedMs: number }>>()
const holder = `worker ${process.pid}`
let stopping = false
process.once('SIGTERM', () => {
  stopping = true
})

const crashPoint = (here: 'applied' | 'arrived'): void => {
  if (here === crashAt) process.kill(process.pid, 'SIGKILL')
}

async function takeFreeLeases(): Promise<void> {
  for (let keyShard = 0; keyShard < keyShards && held.size < mostLeases; keyShard += 1) {
    if (held.has(keyShard)) continue
    const askedMs = performance.now()
    const lease = await takeLease(shards, keyShard, { holder, leaseMs })
    if (lease !== null) held.set(keyShard, { lease, renewedMs: askedMs })
  }
}

/** Works on one lease, and gives it up after any error; returns how much it did. */
async function work(keyShard: number, lease: Lease, renewedMs: number): Promise<number> {
  try {
    const nowMs = performance.now()
    if (nowMs - renewedMs > leaseMs / 3) {
      await renewLease(shards, lease, leaseMs)
      held.set(keyShard, { lease, renewedMs: nowMs })
    }
    const applied = await applyCallbacks(shards, lease, crashPoint)
    const ours = shards.databases.filter((_, at) => at % keyShards === keyShard)
    const delivered = await Promise.all(ours.map((db) => deliverTransfers(shards, db, crashPoint)))
    return delivered.reduce((sum, count) => sum + count, applied)
  } catch (error) {
    if (!(error instanceof LeaseLost)) console.error(error)
    held.delete(keyShard)
    return 0
  }
}

while (!stopping) {
  await takeFreeLeases()
  const done = await Promise.all(
    [...held].map(([keyShard, { lease, renewedMs }]) => work(keyShard, lease, renewedMs)),
  )
  if (done.every((count) => count === 0)) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
await shards.close()
