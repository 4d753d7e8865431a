import type { Argon2Parameters } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

const Derived = z.tuple([z.instanceof(Uint8Array)])

const program = new URL('./hash-thread.ts', import.meta.url)
const idle: Worker[] = []

/** Derives a key on a thread of low priority. Whoever calls bounds how many are derived at once. */
export async function deriveArgon2(parameters: Argon2Parameters): Promise<Buffer> {
  const worker = idle.pop() ?? new Worker(program)
  worker.ref()
  worker.postMessage(parameters)
  // A thread that fails rejects this, and is not used again.
  const [key] = Derived.parse(await once(worker, 'message'))
  // An idle thread keeps nobody from ending.
  worker.unref()
  idle.push(worker)
  return Buffer.from(key)
}
