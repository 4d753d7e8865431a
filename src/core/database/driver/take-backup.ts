import { createHash } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { StartRefused } from '../../../base/settings/start-refused.ts'
import { systemIdentifier } from '../cluster/server-run.ts'
import {
  type EmbeddedPaths,
  prepareArchive,
  preparePlace,
  walDirOf,
} from '../embedded/embedded-files.ts'
import {
  type BackupFile,
  type BaseBackup,
  baseDirOf,
  copyFile,
  listBackups,
  listCluster,
  type Manifest,
  makeFolders,
  readBackup,
  writeManifest,
} from './backup-files.ts'
import { archivedSegments, archiveFiles, namesIn, segmentOf, syncPath } from './wal-archive.ts'

const Begun = z.tuple([
  z.object({ at: z.date(), file: z.string(), major: z.string(), system: z.string() }),
])
const Ended = z.tuple([
  z.object({ lsn: z.string(), labelfile: z.string(), last: z.string(), at: z.date() }),
])

export type BackupOptions = Readonly<{
  /** Of the running embedded server. */
  url: string
  dataDir: string
  backupDir: string
  /** The number of base backups to keep, with the log since the oldest of them. */
  kept: number
}>

export type BackupTaken = Readonly<{
  backup: BaseBackup
  dropped: readonly string[]
  /** A message for each earlier backup that cannot be used; these are kept. */
  damaged: readonly string[]
}>

/**
 * Copies the embedded server's cluster while it runs, with the log that makes the copy consistent,
 * then deletes the oldest backups. A backup that fails leaves nothing.
 */
