import { type AppKeys, appKeyOf } from '../../base/secrets/app-keys.ts'
import { keyIdOf, type Random, seal, unseal } from '../../base/secrets/crypto.ts'

/** The key of one object, sealed with an application key for that object alone. */
export type WrappedKey = Readonly<{
  /** Distinguishes application keys without revealing them. */
  keyId: string
  sealedKey: string
}>

const keyBytes = 32

export const fileKeyPurpose = (name: string): string => `file key ${name}`

/** Makes a new key for the object of this name. */
export function makeObjectKey(
  appKey: Uint8Array,
  name: string,
  random: Random,
): Readonly<{ key: Buffer; wrapped: WrappedKey }> {
  const key = random.bytes(keyBytes)
  const sealedKey = seal(appKey, fileKeyPurpose(name), key.toString('base64'), random)
  return { key, wrapped: { keyId: keyIdOf(appKey), sealedKey } }
}

/**
 * Returns the object's key; null if it was sealed for another object, or an application key that
 * this node does not have.
 */
export function openObjectKey(
  keys: AppKeys,
  name: string,
  { keyId, sealedKey }: WrappedKey,
): Buffer | null {
  const appKey = appKeyOf(keys, keyId)
  const key = appKey === undefined ? null : unseal(appKey, fileKeyPurpose(name), sealedKey)
  return key === null ? null : Buffer.from(key, 'base64')
}
