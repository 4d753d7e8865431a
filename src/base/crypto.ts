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

/** AES-256-GCM under the purpose's own key: base64url of nonce, ciphertext, tag. */
export function seal(appKey: Uint8Array, purpose: string, text: string, random: Random): string {
  const nonce = random.bytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(appKey, purpose), nonce)
  const sealed = Buffer.concat([
    nonce,
    cipher.update(text, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return sealed.toString('base64url')
}

/** What `seal` was given, or null for anything it did not make for this purpose. */
export function unseal(appKey: Uint8Array, purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < nonceBytes + tagBytes || bytes.toString('base64url') !== sealed) return null
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyFor(appKey, purpose),
    bytes.subarray(0, nonceBytes),
  )
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
