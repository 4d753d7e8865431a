import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartRefused } from '../../../base/settings/start-refused.ts'
import {
  asidePrefix,
  type EmbeddedPaths,
  findBinaries,
  prepareArchive,
  preparePlace,
  walDirOf,
} from '../embedded/embedded-files.ts'
import { isAlive, readPidFile } from '../embedded/embedded-server.ts'
import { type BaseBackup, copyVerified, DamagedBackup, listBackups } from './backup-files.ts'
import { recover } from './recover-cluster.ts'
import {
  archivedSegments,
  archiveFiles,
  namesIn,
  positionOf,
  readHistory,
  segmentOf,
  syncPath,
} from './wal-archive.ts'

export type RestoreOptions = Readonly<{
  dataDir: string
  backupDir: string
  /** The time to restore to; null for the end of the archived log. */
  to: Date | null
  now: Date
}>

export type Restored = Readonly<{
  backup: BaseBackup
  /** The last transaction that the restored database holds; null if none came after the backup. */
  lastAt: Date | null
  /** Where the replaced cluster is; null if there was none. */
  aside: string | null
  /** A message for each backup that was passed over because it is damaged. */
  damaged: readonly string[]
}>

/** What a backup directory can restore. */
type Restorable = Readonly<{ backups: readonly BaseBackup[]; from: Date; until: Date }>

/**
 * Restores the embedded database to a time, beside the cluster of the data directory, which it then
 * moves aside. Passes over damaged backups. Throws `StartRefused`, and changes nothing, if the
 * service runs, or the time cannot be restored to from the others.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { to, now, backupDir } = options
  const place = await preparePlace(path.resolve(options.dataDir))
  await refuseRunning(place)
  const { sound, damaged } = await listBackups(backupDir)
  const [first] = sound
  if (first === undefined) throw refused(`${backupDir} holds no backup`, damaged)
  await prepareArchive(backupDir, place.runAs)
  const replaced = await replacedLog(place, first.manifest.systemIdentifier)
  const walDir = walDirOf(backupDir)
  if (replaced !== null)
    await archiveFiles(await unarchived(replaced), replaced, walDir, place.runAs)
  const staging = path.join(place.dataDir, 'postgres.restoring')
  try {
    const search = { place, staging, to, now, walDir, replaced }
    const staged = await stageBackup(search, sound, damaged)
    await writeFile(path.join(staging, 'recovery.signal'), '')
    const lastAt = await recover({ place, staging, to, walDir, replaced })
    return { ...staged, lastAt, aside: await swap(place, staging, now) }
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    throw error
  }
}

const refused = (message: string, damaged: readonly string[]): StartRefused =>
  new StartRefused([message, ...damaged].join('\n'))

type Search = Readonly<{
  place: EmbeddedPaths
  staging: string
  to: Date | null
  now: Date
  walDir: string
  replaced: string | null
}>

/** Copies the last backup before the time. If its files are damaged, the one before serves. */
async function stageBackup(
  search: Search,
  sound: readonly BaseBackup[],
  damaged: readonly string[],
): Promise<Pick<Restored, 'backup' | 'damaged'>> {
  const { place, staging } = search
  const backup = await chooseBackup(search, sound).catch((error: unknown) => {
    throw error instanceof StartRefused ? refused(error.message, damaged) : error
  })
  await refuseOtherVersion(backup, place)
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { mode: 0o700 })
  try {
    await copyVerified(backup, staging)
    return { backup, damaged }
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error
    const others = sound.filter((one) => one !== backup)
    return stageBackup(search, others, [...damaged, error.message])
  }
}

async function chooseBackup(
  { to, now, walDir, replaced }: Search,
  sound: readonly BaseBackup[],
): Promise<BaseBackup> {
  const restorable = await findRestorable(sound, walDir, replaced, now)
  const time = to ?? restorable.until
  refuseOutside(time, restorable)
  const backup = restorable.backups.findLast(({ manifest }) => endOf(manifest) <= time)
  if (backup === undefined) throw new Error('a restorable time has a backup before it')
  return backup
}

async function refuseRunning({ clusterDir }: EmbeddedPaths): Promise<void> {
  const found = await readPidFile(clusterDir)
  if (found === null || !(await isAlive(found.pid, clusterDir))) return
  throw new StartRefused(
    `the embedded PostgreSQL of this data directory is running (process ${found.pid}): ` +
      'stop the service first',
  )
}

