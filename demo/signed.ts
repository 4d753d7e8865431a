import { createHmac } from 'node:crypto'

export type KeyPair = Readonly<{ apiKey: string; secretKey: string }>

/** The headers of a request that a program signs with its key. */
export function signed(
  { apiKey, secretKey }: KeyPair,
  method: string,
  path: string,
): Readonly<Record<string, string>> {
  const timestamp = String(Date.now())
  const signature = createHmac('sha256', secretKey).update(`${timestamp}\n${method}\n${path}\n`)
  return {
    'x-api-key': apiKey,
    'x-api-timestamp': timestamp,
    'x-api-signature-version': '2',
    'x-api-signature': signature.digest('hex'),
  }
}
