import type { Random } from '../../base/crypto.ts'
import type { Answer, Tools } from '../outbound.ts'

export type StoredObject = Readonly<{ name: string; storedAt: Date }>

/** Objects in the order of their names. More come after the name `next`; null: no more do. */
export type ObjectPage = Readonly<{ objects: readonly StoredObject[]; next: string | null }>

/** Where sealed pictures lie: any store that speaks the S3 API, or a folder. */
export type ObjectStore = Readonly<{
  /** Accepted once it is durable. Putting the same again changes nothing. */
  put: (name: string, bytes: Buffer) => Promise<Answer<null>>
  /** null when there is no such object. */
  get: (name: string) => Promise<Answer<Buffer | null>>
  /** Accepted as well when there was none. */
  delete: (name: string) => Promise<Answer<null>>
  /** A bounded number of the objects whose names come after this one; '' begins. */
  list: (after: string) => Promise<Answer<ObjectPage>>
  close: () => void
}>

export type StoreTools = Tools & Readonly<{ random: Random }>

/** Object names are ours: 128 random bits. Whatever else lies in the store is not touched. */
export const objectName = /^[0-9a-f]{32}$/
