import type { EventEmitter } from 'node:events'
import { type Database, signalsOf, type Tx } from '../database/database.ts'

/** A job that was stored as locked by the process that enqueued it, which runs it itself. */
export type OwnJob = Readonly<{
  id: string
  /** When it was enqueued. */
  at: Date
  items: readonly unknown[]
  /** The trace that enqueued it, as a `traceparent`. */
  trace: string | null
}>

/** Runs jobs of its own process right after their commit: without a fetch. */
type OwnWorker = Readonly<{
  /** The name that locks its jobs; other nodes free them once it is not shown any more. */
  name: string
  hasRoom: () => boolean
  take: (job: OwnJob) => void
}>

const workers = new WeakMap<EventEmitter, OwnWorker>()

/** Returns a function that ends it. */
export function startTaking({ signals }: Pick<Database, 'signals'>, worker: OwnWorker): () => void {
  workers.set(signals, worker)
  return () => void workers.delete(signals)
}

/** The worker of this process, if it has room for a job; null otherwise. */
export function ownWorkerOf(tx: Tx): OwnWorker | null {
  const worker = workers.get(signalsOf(tx))
  return worker?.hasRoom() === true ? worker : null
}
