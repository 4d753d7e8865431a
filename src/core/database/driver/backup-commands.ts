import type { Logger } from 'pino'
import { z } from 'zod'
import { systemClock } from '../../../base/clock.ts'
import { StartRefused } from '../../../base/settings/start-refused.ts'
import { openDatabase } from '../embedded/embedded.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

/** The settings of the commands. */
type BackupSettings = Readonly<{
  databaseUrl: string | null
  dataDir: string
  backupDir: string | null
  backupsKept: number
}>

const folderOf = ({ backupDir, dataDir }: BackupSettings): string =>
  backupDir ?? `${dataDir}-backups`

/** Takes a base backup of the embedded database, also while the service runs. */
export async function runBackup(config: BackupSettings, log: Logger): Promise<void> {
  refuseOwnServer(config)
  const database = await openDatabase(config, log)
  try {
    const { url } = database
    const { dataDir, backupsKept: kept } = config
    const { backup, dropped, damaged } = await takeBackup({
      url,
      dataDir,
      backupDir: folderOf(config),
      kept,
    })
    const { files, endedAt } = backup.manifest
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const lines = [
      `Backup ${backup.folder}: ${files.length} files, ${Math.ceil(bytes / 2 ** 20)} MiB`,
      config.backupDir === null
        ? `It restores to ${endedAt} only: set BACKUP_DIR and restart, for any time after it`
        : `It restores to any time from ${endedAt} on`,
      ...dropped.map((name) => `Dropped the old backup ${name}`),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    for (const message of damaged) process.stderr.write(`${message}\n`)
  } finally {
    await database.stop()
  }
}

/** Restores the embedded database to a time, or to the end of what is held (`latest`). */
export async function runRestore(config: BackupSettings, to: string | null): Promise<void> {
  refuseOwnServer(config)
  const { dataDir } = config
  const startedMs = systemClock.monotonicMs()
  const { backup, lastAt, aside, damaged } = await restoreBackup({
    dataDir,
    backupDir: folderOf(config),
    to: readTime(to),
    now: systemClock.now(),
  })
  const tookMs = systemClock.monotonicMs() - startedMs
  const last = lastAt === null ? 'the end of the backup' : lastAt.toISOString()
  const lines = [
    `Restored from ${backup.name} in ${Math.round(tookMs)} ms; the last transaction: ${last}`,
    ...(aside === null ? [] : [`The database before is kept in ${aside}: remove it at the end`]),
    'What providers did after that time is unknown to the restored books. Next, as',
    'docs/high-availability.md says under "After a loss":',
    '1. Start the service. If commits were lost, it stops withdrawals; otherwise check first.',
    '2. Wait for a full reconciliation, and have providers send their callbacks again.',
    '3. Close each break, then start withdrawals again and take a new backup.',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  for (const message of damaged) process.stderr.write(`Not used: ${message}\n`)
}

function refuseOwnServer({ databaseUrl }: BackupSettings): void {
  if (databaseUrl === null) return
  throw new StartRefused(
    'DATABASE_URL names a server of its own: this command is for the embedded one. ' +
      'See ops/backup/README.md.',
  )
}

function readTime(text: string | null): Date | null {
  if (text === 'latest') return null
  const read = z.iso.datetime({ offset: true }).safeParse(text)
  if (read.success) return new Date(read.data)
  throw new StartRefused(
    'say which time to restore to, with its zone: npm run restore -- --to 2026-01-31T12:00:00Z, ' +
      'or --to latest',
  )
}
