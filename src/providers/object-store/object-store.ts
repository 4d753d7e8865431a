import type { Random } from '../../base/secrets/crypto.ts'
import type { Answer, Tools } from '../outbound.ts'

export const objectStoreLimits = {
  callMs: 10_000,
  connectMs: 2_000,
  tries: 2,
  retryMs: 100,
  inFlight: 16,
  /** The largest picture, encrypted. */
  objectBytes: 33 * 1024 * 1024,
  listItems: 1_000,
  /** Remains of an interrupted write are removed from a folder after this. */
  brokenOffMs: 3_600_000,
} as const

export type StoredObject = Readonly<{ name: string; storedAt: Date }>

/** Objects in the order of their names. Pass `next` to read the next page; null on the last one. */
export type ObjectPage = Readonly<{ objects: readonly StoredObject[]; next: string | null }>

/** The store of encrypted pictures and daily files: any store with the S3 API, or a folder. */
export type ObjectStore = Readonly<{
  /** Accepted once durable. Repeating it with the same bytes changes nothing. */
  put: (name: string, bytes: Buffer) => Promise<Answer<null>>
  /** Returns null if there is no such object. */
  get: (name: string) => Promise<Answer<Buffer | null>>
  /** Also accepted if there was no such object. */
  delete: (name: string) => Promise<Answer<null>>
  /** Returns a bounded page of the pictures whose names follow this one; start with ''. */
  list: (after: string) => Promise<Answer<ObjectPage>>
  close: () => void
}>

export type StoreTools = Tools & Readonly<{ random: Random }>

/** Names of pictures are our own: 128 random bits. No list has other objects. */
export const objectName = /^[0-9a-f]{32}$/

/** A file of the events of a day, or the manifest of these files. */
export const dailyFileName = /^events\/[0-9]{4}-[0-9]{2}-[0-9]{2}\/[0-9a-z]+\.(json|jsonl\.gz)$/
