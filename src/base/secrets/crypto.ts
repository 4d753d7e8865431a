import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** The source of randomness; tests may pass their own. */
export type Random = Readonly<{ bytes: (length: number) => Buffer }>

export const systemRandom: Random = { bytes: (length) => randomBytes(length) }

export const sha256 = (data: string | Uint8Array): Buffer => hash('sha256', data, 'buffer')

export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex')

/** The hash of EVM networks, which predates standard SHA-3 and differs from it. */
export const keccak256 = (data: string): Buffer => hash('keccak-256', data, 'buffer')

export const hmacSha256 = (key: Uint8Array, data: string | Uint8Array): Buffer =>
  createHmac('sha256', key).update(data).digest()

/** Compares secrets in constant time, also if their lengths differ. */
export const equalSecrets = (a: string | Uint8Array, b: string | Uint8Array): boolean =>
  timingSafeEqual(sha256(a), sha256(b))

/** Derives a key for one purpose from the application key, so that no two purposes share a key. */
export const keyFor = (appKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', appKey, 'tukar', purpose, 32))

/** The header of a PKCS #8 Ed25519 key, before the seed. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const ed25519Bytes = 32

const ed25519Key = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })

/** The public key, 32 bytes, of an Ed25519 key's seed. */
export const ed25519PublicKey = (seed: Uint8Array): Buffer =>
  createPublicKey(ed25519Key(seed)).export({ format: 'der', type: 'spki' }).subarray(-ed25519Bytes)

export const ed25519Sign = (seed: Uint8Array, text: string): Buffer =>
  sign(null, Buffer.from(text), ed25519Key(seed))

const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts with AES-256-GCM: nonce, ciphertext, tag. Use a key from `keyFor`, or one made for these
 * bytes only.
 */
export function sealBytes(key: Uint8Array, bytes: Uint8Array, random: Random): Buffer {
  const nonce = random.bytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/**
 * Large inputs are hashed and encrypted in pieces of this size, so they do not block the event
 * loop.
 */
const stepBytes = 256 * 1024

/** Returns what `sha256` returns, yielding to the event loop between pieces. */
export async function sha256InSteps(bytes: Buffer): Promise<Buffer> {
  const digest = createHash('sha256')
  await inSteps(bytes, (piece) => digest.update(piece))
  return digest.digest()
}

/** Encrypts the concatenated parts like `sealBytes`, in steps. */
export async function sealInSteps(
  key: Uint8Array,
  parts: readonly Buffer[],
  random: Random,
): Promise<Buffer> {
  const nonce = random.bytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const sealed = Buffer.allocUnsafeSlow(nonceBytes + length + tagBytes)
  let end = nonce.copy(sealed)
  for (const part of parts) {
    await inSteps(part, (piece) => {
      end += cipher.update(piece).copy(sealed, end)
    })
  }
  cipher.final()
  cipher.getAuthTag().copy(sealed, end)
  return sealed
}

/** Decrypts the output of `sealInSteps` or `sealBytes` in steps; returns null for anything else. */
export async function unsealInSteps(key: Uint8Array, sealed: Buffer): Promise<Buffer | null> {
  if (sealed.length < nonceBytes + tagBytes) return null
  const decipher = decipherOf(key, sealed)
  const bytes = Buffer.allocUnsafeSlow(sealed.length - nonceBytes - tagBytes)
  let end = 0
  await inSteps(sealed.subarray(nonceBytes, -tagBytes), (piece) => {
    end += decipher.update(piece).copy(bytes, end)
  })
  try {
    decipher.final()
    return bytes
  } catch {
    return null
  }
}

async function inSteps(bytes: Buffer, work: (piece: Buffer) => void): Promise<void> {
  for (let done = 0; done < bytes.length; done += stepBytes) {
    if (done > 0) await setImmediate()
    work(bytes.subarray(done, done + stepBytes))
  }
}

function decipherOf(key: Uint8Array, sealed: Buffer) {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  return decipher
}

/** Decrypts the output of `sealBytes`; returns null if this key did not make it. */
export function unsealBytes(key: Uint8Array, sealed: Buffer): Buffer | null {
  if (sealed.length < nonceBytes + tagBytes) return null
  const decipher = decipherOf(key, sealed)
  try {
    const bytes = decipher.update(sealed.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([bytes, decipher.final()])
  } catch {
    return null
  }
}
