/** What may have changed, as pages name what they show. */
export const topics = ['messages', 'callbacks', 'faults', 'state'] as const
export type Topic = (typeof topics)[number]

type Listener = (topics: readonly Topic[]) => void

export type Changes = Readonly<{
  /** Reports a change to all listeners, soon: changes of the same moment are reported together. */
  report: (topic: Topic) => void
  /** Returns a function that ends it, or null if there are too many listeners. */
  listen: (listener: Listener) => (() => void) | null
  close: () => void
}>

const gatherMs = 100
const mostListeners = 100

/**
 * Notifies pages of what to read again; what has changed is not kept. Calls `reported` at every
 * report.
 */
export function changes(reported: () => void = () => undefined): Changes {
  const listeners = new Set<Listener>()
  const changed = new Set<Topic>()
  let timer: NodeJS.Timeout | undefined

  function notify(): void {
    timer = undefined
    const gathered = [...changed]
    changed.clear()
    for (const listener of listeners) listener(gathered)
  }

  return {
    report(topic) {
      reported()
      if (listeners.size === 0) return
      changed.add(topic)
      timer ??= setTimeout(notify, gatherMs)
    },
    listen(listener) {
      if (listeners.size >= mostListeners) return null
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      clearTimeout(timer)
      listeners.clear()
    },
  }
}
