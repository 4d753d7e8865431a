import type { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'

/**
 * Has a lane fetch when this process enqueued a job for it, or the database notifies of jobs. Jobs
 * that come during its rest, or during a fetch, are fetched right after: the library would leave
 * them to the next poll. Returns a function that ends it.
 */
export function wakeLane(events: WorkerEvents, signals: EventEmitter, signal: string): () => void {
  let onSignal: () => void = () => undefined
  const wake = () => onSignal()
  signals.on(signal, wake)
  events.on('localQueue:init', ({ localQueue }) => {
    let isResting = false
    let isWanted = false
    const isBusy = () => isResting || localQueue.fetchInProgress
    onSignal = () => {
      if (isBusy()) isWanted = true
      else localQueue.pulse(1)
    }
    events.on('pool:listen:notification', () => {
      if (isBusy()) isWanted = true
    })
    events.on('localQueue:refetchDelay:start', () => {
      isResting = true
    })
    events.on('localQueue:refetchDelay:expired', () => {
      isResting = false
      if (!isWanted) return
      isWanted = false
      localQueue.pulse(1)
    })
  })
  return () => void signals.off(signal, wake)
}