export async function takeBackup(options: BackupOptions): Promise<BackupTaken> {
  const { url, backupDir, kept } = options
  const place = await preparePlace(path.resolve(options.dataDir))
  await prepareArchive(backupDir, place.runAs)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await lockBackups(client)
    await removeRemains(backupDir)
    const { sound, damaged } = await listBackups(backupDir)
    refuseOtherCluster(sound, await readSystem(client), backupDir)
    const backup = await copyCluster(client, place, backupDir)
    return { backup, dropped: await dropOld([...sound, backup], kept, backupDir), damaged }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** One backup at a time; the lock ends with the connection. */
async function lockBackups(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select pg_try_advisory_lock(hashtext('tukar backup')) as got`,
  )
  const [{ got }] = z.tuple([z.object({ got: z.boolean() })]).parse(rows)
  if (!got) throw new StartRefused('another backup is running: wait for its end')
}

/** Removes what a killed backup or deletion left behind. */
async function removeRemains(backupDir: string): Promise<void> {
  for (const name of await namesIn(baseDirOf(backupDir))) {
    if (!/\.(part|dropped)$/.test(name)) continue
    await rm(path.join(baseDirOf(backupDir), name), { recursive: true, force: true })
  }
}

async function readSystem(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`select ${systemIdentifier}::text as system`)
  return z.tuple([z.object({ system: z.string() })]).parse(rows)[0].system
}

function refuseOtherCluster(
  earlier: readonly BaseBackup[],
  system: string,
  backupDir: string,
): void {
  const other = earlier.find(({ manifest }) => manifest.systemIdentifier !== system)
  if (other === undefined) return
  throw new StartRefused(
    `${backupDir} holds backups of another database (${other.name}): name another BACKUP_DIR`,
  )
}

async function copyCluster(
  client: pg.Client,
  place: EmbeddedPaths,
  backupDir: string,
): Promise<BaseBackup> {
  // The slot keeps the log of the copy's duration, and ends with the connection.
  await client.query(`select pg_create_physical_replication_slot('tukar_backup', true, true)`)
  const { rows } = await client.query(`
    select clock_timestamp() as at, pg_walfile_name(begun.lsn) as file,
      (current_setting('server_version_num')::int / 10000)::text as major,
      ${systemIdentifier}::text as system
    from pg_backup_start('tukar', true) begun(lsn)`)
  const [begun] = Begun.parse(rows)
  const name = begun.at.toISOString().replace(/[-:.]/g, '')
  const fresh = path.join(baseDirOf(backupDir), `${name}.part`)
  const folder = path.join(baseDirOf(backupDir), name)
  try {
    const copied = await copyFiles(place.clusterDir, path.join(fresh, 'data'))
    const manifest = await endBackup(client, place, backupDir, begun, copied)
    await writeManifest(fresh, manifest)
    await rename(fresh, folder)
    await syncPath(baseDirOf(backupDir))
    return await readBackup(folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  }
}

type Copied = Readonly<{ data: string; folders: readonly string[]; files: BackupFile[] }>

/** The control file is copied last: it may not be newer than what it describes. */
async function copyFiles(clusterDir: string, data: string): Promise<Copied> {
  const { folders, files } = await listCluster(clusterDir)
  await mkdir(data, { recursive: true, mode: 0o700 })
  await makeFolders(data, folders)
  const control = 'global/pg_control'
  const copied: BackupFile[] = []
  for (const file of [...files.filter((one) => one !== control), control]) {
    const one = await copyFile(clusterDir, data, file)
    if (one !== null) copied.push(one)
  }
  return { data, folders, files: copied }
}

async function endBackup(
  client: pg.Client,
  { clusterDir, runAs }: EmbeddedPaths,
  backupDir: string,
  begun: z.output<typeof Begun>[0],
  { data, folders, files }: Copied,
): Promise<Manifest> {
  const { rows } = await client.query(`
    select ended.lsn::text as lsn, labelfile, pg_walfile_name(ended.lsn) as last,
      clock_timestamp() as at
    from pg_backup_stop(false) ended(lsn, labelfile, spcmapfile)`)
  const [ended] = Ended.parse(rows)
  const label = Buffer.from(ended.labelfile)
  await writeFile(path.join(data, 'backup_label'), label, { mode: 0o600, flush: true })
  const sha256 = createHash('sha256').update(label).digest('hex')
  const log = path.join(clusterDir, 'pg_wal')
  const histories = (await namesIn(log)).filter((name) => name.endsWith('.history'))
  const segments = await logBetween(log, begun.file, ended.last)
  await archiveFiles([...histories, ...segments], log, walDirOf(backupDir), runAs)
  return {
    major: begun.major,
    systemIdentifier: begun.system,
    timeline: segmentOf(ended.last)?.timeline ?? 0,
    firstSegment: begun.file,
    stopsAt: ended.lsn,
    startedAt: begun.at.toISOString(),
    endedAt: ended.at.toISOString(),
    folders: [...folders],
    files: [...files, { path: 'backup_label', bytes: label.length, sha256 }],
  }
}

/** The segments from the first to the last that a copy needs; throws if the server dropped one. */
async function logBetween(walDir: string, first: string, last: string): Promise<readonly string[]> {
  const [from, to] = [segmentOf(first), segmentOf(last)]
  if (from === null || to === null) throw new Error(`${first} to ${last} are no segments`)
  const names = (await namesIn(walDir)).filter((name) => {
    const segment = segmentOf(name)
    return (
      segment !== null &&
      segment.timeline === to.timeline &&
      segment.number >= from.number &&
      segment.number <= to.number
    )
  })
  if (BigInt(names.length) !== to.number - from.number + 1n) {
    throw new Error('the server dropped a part of its log during the backup: try again')
  }
  return names
}

/** Deletes the oldest backups, then the log that none of the others needs. */
async function dropOld(
  backups: readonly BaseBackup[],
  kept: number,
  backupDir: string,
): Promise<readonly string[]> {
  const dropped = backups.slice(0, Math.max(0, backups.length - kept))
  for (const { folder } of dropped) {
    // Under a name that no list shows, so that a half deleted backup is never offered.
    await rename(folder, `${folder}.dropped`)
    await rm(`${folder}.dropped`, { recursive: true, force: true })
  }
  const oldest = backups[dropped.length]
  const needed = segmentOf(oldest?.manifest.firstSegment ?? '')?.number ?? 0n
  const walDir = walDirOf(backupDir)
  for (const { name, number } of await archivedSegments(walDir)) {
    if (number < needed) await rm(path.join(walDir, `${name}.gz`))
  }
  return dropped.map(({ name }) => name)
}
