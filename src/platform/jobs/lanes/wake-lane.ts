import type { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'

/**
 * Has a lane fetch when this process signals a job for it. Jobs that come during its rest, or
 * during a fetch, are fetched right after. Returns a function that ends it.
 */
export function wakeLane(events: WorkerEvents, signals: EventEmitter, signal: string): () => void {
  let onSignal: () => void = () => undefined
  const wake = () => onSignal()
  signals.on(signal, wake)
  events.on('localQueue:init', ({ localQueue }) => {
    let isResting = false
    let isWanted = false
    onSignal = () => {
      if (isResting || localQueue.fetchInProgress) isWanted = true
      else localQueue.pulse(1)
    }
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
