import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** True if an Authorization header equals the expected one; compares in constant time. */
export const authorized = (header: string | undefined, expected: string): boolean =>
  timingSafeEqual(digest(header ?? ''), digest(expected))
