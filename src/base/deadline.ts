/**
 * Does work that ends by a signal when its time is over. The signal goes with the work: one of
 * `AbortSignal.timeout` stays for its whole time, however soon the work is done.
 */
export async function withDeadline<Result>(
  ms: number,
  work: (late: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('too late', 'TimeoutError')), ms)
  try {
    return await work(late.signal)
  } finally {
    clearTimeout(timer)
  }
}
