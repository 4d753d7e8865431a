import path from 'node:path'
import type { Config } from '../../config.ts'
import { folderStore } from './folder.ts'
import type { ObjectStore, StoreTools } from './object-store.ts'
import { s3Store } from './s3.ts'

/** Connects the configured bucket, or else a folder of the data directory. */
export function connectObjectStore(
  config: Pick<Config, 'dataDir' | 'objectStore'>,
  tools: StoreTools,
): ObjectStore {
  const { baseUrl, ...access } = config.objectStore
  return baseUrl === null
    ? folderStore(path.join(config.dataDir, 'objects'), tools)
    : s3Store({ ...access, baseUrl }, tools)
}
