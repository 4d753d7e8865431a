import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { inTurn } from '../base/in-turn.ts'
import { limits } from '../base/limits.ts'
import { Refusal, refuse } from '../base/refusal.ts'
import type { ImageType, Picture } from './picture.ts'
import { startWorker, type Worker } from './worker.ts'

/** One core stays free for whoever answers requests. */
export const decodersAtOnce = Math.max(
  1,
  Math.min(limits.images.atOnce, availableParallelism() - 1),
)

/** Reads pictures in processes apart: few, started when needed, ended when there is no work. */
export type Images = Readonly<{
  /**
   * A copy of the picture as we would have written it, or null when it is none of this type, is
   * broken or is too large in pixels. Refused with 503 when too many wait already.
   */
  clean: (bytes: Buffer, mediaType: ImageType) => Promise<Picture | null>
  close: () => Promise<void>
}>

export type ImageOptions = Readonly<{
  log: Logger
  /** The program of the decoding processes, and its bounds; tests bring worse ones. */
  program?: URL
  bounds?: Readonly<Partial<Record<'startMs' | 'decodeMs' | 'idleMs', number>>>
}>

type Idle = Readonly<{ worker: Worker; timer: NodeJS.Timeout }>

const decoder = new URL('./decoder.ts', import.meta.url)

export function openImages({ log, program = decoder, bounds }: ImageOptions): Images {
  const { waiting, ...times } = { ...limits.images, ...bounds }
  const turn = inTurn({
    atOnce: decodersAtOnce,
    waiting,
    overloaded: () => new Refusal('api.service_unavailable'),
  })
  const idle: Idle[] = []
  const workers = new Set<Worker>()
  let closed = false

  function take(): Worker {
    const rested = idle.pop()
    if (rested !== undefined) {
      clearTimeout(rested.timer)
      return rested.worker
    }
    const worker = startWorker(program, times)
    workers.add(worker)
    return worker
  }

  async function end(worker: Worker): Promise<void> {
    workers.delete(worker)
    await worker.end()
  }

  function rest(worker: Worker): void {
    const timer = setTimeout(() => {
      idle.splice(0, idle.length, ...idle.filter((one) => one.worker !== worker))
      void end(worker)
    }, times.idleMs)
    idle.push({ worker, timer })
  }

  async function decode(bytes: Buffer, mediaType: ImageType): Promise<Picture | null> {
    if (closed) return refuse('api.service_unavailable')
    const worker = take()
    const outcome = await worker.decode(bytes, mediaType)
    if (outcome.kind === 'done') {
      rest(worker)
      return outcome.picture
    }
    await end(worker)
    log.warn({ outcome: outcome.kind, bytes: bytes.length, mediaType }, 'a picture was not decoded')
    return outcome.kind === 'died' ? null : refuse('api.service_unavailable')
  }

  return {
    clean: (bytes, mediaType) => turn(() => decode(bytes, mediaType)),
    close: async () => {
      closed = true
      for (const { timer } of idle.splice(0)) clearTimeout(timer)
      await Promise.all([...workers].map(end))
    },
  }
}
