/**
 * Seals, opens and digests with the application keys, a ring: the first seals, all of them open. A
 * sealed text begins with the id of its key.
 */
import { hmacSha256, keyFor, type Random, sealBytes, sha256, unsealBytes } from './crypto.ts'

export type AppKeys = Readonly<{
  /** The keys of `APP_KEY`, the one that seals first. */
  appKeys: readonly [Buffer, ...Buffer[]]
}>

const idBytes = 6
/** The characters of an id, in base64url. */
export const idLength = 8

const ids = new WeakMap<Buffer, string>()

/** The id of an application key, which reveals nothing about it. */
export const idOf = (appKey: Buffer): string =>
  ids.getOrInsertComputed(appKey, () =>
    sha256(keyFor(appKey, 'key id')).toString('base64url', 0, idBytes),
  )

/** The id of the key that seals. */
export const sealingId = ({ appKeys: [first] }: AppKeys): string => idOf(first)

/** Encrypts a text with the key of the purpose; the result is base64url. */
export function sealText(
  { appKeys: [first] }: AppKeys,
  purpose: string,
  text: string,
  random: Random,
): string {
  const sealed = sealBytes(keyFor(first, purpose), Buffer.from(text), random)
  return idOf(first) + sealed.toString('base64url')
}

/** Decrypts the output of `sealText`; null if none of the keys made it for this purpose. */
export function unsealText({ appKeys }: AppKeys, purpose: string, stored: string): string | null {
  const key = appKeys.find((one) => stored.startsWith(idOf(one)))
  const sealed = stored.slice(idLength)
  const bytes = Buffer.from(sealed, 'base64url')
  if (key === undefined || bytes.toString('base64url') !== sealed) return null
  return unsealBytes(keyFor(key, purpose), bytes)?.toString('utf8') ?? null
}

const ownKeyBytes = 32

/**
 * Makes a key for one value, and seals it: a change of the application key seals the key again, and
 * leaves the value as it is.
 */
export function makeOwnKey(
  keys: AppKeys,
  purpose: string,
  random: Random,
): Readonly<{ key: Buffer; sealedKey: string }> {
  const key = random.bytes(ownKeyBytes)
  return { key, sealedKey: sealText(keys, purpose, key.toString('base64'), random) }
}

/** Opens a key that `makeOwnKey` sealed; null as for `unsealText`. */
export function openOwnKey(keys: AppKeys, purpose: string, sealedKey: string): Buffer | null {
  const text = unsealText(keys, purpose, sealedKey)
  return text === null ? null : Buffer.from(text, 'base64')
}

/**
 * Digests that values made for a short time may have, such as signatures and one-time codes. A new
 * value gets the first one.
 */
export const macsOf = (
  { appKeys: [first, ...others] }: AppKeys,
  purpose: string,
  data: string | Uint8Array,
): readonly [Buffer, ...Buffer[]] => {
  const macOf = (key: Buffer) => hmacSha256(keyFor(key, purpose), data)
  return [macOf(first), ...others.map(macOf)]
}

/** Keyed digests that are stored for long and looked up. */
export type LookupPurpose =
  | 'api-key-digest'
  | 'identity digest'
  | 'identity name'
  | 'identity number'
  | 'payd inquiry'
  | 'pin-pepper'
  | 'recovery code'
  | 'transfer proof'

/**
 * The key of these digests is random and stored, sealed, in the database. So a change of the
 * application key, whose digests could not be computed again, leaves them as they are.
 */
export type Lookups = Readonly<{ lookupKey: Buffer }>

/** The digest by which a value is stored and looked up. */
export const lookupOf = (
  { lookupKey }: Lookups,
  purpose: LookupPurpose,
  data: string | Uint8Array,
): Buffer => hmacSha256(keyFor(lookupKey, purpose), data)
