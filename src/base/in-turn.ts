export type Turns = (<Result>(work: () => Promise<Result>) => Promise<Result>) &
  Readonly<{
    /** Throws where work that came now would be refused, so that none is prepared in vain. */
    assertRoom: () => void
  }>

/** Runs at most `atOnce` pieces of work at a time; more wait, and beyond `waiting` are refused. */
export function inTurn(
  options: Readonly<{ atOnce: number; waiting: number; overloaded: () => Error }>,
): Turns {
  const queue: (() => void)[] = []
  let running = 0
  const assertRoom = () => {
    if (running >= options.atOnce && queue.length >= options.waiting) throw options.overloaded()
  }
  const run = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    assertRoom()
    if (running >= options.atOnce) {
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
  return Object.assign(run, { assertRoom })
}
