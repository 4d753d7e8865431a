import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Where randomness comes from; tests may pass their own. */
export type Random = Readonly<{ bytes: (length: number) => Buffer }>

export const systemRandom: Random = { bytes: (length) => randomBytes(length) }

export const sha256 = (data: string | Uint8Array): Buffer => hash('sha256', data, 'buffer')

export const hmacSha256 = (key: Uint8Array, data: string | Uint8Array): Buffer =>
  createHmac('sha256', key).update(data).digest()

/** Compares secrets in time that tells nothing of them, whatever their lengths. */
export const equalSecrets = (a: string | Uint8Array, b: string | Uint8Array): boolean =>
  timingSafeEqual(sha256(a), sha256(b))

/** A key for one purpose, derived from the application key, so that no two purposes share one. */
export const keyFor = (appKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', appKey, 'tukar', purpose, 32))

const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM: nonce, ciphertext, tag. The key is one of `keyFor`, or one made for these bytes. */
export function sealBytes(key: Uint8Array, bytes: Uint8Array, random: Random): Buffer {
  const nonce = random.bytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** What `sealBytes` was given, or null for anything it did not make with this key. */
export function unsealBytes(key: Uint8Array, sealed: Buffer): Buffer | null {
  if (sealed.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const bytes = decipher.update(sealed.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([bytes, decipher.final()])
  } catch {
    return null
  }
}

/** Seals a text under the purpose's own key, as base64url. */
export function seal(appKey: Uint8Array, purpose: string, text: string, random: Random): string {
  return sealBytes(keyFor(appKey, purpose), Buffer.from(text), random).toString('base64url')
}

/** What `seal` was given, or null for anything it did not make for this purpose. */
export function unseal(appKey: Uint8Array, purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.toString('base64url') !== sealed) return null
  return unsealBytes(keyFor(appKey, purpose), bytes)?.toString('utf8') ?? null
}
