/** Gives a permit back; further calls do nothing. */
export type Release = () => void

type AcquireOptions = Readonly<{
  /** The permits of one key are bounded separately. */
  key?: string
  weight?: number
  /**
   * Awaits the permit's promise, which it is given; if it settles before the permit is free, the
   * permit is refused.
   */
  wait?: (turn: Promise<void>) => Promise<void>
}>

export type Semaphore = Readonly<{
  /** Takes `weight` permits, at once if they are free; null if they are refused. */
  acquire: (options?: AcquireOptions) => Release | null | Promise<Release | null>
  /** Runs work under one permit. Throws `overloaded` if it is refused. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
}>

type SemaphoreOptions = Readonly<{
  /** A varying number is read whenever work begins or ends, and is never below one. */
  permits: number | (() => number)
  /** Permits under one key. */
  permitsEach?: number
  /** How many may wait, in total and under one key; others are refused. */
  waiting: number
  waitingEach?: number
  overloaded?: () => Error
}>

type Waiter = Readonly<{ key: string; weight: number; start: () => void }>

/**
 * A semaphore with a bounded queue. Permits are given in the order of arrival: only a waiter whose
 * own key is full is overtaken, and only by other keys.
 */
export function semaphore(options: SemaphoreOptions): Semaphore {
  const { waitingEach, overloaded = () => new Error('overloaded') } = options
  const held = heldPermits(options)
  const queue = new Set<Waiter>()

  function admit(): void {
    const full = new Set<string>()
    for (const one of queue) {
      if (full.has(one.key)) continue
      if (held.isKeyFull(one)) full.add(one.key)
      else if (held.isFull(one)) return
      else {
        queue.delete(one)
        held.add(one.key, one.weight)
        one.start()
      }
    }
  }

  const isCrowded = (key: string): boolean =>
    queue.size > options.waiting ||
    (waitingEach !== undefined && [...queue].filter((one) => one.key === key).length > waitingEach)

  const acquire: Semaphore['acquire'] = ({ key = '', weight = 1, wait } = {}) => {
    const { promise: turn, resolve: start } = Promise.withResolvers<void>()
    const one = { key, weight, start }
    const release = once(() => {
      held.add(key, -weight)
      admit()
    })
    const outcome = (): Release | null => {
      if (!queue.delete(one)) return release
      admit()
      return null
    }
    queue.add(one)
    admit()
    if (!queue.has(one) || isCrowded(key)) return outcome()
    return (wait?.(turn) ?? turn).then(outcome)
  }

  return {
    acquire,
    async run(work) {
      const given = acquire()
      const release = given instanceof Promise ? await given : given
      if (release === null) throw overloaded()
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}

function heldPermits({ permits, permitsEach = Number.POSITIVE_INFINITY }: SemaphoreOptions) {
  const most = typeof permits === 'number' ? () => permits : permits
  const byKey = keyedCounts()
  let all = 0
  return {
    isKeyFull: ({ key, weight }: Waiter): boolean => byKey.of(key) + weight > permitsEach,
    isFull: ({ weight }: Waiter): boolean => all + weight > most(),
    add: (key: string, weight: number): void => {
      all += weight
      byKey.add(key, weight)
    },
  }
}

/** At most this many concurrent permits under a key. */
export type PermitBound = Readonly<{ key: string; most: number }>

export type TakenPermit =
  | Readonly<{ taken: true; release: Release }>
  /** No permit is free under this key, and none was taken under the others. */
  | Readonly<{ taken: false; full: string }>

export type KeyedPermits = Readonly<{ take: (bounds: readonly PermitBound[]) => TakenPermit }>

/**
 * A semaphore without a queue that counts permits under several keys: in total, per user, per
 * network. A permit is taken under all of its keys or under none, so that no group exceeds its
 * share.
 */
export function keyedPermits(): KeyedPermits {
  const counts = keyedCounts()
  return {
    take: (bounds) => {
      const full = bounds.find(({ key, most }) => counts.of(key) >= most)
      if (full !== undefined) return { taken: false, full: full.key }
      const add = (count: number) => {
        for (const { key } of bounds) counts.add(key, count)
      }
      add(1)
      return { taken: true, release: once(() => add(-1)) }
    },
  }
}

function keyedCounts() {
  const counts = new Map<string, number>()
  const of = (key: string): number => counts.get(key) ?? 0
  return {
    of,
    add: (key: string, count: number): void => {
      const sum = of(key) + count
      if (sum === 0) counts.delete(key)
      else counts.set(key, sum)
    },
  }
}

function once(act: () => void): Release {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}