async function refuseOtherVersion(backup: BaseBackup, place: EmbeddedPaths): Promise<void> {
  const { major } = await findBinaries(place.runAs)
  if (major === backup.manifest.major) return
  throw new StartRefused(
    `the backup ${backup.name} is of PostgreSQL ${backup.manifest.major}, and this release ` +
      `carries ${major}: restore it with the release that made it`,
  )
}

/** The log of the cluster in the data directory, if it is the one that was backed up. */
async function replacedLog({ clusterDir }: EmbeddedPaths, system: string): Promise<string | null> {
  const file = path.join(clusterDir, 'global', 'pg_control')
  const control = await readFile(file).catch(() => null)
  // The control file starts with the system identifier.
  if (control === null || String(control.readBigUInt64LE(0)) !== system) return null
  return path.join(clusterDir, 'pg_wal')
}

/** Histories and complete segments that the stopped server did not archive any more. */
async function unarchived(log: string): Promise<readonly string[]> {
  const names = new Set(await namesIn(log))
  const ready = (await namesIn(path.join(log, 'archive_status')))
    .filter((name) => name.endsWith('.ready'))
    .map((name) => name.slice(0, -'.ready'.length))
  const histories = [...names].filter((name) => name.endsWith('.history'))
  const segments = ready.filter((name) => segmentOf(name) !== null && names.has(name))
  return [...new Set([...histories, ...segments])]
}

const endOf = ({ endedAt }: BaseBackup['manifest']): Date => new Date(endedAt)

/** Throws if none of the backups belongs to the newest timeline's history. */
async function findRestorable(
  stored: readonly BaseBackup[],
  walDir: string,
  replaced: string | null,
  now: Date,
): Promise<Restorable> {
  const { newest, ancestors } = await readHistory(walDir)
  const backups = stored.filter(
    ({ manifest: { timeline, stopsAt } }) =>
      timeline === newest ||
      ancestors.some((one) => one.timeline === timeline && one.at >= positionOf(stopsAt)),
  )
  const [oldest] = backups
  const latest = backups.at(-1)
  if (oldest === undefined || latest === undefined) {
    throw new StartRefused('no backup is of the present history of the database: take one')
  }
  const until = await logEnd(latest, walDir, replaced, now)
  return { backups, from: endOf(oldest.manifest), until: maxOf(until, endOf(latest.manifest)) }
}

const maxOf = (a: Date, b: Date): Date => (a > b ? a : b)

/** When the log after a backup ends: at its first gap; now if the replaced cluster has the rest. */
async function logEnd(
  { manifest }: BaseBackup,
  walDir: string,
  replaced: string | null,
  now: Date,
): Promise<Date> {
  const archived = new Map((await archivedSegments(walDir)).map((one) => [one.number, one.name]))
  const own = replaced === null ? [] : (await namesIn(replaced)).map(segmentOf)
  const rest = new Set(own.flatMap((one) => (one === null ? [] : [one.number])))
  let number = segmentOf(manifest.firstSegment)?.number ?? 0n
  let last: string | undefined
  while (archived.has(number)) {
    last = archived.get(number)
    number += 1n
  }
  if (rest.has(number)) return now
  if (last === undefined) throw new StartRefused(`${walDir} lacks ${manifest.firstSegment}`)
  return (await stat(path.join(walDir, `${last}.gz`))).mtime
}

function refuseOutside(to: Date, { from, until }: Restorable): void {
  if (to >= from && to <= until) return
  throw new StartRefused(
    `${to.toISOString()} cannot be restored to: the backups reach from ${from.toISOString()} ` +
      `to ${until.toISOString()}`,
  )
}

/** Puts the restored cluster in its place; the replaced one is kept beside it. */
async function swap(place: EmbeddedPaths, staging: string, now: Date): Promise<string | null> {
  await refuseRunning(place)
  const exists = await stat(place.clusterDir).catch(() => null)
  const stamp = now.toISOString().replace(/[-:.]/g, '')
  const aside = path.join(place.dataDir, `${asidePrefix}${stamp}`)
  if (exists !== null) await rename(place.clusterDir, aside)
  try {
    await rename(staging, place.clusterDir)
  } catch (error) {
    if (exists !== null) await rename(aside, place.clusterDir)
    throw error
  }
  await syncPath(place.dataDir)
  return exists === null ? null : aside
}
