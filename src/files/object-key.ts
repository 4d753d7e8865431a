import { keyIdOf, type Random, seal, unseal } from '../base/crypto.ts'

/** The key of one object, sealed with an application key for that object alone. */
export type WrappedKey = Readonly<{
  /** Distinguishes application keys without revealing them. */
  keyId: string
  sealedKey: string
}>

const keyBytes = 32

const purposeOf = (name: string): string => `file key ${name}`

/** Makes a new key for the object of this name. */
export function makeObjectKey(
  appKey: Uint8Array,
  name: string,
  random: Random,
): Readonly<{ key: Buffer; wrapped: WrappedKey }> {
  const key = random.bytes(keyBytes)
  const sealedKey = seal(appKey, purposeOf(name), key.toString('base64'), random)
  return { key, wrapped: { keyId: keyIdOf(appKey), sealedKey } }
}

/** Returns the object's key, or null if it was sealed for another application key or object. */
export function openObjectKey(
  appKey: Uint8Array,
  name: string,
  { keyId, sealedKey }: WrappedKey,
): Buffer | null {
  if (keyId !== keyIdOf(appKey)) return null
  const key = unseal(appKey, purposeOf(name), sealedKey)
  return key === null ? null : Buffer.from(key, 'base64')
}
