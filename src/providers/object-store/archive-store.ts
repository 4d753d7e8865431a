import { mkdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Random } from '../../base/crypto.ts'
import { isCode } from '../../base/error-code.ts'
import type { Answer } from '../outbound.ts'
import { syncFolder, writeDurably } from './durable-file.ts'
import type { StoreTools } from './object-store.ts'
import { type S3Access, s3Store } from './s3.ts'

export type ArchivePlace =
  | Readonly<{ kind: 'folder'; folder: string }>
  | (Readonly<{ kind: 'bucket' }> & S3Access)

/**
 * The store of archived rows; names have a folder of the database and one of the table, as
 * `7301-16384/moves_0/000001.csv.gz`. Archives of former versions lack the first.
 */
export type ArchiveStore = Readonly<{
  /** Accepted once durable; replaces an object of the same name. */
  put: (name: string, bytes: Buffer) => Promise<Answer<null>>
  /** Returns null if there is no such object. */
  get: (name: string) => Promise<Answer<Buffer | null>>
  close: () => void
}>

const archiveName = /^(?:[0-9]+-[0-9]+\/)?[a-z0-9_]+\/[a-z0-9]+(?:\.[a-z]+)+$/

/** Returns null without a place. */
export function connectArchive(place: ArchivePlace | null, tools: StoreTools): ArchiveStore | null {
  if (place === null) return null
  const store = place.kind === 'folder' ? folderArchive(place.folder, tools) : s3Store(place, tools)
  const checked = (name: string): string => {
    if (!archiveName.test(name)) throw new RangeError('not the name of an archive')
    return name
  }
  return {
    put: (name, bytes) => store.put(checked(name), bytes),
    get: (name) => store.get(checked(name)),
    close: store.close,
  }
}

function folderArchive(root: string, { log, random }: StoreTools): ArchiveStore {
  async function attempt<Value>(doing: string, work: () => Promise<Value>): Promise<Answer<Value>> {
    try {
      return { kind: 'accepted', value: await work() }
    } catch (error) {
      log.error({ err: error, doing }, 'the archive folder failed')
      return { kind: 'unknown', why: 'server-error' }
    }
  }
  return {
    put: (name, bytes) => attempt('put', () => putDurably(root, name, bytes, random)),
    get: (name) =>
      attempt('get', () =>
        readFile(path.join(root, name)).catch((error: unknown) => {
          if (isCode(error, 'ENOENT')) return null
          throw error
        }),
      ),
    close: () => undefined,
  }
}

/** The name is either absent or the whole object, also after a crash. */
async function putDurably(root: string, name: string, bytes: Buffer, random: Random) {
  const file = path.join(root, name)
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fresh = `${file}.${random.bytes(8).toString('hex')}`
  await writeDurably(fresh, bytes)
  await rename(fresh, file)
  for (const one of [folder, path.dirname(folder), root]) await syncFolder(one)
  return null
}
