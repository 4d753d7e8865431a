/** Runs at most `atOnce` pieces of work at a time; more wait, and beyond `waiting` are refused. */
export function inTurn(
  options: Readonly<{ atOnce: number; waiting: number; overloaded: () => Error }>,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= options.atOnce) {
      if (queue.length >= options.waiting) throw options.overloaded()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
