import { sha256 } from '../base/crypto.ts'
import type { HttpRequest } from '../http/endpoint.ts'

const maxChars = 300

/**
 * What tells one device of a user from another: how its app or browser names itself, without the
 * numbers in it, so that an update leaves it the same device. It proves nothing: who copies a
 * session's headers looks like that device.
 */
export function deviceOf({ headers }: Pick<HttpRequest, 'headers'>): Buffer {
  const named = headers['user-agent']
  const words = typeof named === 'string' ? named.slice(0, maxChars) : ''
  return sha256(words.toLowerCase().replaceAll(/[\d._]+/g, ''))
}
