/** Runs a piece of work as soon as the concurrency limit allows. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Runs at most `atOnce` pieces of work at a time; up to `waiting` more wait, others are refused. A
 * varying limit is read when a piece begins and ends, and is never below one.
 */
export function limitConcurrency(
  options: Readonly<{
    atOnce: number | (() => number)
    waiting: number
    overloaded: () => Error
  }>,
): Turns {
  const { atOnce } = options
  const most = typeof atOnce === 'number' ? () => atOnce : atOnce
  const queue: (() => void)[] = []
  let running = 0
  const begin = () => {
    while (running < most()) {
      const next = queue.shift()
      if (next === undefined) return
      running += 1
      next()
    }
  }
  return async (work) => {
    if (running >= most() && queue.length >= options.waiting) throw options.overloaded()
    if (running < most() && queue.length === 0) {
      running += 1
    } else {
      const turn = new Promise<void>((resolve) => queue.push(resolve))
      begin()
      await turn
    }
    try {
      return await work()
    } finally {
      running -= 1
      begin()
    }
  }
}
