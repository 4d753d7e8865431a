import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isCode } from '../../base/error-code.ts'
import type { Answer } from '../outbound.ts'
import {
  dailyFileName,
  type ObjectPage,
  type ObjectStore,
  objectName,
  objectStoreLimits,
  type StoredObject,
  type StoreTools,
} from './object-store.ts'

/** Unfinished writes are kept in this folder, so that a name elsewhere is always a whole object. */
const incoming = 'incoming'

/** Pictures are spread over subfolders by the first characters of their names. */
const shelfChars = 2

/** Stores objects as files of a folder that only its owner may read. */
export function folderStore(root: string, { clock, log, random }: StoreTools): ObjectStore {
  const placeOf = (name: string) => path.join(root, placeIn(name))

  /** If the disk fails or is full, the outcome is unknown. */
  async function attempt<Value>(doing: string, work: () => Promise<Value>): Promise<Answer<Value>> {
    try {
      return { kind: 'accepted', value: await work() }
    } catch (error) {
      log.error({ err: error, doing }, 'the object folder failed')
      return { kind: 'unknown', why: 'server-error' }
    }
  }

  async function write(name: string, bytes: Buffer): Promise<null> {
    const place = placeOf(name)
    const fresh = path.join(root, incoming, random.bytes(16).toString('hex'))
    await makePrivate(path.join(root, incoming))
    await makePrivate(path.dirname(place))
    await writeDurably(fresh, bytes)
    await rename(fresh, place)
    await syncFolder(path.dirname(place))
    return null
  }

  async function shelves(after: string): Promise<readonly string[]> {
    const names = await readdir(root).catch(absentAs<string[]>([]))
    const first = after.slice(0, shelfChars)
    return names.filter((name) => /^[0-9a-f]{2}$/.test(name) && name >= first).sort()
  }

  async function objectsAfter(after: string): Promise<ObjectPage> {
    await sweepBrokenOff(path.join(root, incoming), clock.now().getTime())
    const found: StoredObject[] = []
    for (const shelf of await shelves(after)) {
      const files = await readdir(path.join(root, shelf)).catch(absentAs<string[]>([]))
      const names = files.filter((name) => objectName.test(name) && name > after).sort()
      for (const name of names.slice(0, objectStoreLimits.listItems - found.length)) {
        const about = await stat(path.join(root, shelf, name)).catch(absentAs(null))
        if (about !== null) found.push({ name, storedAt: about.mtime })
      }
      if (found.length >= objectStoreLimits.listItems) break
    }
    const full = found.length >= objectStoreLimits.listItems
    return { objects: found, next: full ? (found.at(-1)?.name ?? null) : null }
  }

  return {
    put: (name, bytes) => attempt('put', () => write(name, bytes)),
    get: (name) => attempt('get', () => readFile(placeOf(name)).catch(absentAs(null))),
    delete: (name) =>
      attempt('delete', async () => {
        await rm(placeOf(name), { force: true })
        return null
      }),
    list: (after) => attempt('list', () => objectsAfter(after)),
    close: () => undefined,
  }
}

function placeIn(name: string): string {
  if (dailyFileName.test(name)) return name
  if (!objectName.test(name)) throw new RangeError('not an object name')
  return path.join(name.slice(0, shelfChars), name)
}

async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** Removes the remains of writers that were killed. */
async function sweepBrokenOff(folder: string, nowMs: number): Promise<void> {
  const files = await readdir(folder).catch(absentAs<string[]>([]))
  for (const file of files.slice(0, objectStoreLimits.listItems)) {
    const place = path.join(folder, file)
    const about = await stat(place).catch(absentAs(null))
    if (about !== null && nowMs - about.mtimeMs > objectStoreLimits.brokenOffMs)
      await rm(place, { force: true })
  }
}

/** A catch handler that maps missing files to `value` and rethrows any other error. */
const absentAs =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (isCode(error, 'ENOENT')) return value
    throw error
  }

/** Writes a new file whose content survives a crash; its name does so after `syncFolder`. */
async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** Makes the names in a folder durable across a crash. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
