import { type ChildProcess, spawn } from 'node:child_process'
import { chown, open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { systemClock } from '../../../base/clock.ts'
import { StartRefused } from '../../../base/settings/start-refused.ts'
import { embeddedDatabaseLimits as bounds } from '../database-limits.ts'
import { embeddedSettings } from '../embedded/embedded.ts'
import { bareEnvironment, type EmbeddedPaths, findBinaries } from '../embedded/embedded-files.ts'
import { restoreCommand } from './wal-archive.ts'

type Recovery = Readonly<{
  place: EmbeddedPaths
  /** The copy of a base backup. */
  staging: string
  /** Null for the end of the log. */
  to: Date | null
  walDir: string
  /** The log of the cluster to be replaced, for what the archive lacks. */
  replaced: string | null
}>

/** Applies the log to a copy of a base backup; returns the time of the last transaction in it. */
export async function recover(recovery: Recovery): Promise<Date | null> {
  const { place, staging, to } = recovery
  if (place.runAs !== null) await giveTo(place.runAs, staging)
  const first = await runRecovery(recovery, to)
  if (first.ok) return first.lastAt
  // The log is complete up to a later time, so nothing was committed between its end and `to`.
  if (to !== null && /recovery ended before configured recovery target/.test(first.log)) {
    const second = await runRecovery(recovery, null)
    if (second.ok) return second.lastAt
    throw failed(second.log)
  }
  throw failed(first.log)
}

const failed = (log: string): StartRefused =>
  new StartRefused(
    'the backup could not be restored, and nothing was changed. PostgreSQL says:\n' +
      log.slice(-bounds.logTailBytes),
  )

async function giveTo(runAs: NonNullable<EmbeddedPaths['runAs']>, folder: string): Promise<void> {
  await chown(folder, runAs.uid, runAs.gid)
  for (const name of await readdir(folder, { recursive: true })) {
    await chown(path.join(folder, name), runAs.uid, runAs.gid)
  }
}

type Outcome = Readonly<{ ok: true; lastAt: Date | null } | { ok: false; log: string }>

async function runRecovery(
  { place, staging, walDir, replaced }: Recovery,
  to: Date | null,
): Promise<Outcome> {
  const { postgres } = await findBinaries(place.runAs)
  const settings: Readonly<Record<string, string>> = {
    ...embeddedSettings(place.socketDir),
    restore_command: restoreCommand(walDir, replaced ?? '/nonexistent'),
    ...(to === null ? {} : { recovery_target_time: to.toISOString().replace('Z', '+00') }),
    recovery_target_action: 'promote',
    // Its new history is marked for the archive, which the service fills at its next start.
    archive_mode: 'on',
    archive_command: '',
    hot_standby: 'on',
  }
  const logFile = path.join(place.dataDir, 'restore.log')
  const log = await open(logFile, 'w', 0o600)
  try {
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = spawn(postgres, ['-D', staging, ...args], {
      ...(place.runAs ?? {}),
      cwd: '/',
      env: bareEnvironment,
      stdio: ['ignore', log.fd, log.fd],
    })
    const ended = new Promise<void>((resolve) => {
      server.once('error', () => resolve())
      server.once('exit', () => resolve())
    })
    try {
      const lastAt = await untilPromoted(server, place.socketDir)
      return lastAt === 'ended'
        ? { ok: false, log: await readFile(logFile, 'utf8') }
        : { ok: true, lastAt }
    } finally {
      server.kill('SIGINT')
      await ended
    }
  } finally {
    await log.close()
  }
}

const State = z.tuple([z.object({ recovering: z.boolean(), at: z.date().nullable() })])

async function untilPromoted(
  server: ChildProcess,
  socketDir: string,
): Promise<Date | null | 'ended'> {
  while (server.exitCode === null && server.signalCode === null && server.pid !== undefined) {
    const state = await stateOf(socketDir).catch(() => null)
    if (state !== null && !state.recovering) return state.at
    await systemClock.sleep(bounds.recoveryLookMs)
  }
  return 'ended'
}

async function stateOf(socketDir: string): Promise<z.output<typeof State>[0]> {
  const client = new pg.Client({
    host: socketDir,
    user: 'tukar',
    database: 'tukar',
    connectionTimeoutMillis: bounds.recoveryAnswerMs,
    query_timeout: bounds.recoveryAnswerMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(
      'select pg_is_in_recovery() as recovering, pg_last_xact_replay_timestamp() as at',
    )
    return State.parse(rows)[0]
  } finally {
    await client.end().catch(() => undefined)
  }
}
