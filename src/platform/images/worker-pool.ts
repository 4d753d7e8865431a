import type { Logger } from 'pino'
import type { Enclosure } from './enclosure.ts'
import { startImageWorker, type Worker } from './worker.ts'

export type PoolOptions = Readonly<{
  log: Logger
  program: URL
  times: Readonly<Record<'startMs' | 'decodeMs' | 'idleMs', number>>
  enclosures: readonly Enclosure[]
}>

/** Decoding processes: started when needed, kept while there is work, ended after `idleMs`. */
export type WorkerPool = Readonly<{
  /** Finds the strictest enclosure that works here, and starts the first process in it. */
  choose: () => Promise<Enclosure | null>
  /** Returns an idle process; null if none can be started. */
  take: () => Promise<Worker | null>
  rest: (worker: Worker) => void
  end: (worker: Worker) => Promise<void>
  close: () => Promise<void>
}>

export function openWorkerPool({ log, program, times, enclosures }: PoolOptions): WorkerPool {
  const workers = new Set<Worker>()
  const idle = idleWorkers(times.idleMs, end)
  let closed = false
  let chosen: Promise<Enclosure | null> | null = null

  function start(enclosure: Enclosure): Worker {
    const worker = startImageWorker(program, times, enclosure)
    workers.add(worker)
    return worker
  }

  /**
   * Chooses the enclosure of the first process that becomes ready. If none does, the next picture
   * tries again.
   */
  async function tryEach(): Promise<Enclosure | null> {
    for (const enclosure of enclosures) {
      if (closed) break
      const worker = start(enclosure)
      const started = await worker.started
      if (started === 'ready' && !closed) {
        logEnclosure(log, enclosure)
        idle.add(worker)
        return enclosure
      }
      await end(worker)
      // A temporarily busy machine must not lead to weaker isolation for good.
      if (started === 'late') break
    }
    chosen = null
    return null
  }

  function choose(): Promise<Enclosure | null> {
    chosen ??= tryEach()
    return chosen
  }

  async function take(): Promise<Worker | null> {
    const enclosure = await choose()
    return idle.take() ?? (enclosure === null || closed ? null : start(enclosure))
  }

  async function end(worker: Worker): Promise<void> {
    workers.delete(worker)
    await worker.end()
  }

  async function close(): Promise<void> {
    closed = true
    idle.forget()
    await Promise.all([...workers].map(end))
  }

  return { choose, take, rest: idle.add, end, close }
}

/** Tracks idle processes, and ends each after `idleMs`. */
function idleWorkers(idleMs: number, end: (worker: Worker) => Promise<void>) {
  const timers = new Map<Worker, NodeJS.Timeout>()
  return {
    add: (worker: Worker): void => {
      const endLater = () => {
        timers.delete(worker)
        void end(worker)
      }
      timers.set(worker, setTimeout(endLater, idleMs))
    },
    /** Returns the worker that was used last. */
    take: (): Worker | null => {
      const [worker, timer] = [...timers].at(-1) ?? []
      if (worker === undefined) return null
      clearTimeout(timer)
      timers.delete(worker)
      return worker
    },
    forget: (): void => {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

function logEnclosure(log: Logger, { name, open }: Enclosure): void {
  const enclosed = { enclosure: name, open }
  if (open.length === 0) log.info(enclosed, 'pictures are decoded in an isolated process')
  else
    log.warn(
      enclosed,
      'pictures are decoded with the rights of the service: see docs/operations.md',
    )
}
