/** What a key may be allowed to do; everything else is for people. */
export const keyPermissions = ['read', 'trade', 'withdraw'] as const
export type KeyPermission = (typeof keyPermissions)[number]

/** What a key may do and where it may be used from; an empty list of addresses means anywhere. */
export type KeyRights = Readonly<{ permissions: readonly string[]; ips: readonly string[] }>

/** What a request's signature covers. */
export type SignedRequest = Readonly<{ method: string; url: string; raw: Uint8Array }>

/**
 * What stands after each signed part before the body. Version 1 has no separators, so the end of a
 * path and the start of a body are interchangeable; it stays valid for the programs that use it.
 */
const separators = { '1': '', '2': '\n' } as const
export type SignatureVersion = keyof typeof separators

/** The version that a request names; null for one that does not exist. */
export const signatureVersionOf = (sent: string | undefined): SignatureVersion | null =>
  sent === undefined || sent === '1' ? '1' : sent === '2' ? '2' : null

/** The bytes that are signed: timestamp, method, path with query, and the body as sent. */
export function signedBytes(
  version: SignatureVersion,
  timestamp: string,
  { method, url, raw }: SignedRequest,
): Buffer {
  const head = [timestamp, method, url].map((part) => `${part}${separators[version]}`)
  return Buffer.concat([Buffer.from(head.join('')), raw])
}

const milliseconds = /^[1-9][0-9]{12}$/

/** Whether a timestamp of milliseconds is near enough to now, on either side. */
export function isInTime(timestamp: string, now: Date, windowMs: number): boolean {
  return milliseconds.test(timestamp) && Math.abs(now.getTime() - Number(timestamp)) <= windowMs
}

const signatureText = /^[0-9a-f]{64}$/i

/** A signature's bytes, or null for what can be none. */
export const signatureBytes = (sent: string): Buffer | null =>
  signatureText.test(sent) ? Buffer.from(sent, 'hex') : null

/** The ends of a key, by which its owner tells it from others. */
export const maskedKey = (apiKey: string): string =>
  `${apiKey.slice(0, 8)}${'*'.repeat(8)}${apiKey.slice(-4)}`

const wholeNumber = /^[1-9][0-9]{0,14}$/

/** The number of a key as callers write it, or null where no key has such a number. */
export const keyNumberOf = (sent: string): number | null =>
  wholeNumber.test(sent) ? Number(sent) : null
