import path from 'node:path'
import { folderStore } from './folder.ts'
import type { ObjectStore, StoreTools } from './object-store.ts'
import type { ObjectStoreSettings } from './object-store-settings.ts'
import { s3Store } from './s3.ts'

/** Connects the configured bucket, or else a folder of the data directory. */
export function connectObjectStore(
  config: Readonly<{ dataDir: string; objectStore: ObjectStoreSettings }>,
  tools: StoreTools,
): ObjectStore {
  const { baseUrl, ...access } = config.objectStore
  return baseUrl === null
    ? folderStore(path.join(config.dataDir, 'objects'), tools)
    : s3Store({ ...access, baseUrl }, tools)
}
