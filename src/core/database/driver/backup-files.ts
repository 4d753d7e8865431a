import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { isCode } from '../../../base/error-code.ts'
import { StartRefused } from '../../../base/settings/start-refused.ts'
import { namesIn, syncPath } from './wal-archive.ts'

/** The folder of the base backups in a backup directory. */
export const baseDirOf = (backupDir: string): string => path.join(backupDir, 'base')

const BackupFile = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })
export type BackupFile = z.output<typeof BackupFile>

const Manifest = z.object({
  major: z.string(),
  systemIdentifier: z.string(),
  timeline: z.int(),
  /** The first segment of the log that it needs, and the position where it is consistent. */
  firstSegment: z.string(),
  stopsAt: z.string(),
  /** The times of the server: a restore can reach any time from `endedAt` on. */
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  folders: z.array(z.string()),
  files: z.array(BackupFile),
})
export type Manifest = z.output<typeof Manifest>

export type BaseBackup = Readonly<{ name: string; folder: string; manifest: Manifest }>

const manifestFile = 'manifest.json'
const Signed = z.object({ manifest: z.string(), sha256: z.string() })

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Writes the list of all files with its own checksum; a backup without it is partial. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest)
  const file = path.join(folder, manifestFile)
  await writeFile(file, JSON.stringify({ manifest: text, sha256: digestOf(text) }), { mode: 0o600 })
  await syncPath(file)
}

/** A backup cannot be restored; the message names it and says why. */
export class DamagedBackup extends StartRefused {
  override readonly name = 'DamagedBackup'
}

/** Reads a backup's manifest; throws `DamagedBackup` if it cannot be used. */
export async function readBackup(folder: string): Promise<BaseBackup> {
  const name = path.basename(folder)
  const text = await readFile(path.join(folder, manifestFile), 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) throw new DamagedBackup(`${folder} is a partial backup: remove it`)
    const why = error instanceof Error ? error.message : String(error)
    throw new DamagedBackup(`the backup ${folder} cannot be read: ${why}`)
  })
  const damaged = new DamagedBackup(`the manifest of the backup ${folder} is damaged`)
  const signed = Signed.safeParse(parsed(text))
  if (!signed.success || digestOf(signed.data.manifest) !== signed.data.sha256) throw damaged
  const manifest = Manifest.safeParse(parsed(signed.data.manifest))
  if (!manifest.success) throw damaged
  return { name, folder, manifest: manifest.data }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export type ListedBackups = Readonly<{
  /** The complete backups, oldest first. */
  sound: readonly BaseBackup[]
  /** A message for each backup that cannot be used. */
  damaged: readonly string[]
}>

/** Lists the backups by their manifests, except those that are still being written. */
export async function listBackups(backupDir: string): Promise<ListedBackups> {
  const names = (await namesIn(baseDirOf(backupDir))).filter((name) => !name.includes('.'))
  const sound: BaseBackup[] = []
  const damaged: string[] = []
  for (const name of names.toSorted()) {
    try {
      sound.push(await readBackup(path.join(baseDirOf(backupDir), name)))
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error
      damaged.push(error.message)
    }
  }
  return { sound, damaged }
}

/** Contents that belong to one run of a server, or that it makes anew. */
const emptyFolders = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const omittedFiles =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|recovery\.signal|core)$/
const temporaryFiles = /(^|\/)(pg_internal\.init[^/]*|pgsql_tmp[^/]*)(\/|$)/

/** Lists what a copy of a cluster consists of. */
export async function listCluster(
  clusterDir: string,
): Promise<Readonly<{ folders: readonly string[]; files: readonly string[] }>> {
  const folders: string[] = []
  const files: string[] = []
  const walk = async (below: string): Promise<void> => {
    // A table's files may be deleted meanwhile: the log knows of it.
    const entries = await readdir(path.join(clusterDir, below), { withFileTypes: true })
    for (const entry of entries) {
      const found = path.posix.join(below, entry.name)
      if (omittedFiles.test(found) || temporaryFiles.test(found)) continue
      if (entry.isSymbolicLink()) throw new StartRefused(`${found} is a link: it can't be copied`)
      if (!entry.isDirectory()) files.push(found)
      else {
        folders.push(found)
        if (!emptyFolders.has(found)) await walk(found)
      }
    }
  }
  await walk('')
  return { folders: [...folders, 'pg_wal/archive_status', 'pg_wal/summaries'], files }
}

/** Copies a file and returns its size and checksum; null if the server deleted it meanwhile. */
export async function copyFile(from: string, to: string, file: string): Promise<BackupFile | null> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const target = path.join(to, file)
  try {
    const source = createReadStream(path.join(from, file))
    await pipeline(source, measure, createWriteStream(target, { mode: 0o600, flush: true }))
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
  return { path: file, bytes, sha256: hash.digest('hex') }
}

/** Makes the folders of a copy, parents first. */
export async function makeFolders(to: string, folders: readonly string[]): Promise<void> {
  for (const one of folders.toSorted()) {
    await mkdir(path.join(to, one), { recursive: true, mode: 0o700 })
  }
}

/**
 * Copies a backup's files and compares each with the manifest. Throws `DamagedBackup` if one is
 * missing or differs.
 */
export async function copyVerified({ folder, manifest }: BaseBackup, to: string): Promise<void> {
  await makeFolders(to, manifest.folders)
  for (const { path: file, bytes, sha256 } of manifest.files) {
    const copied = await copyFile(path.join(folder, 'data'), to, file)
    if (copied === null) throw new DamagedBackup(`the backup ${folder} lacks ${file}`)
    if (copied.sha256 !== sha256 || copied.bytes !== bytes) {
      throw new DamagedBackup(`the backup ${folder} is damaged: ${file} differs from the manifest`)
    }
  }
}
