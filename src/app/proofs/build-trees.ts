import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { BuildRequest, Built } from './build-thread.ts'

const program = new URL('./build-thread.ts', import.meta.url)
const bytes = z.instanceof(Uint8Array)

const Message: z.ZodType<Built> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('chunks'),
    symbol: z.string(),
    chunks: z.array(z.object({ chunk: z.int(), leaves: bytes })),
  }),
  z.object({
    kind: z.literal('tree'),
    symbol: z.string(),
    tree: z.object({ height: z.int(), root: bytes, total: z.bigint(), tops: bytes }),
  }),
  z.object({ kind: z.literal('done') }),
])

/** The parts of the trees, each tree after its chunks. */
export type BuiltPart = Exclude<Built, Readonly<{ kind: 'ready' | 'done' }>>

/**
 * Builds trees on a low-priority thread: it takes what users own in parts, then yields the parts of
 * the trees as fast as the caller takes them. The caller must end it.
 */
export function startBuilder(secret: Uint8Array) {
  const worker = new Worker(program)
  async function ask(request: BuildRequest): Promise<Built> {
    worker.postMessage(request)
    // If the thread fails, this rejects.
    const [message] = await once(worker, 'message')
    return Message.parse(message)
  }
  return {
    add: async (text: string): Promise<void> => {
      await ask({ kind: 'owned', secret, text })
    },
    build: async function* (): AsyncGenerator<BuiltPart, void> {
      for (;;) {
        const built = await ask({ kind: 'next' })
        if (built.kind === 'done') return
        if (built.kind !== 'ready') yield built
      }
    },
    end: async (): Promise<void> => {
      await worker.terminate()
    },
  }
}
