/**
 * Seals, opens and digests with the application keys. During a change of `APP_KEY` a node has a
 * second one, which still opens values and recognises digests. New values always use `appKey`.
 */
import {
  hmacSha256,
  keyFor,
  keyIdOf,
  type Random,
  seal,
  sealBytes,
  unseal,
  unsealBytes,
  unsealInSteps,
} from './crypto.ts'

/** Keyed digests that are stored for long and looked up, so they outlive the key they came from. */
export const lookupPurposes = [
  'api-key-digest',
  'identity digest',
  'identity number',
  'payd inquiry',
  'pin-pepper',
  'transfer proof',
] as const

export type LookupPurpose = (typeof lookupPurposes)[number]

/**
 * The lookup keys kept from a former application key. The application key cannot be derived from
 * them.
 */
export type FormerLookups = Readonly<{
  keyId: string
  keys: Readonly<Record<string, Buffer>>
}>

export type AppKeys = Readonly<{
  appKey: Buffer
  /** `APP_KEY_NEXT` and `APP_KEY_PREVIOUS`, as far as they are set. */
  otherAppKeys: readonly Buffer[]
  /** `APP_KEY_PREVIOUS`, whose values are sealed again with `appKey`; one of `otherAppKeys`. */
  previousAppKey: Buffer | null
  /** Read from the database at start. */
  formerLookups: readonly FormerLookups[]
}>

const ids = new WeakMap<Buffer, string>()

/** The id of an application key, which reveals nothing about it. */
export function idOf(appKey: Buffer): string {
  const known = ids.get(appKey)
  if (known !== undefined) return known
  const id = keyIdOf(appKey)
  ids.set(appKey, id)
  return id
}

const allOf = ({ appKey, otherAppKeys }: AppKeys): readonly Buffer[] => [appKey, ...otherAppKeys]

/** The application key of this id; undefined if the node does not have it. */
export const appKeyOf = (keys: AppKeys, id: string): Buffer | undefined =>
  allOf(keys).find((key) => idOf(key) === id)

/**
 * Encrypts a text for storage. During a change of the key the result begins with the id of its key,
 * so that values of the other one can be counted; at other times nodes of the release before read
 * it as well.
 */
export function sealText(keys: AppKeys, purpose: string, text: string, random: Random): string {
  const sealed = seal(keys.appKey, purpose, text, random)
  return keys.otherAppKeys.length === 0 ? sealed : `${idOf(keys.appKey)}.${sealed}`
}

/** Decrypts a text of any of the node's keys; null if none of them made it for this purpose. */
export function unsealText(keys: AppKeys, purpose: string, stored: string): string | null {
  const [, id, sealed] = /^([0-9a-f]{16})\.(.*)$/.exec(stored) ?? []
  if (id !== undefined && sealed !== undefined) {
    const key = appKeyOf(keys, id)
    return key === undefined ? null : unseal(key, purpose, sealed)
  }
  return firstOf(allOf(keys), (key) => unseal(key, purpose, stored))
}

const markBytes = 8

const markOf = (key: Buffer): Buffer => Buffer.from(idOf(key), 'hex')

/** Puts the id of its key before sealed bytes, during a change of the key. */
export const withMark = (keys: AppKeys, sealed: Buffer): Buffer =>
  keys.otherAppKeys.length === 0 ? sealed : Buffer.concat([markOf(keys.appKey), sealed])

/** Encrypts bytes for storage, marked like `sealText`. */
export const sealData = (keys: AppKeys, purpose: string, bytes: Buffer, random: Random): Buffer =>
  withMark(keys, sealBytes(keyFor(keys.appKey, purpose), bytes, random))

/** Decrypts bytes of any of the node's keys; null if none of them made them for this purpose. */
export const unsealData = (keys: AppKeys, purpose: string, stored: Buffer): Buffer | null =>
  firstOf(candidatesOf(keys, stored), ([key, sealed]) => unsealBytes(keyFor(key, purpose), sealed))

/** `unsealData` in steps, for large values. */
export async function unsealLarge(
  keys: AppKeys,
  purpose: string,
  stored: Buffer,
): Promise<Buffer | null> {
  for (const [key, sealed] of candidatesOf(keys, stored)) {
    const bytes = await unsealInSteps(keyFor(key, purpose), sealed)
    if (bytes !== null) return bytes
  }
  return null
}

/** A mark could be the beginning of a value without one: then only that reading opens. */
function candidatesOf(keys: AppKeys, stored: Buffer): readonly (readonly [Buffer, Buffer])[] {
  const mark = stored.subarray(0, markBytes)
  const marked = allOf(keys).filter((key) => markOf(key).equals(mark))
  return [
    ...marked.map((key) => [key, stored.subarray(markBytes)] as const),
    ...allOf(keys).map((key) => [key, stored] as const),
  ]
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | null,
): Found | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}

/**
 * Digests that values made for a short time may have, such as signatures and one-time codes: the
 * current one first, then those of the other keys.
 */
export const macsOf = (
  keys: AppKeys,
  purpose: string,
  data: string | Uint8Array,
): readonly Buffer[] => allOf(keys).map((key) => hmacSha256(keyFor(key, purpose), data))

/** Digests that a stored value may have: the current one first, then those of all former keys. */
export function lookupsOf(
  keys: AppKeys,
  purpose: LookupPurpose,
  data: string | Uint8Array,
): readonly [Buffer, ...Buffer[]] {
  const [current = Buffer.alloc(0), ...others] = macsOf(keys, purpose, data)
  const former = keys.formerLookups
    .filter(({ keyId }) => appKeyOf(keys, keyId) === undefined)
    .flatMap(({ keys: derived }) => derived[purpose] ?? [])
  return [current, ...others, ...former.map((key) => hmacSha256(key, data))]
}

/** Binds the derived keys to the application key that they are of. */
export const lookupsPurpose = (keyId: string): string => `former lookups ${keyId}`

/** Seals the derived keys of an application key that is about to be retired. */
export function sealLookups(keys: AppKeys, retired: Buffer, random: Random): string {
  const derived = lookupPurposes.map((purpose) => [
    purpose,
    keyFor(retired, purpose).toString('base64'),
  ])
  const text = JSON.stringify(Object.fromEntries(derived))
  return sealText(keys, lookupsPurpose(idOf(retired)), text, random)
}

/** Opens what `sealLookups` sealed; null if this node lacks its key. */
export function openLookups(keys: AppKeys, keyId: string, sealed: string): FormerLookups | null {
  const text = unsealText(keys, lookupsPurpose(keyId), sealed)
  if (text === null) return null
  const parsed: unknown = JSON.parse(text)
  const entries = Object.entries(parsed ?? {}).flatMap(([purpose, key]) =>
    typeof key === 'string' ? [[purpose, Buffer.from(key, 'base64')] as const] : [],
  )
  return { keyId, keys: Object.fromEntries(entries) }
}
