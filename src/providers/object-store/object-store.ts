import path from 'node:path'
import type { Config } from '../../config.ts'
import type { Answer, Tools } from '../outbound.ts'
import { folderStore } from './folder.ts'
import { s3Store } from './s3.ts'

export type StoredObject = Readonly<{ name: string; storedAt: Date }>

/** Some objects in the order of their names, and after which name the next ones come; null: none. */
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

/** Object names are ours: 128 random bits. Whatever else lies in the store is not touched. */
export const objectName = /^[0-9a-f]{32}$/

export function connectObjectStore(
  config: Pick<Config, 'dataDir' | 'objectStore'>,
  tools: Tools,
): ObjectStore {
  const { baseUrl, ...access } = config.objectStore
  return baseUrl === null
    ? folderStore(path.join(config.dataDir, 'objects'), tools)
    : s3Store({ ...access, baseUrl }, tools)
}
