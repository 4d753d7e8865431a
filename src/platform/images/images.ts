import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { semaphore } from '../../base/concurrency/semaphore.ts'
import { Refusal, refuse } from '../../base/refusal.ts'
import { type Enclosure, enclosuresHere } from './enclosure.ts'
import { imageLimits } from './image-limits.ts'
import type { ImageType, Picture } from './picture.ts'
import { openWorkerPool } from './worker-pool.ts'

/** One core stays free for request handling. */
export const decodersAtOnce = Math.max(1, Math.min(imageLimits.atOnce, availableParallelism() - 1))

/** Decodes pictures in a few separate processes, started when needed and ended when idle. */
export type Images = Readonly<{
  /**
   * Returns a copy of the picture written by us, or null if it is not of this type, is broken or
   * has too many pixels. Refuses with 503 if too many pictures are waiting.
   */
  clean: (bytes: Buffer, mediaType: ImageType) => Promise<Picture | null>
  close: () => Promise<void>
}>

export type ImageOptions = Readonly<{
  log: Logger
  /** The program of the decoding processes and its limits; tests replace them. */
  program?: URL
  bounds?: Readonly<Partial<Record<'startMs' | 'decodeMs' | 'idleMs', number>>>
  /** The enclosures to try, in this order, until one works. */
  enclosures?: readonly Enclosure[]
  /**
   * Chooses the enclosure at once, so that it is logged at startup and not with the first picture.
   */
  early?: boolean
}>

const decoder = new URL('./decoder.ts', import.meta.url)

export function openImages(options: ImageOptions): Images {
  const { log, program = decoder, bounds, enclosures = enclosuresHere() } = options
  const { waiting, ...times } = { ...imageLimits, ...bounds }
  const permits = semaphore({
    permits: decodersAtOnce,
    waiting,
    overloaded: () => new Refusal('api.service_unavailable'),
  })
  const pool = openWorkerPool({ log, program, times, enclosures })
  let closed = false

  async function decode(bytes: Buffer, mediaType: ImageType): Promise<Picture | null> {
    const worker = closed ? null : await pool.take()
    if (worker === null) return refuse('api.service_unavailable')
    const outcome = await worker.decode(bytes, mediaType)
    if (outcome.kind === 'done') {
      pool.rest(worker)
      return outcome.picture
    }
    await pool.end(worker)
    log.warn({ outcome: outcome.kind, bytes: bytes.length, mediaType }, 'a picture was not decoded')
    return outcome.kind === 'died' ? null : refuse('api.service_unavailable')
  }

  if (options.early === true) void pool.choose()
  return {
    clean: (bytes, mediaType) => permits.run(() => decode(bytes, mediaType)),
    close: async () => {
      closed = true
      await pool.close()
    },
  }
}
