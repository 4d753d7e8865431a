import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { isCode } from '../../base/error-code.ts'

export type Secrets = Readonly<Record<string, string>>

/** Secrets that are generated once and read at later starts. */
export type SecretStore = Readonly<{
  known: () => Secrets
  /** Returns the stored secrets: these, unless another process stored its own first. */
  keep: (secrets: Secrets) => Secrets
}>

/** Stores secrets in one file that only its owner may read; writes are atomic. */
export function secretFile(file: string): SecretStore {
  function known(): Secrets {
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      if (isCode(error, 'ENOENT')) return {}
      throw error
    }
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null)
      throw new Error(`${file} does not contain a JSON object`)
    return Object.fromEntries(
      Object.entries(kept).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    )
  }

  function keep(secrets: Secrets): Secrets {
    makePrivate(path.dirname(file))
    const before = known()
    // A private folder beside the file, so that no other process writes the same file.
    const folder = mkdtempSync(`${file}.`)
    const fresh = path.join(folder, 'fresh')
    try {
      writeDurably(fresh, `${JSON.stringify({ ...secrets, ...before }, null, 2)}\n`)
      putInPlace(fresh, file, Object.keys(before).length === 0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    return known()
  }

  return { known, keep }
}

/**
 * If two processes write the first file, one link succeeds and the other is dropped; both then read
 * the same file.
 */
function putInPlace(fresh: string, file: string, first: boolean): void {
  if (first) {
    try {
      linkSync(fresh, file)
      return
    } catch (error) {
      if (isCode(error, 'EEXIST')) return
      // Some file systems have no links.
    }
  }
  renameSync(fresh, file)
}

function writeDurably(file: string, text: string): void {
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Only the folder itself is private, not the parent folders created for it. */
function makePrivate(folder: string): void {
  mkdirSync(path.dirname(folder), { recursive: true })
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  }
}
