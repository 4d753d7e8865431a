import type { Context } from '../context.ts'

const saneRequestId = /^[A-Za-z0-9-]{8,64}$/

/** The id that a caller gave a request, if it can be one. */
export const saneId = (sent: string | readonly string[] | undefined): string | null =>
  typeof sent === 'string' && saneRequestId.test(sent) ? sent : null

/** Ids that no two requests share. They are no secrets, so chance is asked only once. */
export function requestIds({ random }: Pick<Context, 'random'>): () => string {
  const start = random.bytes(8).toString('hex')
  let count = 0
  return () => {
    count += 1
    return `${start}-${count.toString(36).padStart(6, '0')}`
  }
}
