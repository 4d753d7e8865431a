import { createHash, createHmac } from 'node:crypto'
import type { PaydSettings } from './payd-settings.ts'

type Signing = Pick<PaydSettings, 'signature'> & Readonly<{ apiKey: string }>

/**
 * Returns payd's signature of payments and payment calls: lower-case hex over the concatenated
 * words. No separator stands between the words, so different words may have the same digest.
 */
export function paydSignature({ apiKey, signature }: Signing, ...words: readonly string[]): string {
  const message = words.join('')
  return signature === 'md5'
    ? createHash('md5').update(`${message}${apiKey}`).digest('hex')
    : createHmac('sha256', apiKey).update(message).digest('hex')
}
