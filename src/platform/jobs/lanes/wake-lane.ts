import type { WorkerEvents } from 'graphile-worker'

/**
 * Fetches again after a lane's rest if jobs were announced during the rest or the fetch before it.
 * The library drops such notifications, so these jobs would wait for the next poll.
 */
export function wakeAfterRest(events: WorkerEvents): void {
  events.on('localQueue:init', ({ localQueue }) => {
    let isResting = false
    let isAnnounced = false
    events.on('pool:listen:notification', () => {
      if (isResting || localQueue.fetchInProgress) isAnnounced = true
    })
    events.on('localQueue:refetchDelay:start', () => {
      isResting = true
    })
    events.on('localQueue:refetchDelay:expired', () => {
      isResting = false
      if (!isAnnounced) return
      isAnnounced = false
      localQueue.pulse(1)
    })
  })
}
