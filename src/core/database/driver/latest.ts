/**
 * Returns a function whose result was computed wholly after it was called: callers that arrive
 * while a computation is under way share the next one.
 */
export function latest<Result>(compute: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<unknown> | null = null
  let next: Promise<Result> | null = null

  function start(): Promise<Result> {
    const made = compute()
    const ended = made.then(
      () => undefined,
      () => undefined,
    )
    underWay = ended
    void ended.then(() => {
      if (underWay === ended) underWay = null
    })
    return made
  }

  return () => {
    if (underWay === null) return start()
    next ??= underWay.then(() => {
      next = null
      return start()
    })
    return next
  }
}
