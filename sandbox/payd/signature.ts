import { createHash, createHmac } from 'node:crypto'
import type { Secrets } from '../emulator.ts'

type Signing = Pick<Secrets, 'paydApiKey' | 'paydSignature'>

/** Lower-case hex over the concatenated words, without separators. */
export function signed(
  { paydApiKey, paydSignature }: Signing,
  ...words: readonly string[]
): string {
  const message = words.join('')
  return paydSignature === 'md5'
    ? createHash('md5').update(`${message}${paydApiKey}`).digest('hex')
    : createHmac('sha256', paydApiKey).update(message).digest('hex')
}
