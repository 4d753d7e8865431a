import type { Context } from '../../../context.ts'

const saneRequestId = /^[A-Za-z0-9-]{8,64}$/

/** Returns the request id that a caller sent if it is well-formed, otherwise null. */
export const saneId = (sent: string | readonly string[] | undefined): string | null =>
  typeof sent === 'string' && saneRequestId.test(sent) ? sent : null

/**
 * Generates unique request ids. They are not secret, so one random prefix per process is enough.
 */
export function requestIds({ random }: Pick<Context, 'random'>): () => string {
  const start = random.bytes(8).toString('hex')
  let count = 0
  return () => {
    count += 1
    return `${start}-${count.toString(36).padStart(6, '0')}`
  }
}
