/**
 * Runs work with a signal that aborts after `ms`. The timer is cleared when the work ends, unlike
 * that of `AbortSignal.timeout`, which lasts for its whole time.
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
