import { createHash, createHmac } from 'node:crypto'
import type { Config } from '../../config.ts'

type Signing = Pick<Config['payd'], 'apiKey' | 'signature'>

/**
 * How payd signs what is paid, and what we ask of payments: lower hex over the words one after the
 * other. Nothing stands between the words, so the same digest may stand for other words as well.
 */
export function paydSignature({ apiKey, signature }: Signing, ...words: readonly string[]): string {
  const message = words.join('')
  return signature === 'md5'
    ? createHash('md5').update(`${message}${apiKey}`).digest('hex')
    : createHmac('sha256', apiKey).update(message).digest('hex')
}
