import type { Argon2Parameters } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

const Derived = z.tuple([z.instanceof(Uint8Array)])

const program = new URL('./hash-thread.ts', import.meta.url)
const idle: Worker[] = []

/** Derives a key on a low-priority thread. The caller must limit concurrent derivations. */
export async function deriveArgon2(parameters: Argon2Parameters): Promise<Buffer> {
  const worker = idle.pop() ?? new Worker(program)
  worker.ref()
  worker.postMessage(parameters)
  // If the thread fails, this rejects and the thread is not reused.
  const [key] = Derived.parse(await once(worker, 'message'))
  // An idle thread does not keep the process alive.
  worker.unref()
  idle.push(worker)
  return Buffer.from(key)
}
