import { integerOf } from '../../../base/values/integers.ts'

/** The permissions an API key can have. All other actions require a signed-in user. */
export const keyPermissions = ['read', 'trade', 'withdraw'] as const
export type KeyPermission = (typeof keyPermissions)[number]

/** The permissions and allowed source addresses of a key; an empty `ips` means any address. */
export type KeyRights = Readonly<{ permissions: readonly string[]; ips: readonly string[] }>

/** The parts of a request that its signature covers. */
export type SignedRequest = Readonly<{ method: string; url: string; raw: Uint8Array }>

/**
 * The separator after each signed part before the body. Version 1 has none, so the end of a path
 * and the start of a body are interchangeable; it stays valid for existing clients.
 */
const separators = { '1': '', '2': '\n' } as const
export type SignatureVersion = keyof typeof separators

/** Returns the signature version a request names (default 1), or null for an unknown version. */
export const signatureVersionOf = (sent: string | undefined): SignatureVersion | null =>
  sent === undefined || sent === '1' ? '1' : sent === '2' ? '2' : null

/** Builds the signed bytes: timestamp, method, path with query, and the body as sent. */
export function signedBytes(
  version: SignatureVersion,
  timestamp: string,
  { method, url, raw }: SignedRequest,
): Buffer {
  const head = [timestamp, method, url].map((part) => `${part}${separators[version]}`)
  return Buffer.concat([Buffer.from(head.join('')), raw])
}

const milliseconds = /^[1-9][0-9]{12}$/

/** Returns whether a timestamp in milliseconds is within `windowMs` of now, before or after. */
export function isInTime(timestamp: string, now: Date, windowMs: number): boolean {
  return milliseconds.test(timestamp) && Math.abs(now.getTime() - integerOf(timestamp)) <= windowMs
}

const signatureText = /^[0-9a-f]{64}$/i

/** Decodes a signature; returns null if it is not 64 hex digits. */
export const signatureBytes = (sent: string): Buffer | null =>
  signatureText.test(sent) ? Buffer.from(sent, 'hex') : null

/** Shows the start and end of a key, which is enough for its owner to recognize it. */
export const maskedKey = (apiKey: string): string =>
  `${apiKey.slice(0, 8)}${'*'.repeat(8)}${apiKey.slice(-4)}`

const wholeNumber = /^[1-9][0-9]{0,14}$/

/** Parses a key's number; returns null if it is not a valid number of a key. */
export const keyNumberOf = (sent: string): number | null =>
  wholeNumber.test(sent) ? integerOf(sent) : null
