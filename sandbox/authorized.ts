import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether an Authorization header is exactly the expected one. */
export const authorized = (header: string | undefined, expected: string): boolean =>
  timingSafeEqual(digest(header ?? ''), digest(expected))
