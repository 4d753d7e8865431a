import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { type Clock, systemClock } from '../../../base/clock.ts'
import { singleFlight } from '../../../base/concurrency/single-flight.ts'
import { isCode } from '../../../base/error-code.ts'
import { StartRefused } from '../../../base/settings/start-refused.ts'
import { embeddedDatabaseLimits } from '../database-limits.ts'
import {
  bareEnvironment,
  type EmbeddedPaths,
  findBinaries,
  namedUser,
  preparePlace,
} from './embedded-files.ts'
import { answers, isProcessAlive, otherClients, readPidFile } from './embedded-server.ts'

const run = promisify(execFile)
export type EmbeddedOptions = Readonly<{
  dataDir: string
  log: Logger
  clock?: Clock
  /**
   * For tests: data need not survive, and stopping ends the server even if other clients use it.
   */
  throwaway?: boolean
  /** Called when a program of PostgreSQL runs: the caller may now block the event loop. */
  onLaunch?: () => void
}>

export type Embedded = Readonly<{
  /** For pg: the server listens on a Unix socket only. */
  url: string
  /**
   * Ends the server, unless another process still uses it. Callers close their own connections
   * first.
   */
  stop: () => Promise<void>
}>

/**
 * Starts the PostgreSQL that ships with the service, or adopts the one that a killed service left
 * running in the same data directory. A server that dies is started again.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log, clock = systemClock, throwaway = false, onLaunch = () => undefined } = options
  const place = await preparePlace(path.resolve(options.dataDir))
  const server: Server = { place, log, clock, throwaway, onLaunch, child: null }
  let pid = await ensureRunning(server)
  let stopped = false

  const revive = singleFlight(async () => {
    try {
      if (stopped || (await isProcessAlive(pid, place.clusterDir))) return
      log.warn({ pid }, 'the embedded PostgreSQL died and is restarted')
      pid = await ensureRunning(server)
    } catch (error) {
      log.error({ err: error }, 'the embedded PostgreSQL could not be restarted')
    }
  })
  const watch = setInterval(() => void revive(), embeddedDatabaseLimits.watchEveryMs)
  watch.unref()

  return {
    url: urlOf(place.socketDir),
    stop: async () => {
      if (stopped) return
      stopped = true
      clearInterval(watch)
      // Waits for a restart that is under way.
      await revive()
      await stopServer(server, pid)
    },
  }
}

const urlOf = (socketDir: string): string =>
  `postgresql://tukar@localhost/tukar?host=${encodeURIComponent(socketDir)}`

/** Returns the configured database, or starts the embedded one. */
export const openDatabase = async (
  { databaseUrl, dataDir }: Readonly<{ databaseUrl: string | null; dataDir: string }>,
  log: Logger,
  onLaunch: () => void = () => undefined,
): Promise<Embedded> =>
  databaseUrl === null
    ? startEmbedded({ dataDir, log, onLaunch })
    : { url: databaseUrl, stop: async () => undefined }

type Server = {
  readonly place: EmbeddedPaths
  readonly log: Logger
  readonly clock: Clock
  readonly throwaway: boolean
  readonly onLaunch: () => void
  child: ChildProcess | null
}

/** Returns the process id of a server of this data directory; starts one if there is none. */
async function ensureRunning(server: Server): Promise<number> {
  const { place, clock, log } = server
  const startedMs = clock.monotonicMs()
  let starts = 0
  while (clock.monotonicMs() - startedMs < embeddedDatabaseLimits.startMs) {
    const found = await readPidFile(place.clusterDir)
    const alive = found !== null && (await isProcessAlive(found.pid, place.clusterDir))
    if (found !== null && alive && found.ready && (await answers(urlOf(found.socketDir)))) {
      const tookMs = Math.round(clock.monotonicMs() - startedMs)
      log.info({ pid: found.pid, tookMs, adopted: starts === 0 }, 'embedded PostgreSQL is ready')
      return found.pid
    }
    if (!alive && (server.child === null || hasEnded(server.child))) {
      if (starts === embeddedDatabaseLimits.starts) throw new StartRefused(await whyNot(place))
      await removeStaleLocks(place)
      if (starts > 0) await clock.sleep(embeddedDatabaseLimits.startPauseMs)
      starts += 1
      await launch(server)
    }
    await clock.sleep(5)
  }
  throw new StartRefused(`PostgreSQL did not become ready in time. ${await whyNot(place)}`)
}

/**
 * Lock files of a dead server prevent a new start while their process id belongs to another process
 * or to a zombie.
 */
async function removeStaleLocks({ clusterDir, socketDir }: EmbeddedPaths): Promise<void> {
  const ofSocket = path.join(socketDir, '.s.PGSQL.5432.lock')
  for (const file of [path.join(clusterDir, 'postmaster.pid'), ofSocket]) {
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text === null || (await isProcessAlive(Number.parseInt(text, 10), clusterDir))) continue
    await rm(file, { force: true })
  }
}

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null

async function whyNot(place: EmbeddedPaths): Promise<string> {
  const text = await readFile(place.logFile, 'utf8').catch(() => '')
  const tail = text.slice(-embeddedDatabaseLimits.logTailBytes)
  return `PostgreSQL does not start. The end of ${place.logFile}:\n${tail}`
}

async function launch(server: Server): Promise<void> {
  const { place } = server
  const binaries = await findBinaries(place.runAs)
  await initialise(server, binaries.initdb)
  await refuseOtherVersion(place.clusterDir, binaries.major)
  await rotateLog(place.logFile)
  const log = await open(place.logFile, 'a', 0o600)
  try {
    const settings = {
      ...embeddedSettings(place.socketDir),
      ...(server.throwaway ? fastAndLoose : {}),
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    // In a session of its own, so that Ctrl-C in a terminal stops the service but not the server.
    const child = spawn(binaries.postgres, ['-D', place.clusterDir, ...args], {
      ...(place.runAs ?? {}),
      cwd: '/',
      env: bareEnvironment,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.on('error', (error) =>
      server.log.error({ err: error }, 'PostgreSQL could not be started'),
    )
    child.unref()
    server.child = child
    server.onLaunch()
  } finally {
    await log.close()
  }
}

/** The settings of every embedded server. */
function embeddedSettings(socketDir: string): Readonly<Record<string, string>> {
  return {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    timezone: 'UTC',
    // Growing tables are analysed again soon; until then their plans assume the old size.
    autovacuum_naptime: '10s',
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    client_connection_check_interval: '500ms',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_compression: 'off',
    wal_buffers: '16MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    log_checkpoints: 'off',
    // Statements, their values and conflicting rows are users' data, which must not be logged.
    log_statement: 'none',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  }
}

/**
 * For tests, many of which run at once and whose data need not survive. Their databases end sooner
 * than autovacuum would be of use to them.
 */
const fastAndLoose = {
  autovacuum: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '800',
}

/**
 * Creates the database cluster in a temporary folder and renames it into place: a killed
 * initialisation leaves no partial cluster, and of two concurrent ones the first wins.
 */
async function initialise(server: Server, initdb: string): Promise<void> {
  const { dataDir, clusterDir, runAs } = server.place
  if (await isCluster(clusterDir)) return
  await removeAbandoned(dataDir, server.clock)
  const fresh = await mkdtemp(path.join(dataDir, 'postgres.new-'))
  try {
    if (runAs !== null) await chown(fresh, runAs.uid, runAs.gid)
    const [program, ...before] = [...(await namedUser(runAs)), initdb]
    const initialised = run(
      program,
      [
        ...before,
        `--pgdata=${fresh}`,
        '--username=tukar',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--auth-local=trust',
        '--auth-host=reject',
        '--data-checksums',
        ...syncOptions(server),
      ],
      { ...(runAs ?? {}), cwd: '/', env: bareEnvironment },
    )
    server.onLaunch()
    await initialised
    await rename(fresh, clusterDir)
    await syncFolder(dataDir)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!(await isCluster(clusterDir))) throw error
  }
}

/** One sync of the whole file system is faster than one of each of a thousand small files. */
function syncOptions({ throwaway }: Server): readonly string[] {
  if (throwaway) return ['--no-sync']
  return process.platform === 'linux' ? ['--sync-method=syncfs'] : []
}

async function isCluster(clusterDir: string): Promise<boolean> {
  const entries = await readdir(clusterDir).catch((error: unknown): string[] => {
    if (isCode(error, 'ENOENT')) return []
    throw error
  })
  if (entries.length === 0) return false
  const control = await stat(path.join(clusterDir, 'global', 'pg_control')).catch(() => null)
  if (control !== null && entries.includes('PG_VERSION')) return true
  throw new StartRefused(
    `${clusterDir} is not a complete PostgreSQL cluster, and this service did not leave it ` +
      'like this. If you do not need its data, remove it and start again; otherwise restore it ' +
      'first.',
  )
}

/**
 * Removes the remains of killed initialisations; a folder changed within a minute may be in use.
 */
async function removeAbandoned(dataDir: string, clock: Clock): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith('postgres.new-')) continue
    const folder = path.join(dataDir, name)
    const found = await stat(folder).catch(() => null)
    if (
      found === null ||
      clock.now().getTime() - found.mtimeMs < embeddedDatabaseLimits.abandonedMs
    )
      continue
    await rm(folder, { recursive: true, force: true })
  }
}

/** Waits until a folder's entries are on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function refuseOtherVersion(clusterDir: string, major: string): Promise<void> {
  const text = await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8')
  if (text.trim() === major) return
  throw new StartRefused(
    `${clusterDir} was made by PostgreSQL ${text.trim()} and this release carries ${major}. ` +
      'Dump it with the old release and restore it into a new DATA_DIR.',
  )
}

async function rotateLog(logFile: string): Promise<void> {
  const found = await stat(logFile).catch(() => null)
  if (found !== null && found.size > embeddedDatabaseLimits.logBytes)
    await rename(logFile, `${logFile}.1`)
}

async function stopServer(server: Server, pid: number): Promise<void> {
  const { place, log, clock } = server
  const startedMs = clock.monotonicMs()
  const others = server.throwaway ? 0 : await remainingClients(server)
  if (others > 0) {
    log.info({ others }, 'the embedded PostgreSQL keeps running: other processes use it')
    return
  }
  if (!(await isProcessAlive(pid, place.clusterDir))) return
  try {
    process.kill(pid, server.throwaway ? 'SIGQUIT' : 'SIGINT')
  } catch (error) {
    // It ended since.
    if (isCode(error, 'ESRCH')) return
    throw error
  }
  while (clock.monotonicMs() - startedMs < embeddedDatabaseLimits.stopMs) {
    if (!(await isProcessAlive(pid, place.clusterDir))) return
    await clock.sleep(5)
  }
  log.warn({ pid }, 'the embedded PostgreSQL stops slowly; the service does not wait for it')
}

/** The service's own connections take a moment to leave the server's list. */
async function remainingClients({ place, clock }: Server): Promise<number> {
  const startedMs = clock.monotonicMs()
  for (;;) {
    const others = (await otherClients(urlOf(place.socketDir))) ?? 0
    if (others === 0 || clock.monotonicMs() - startedMs > embeddedDatabaseLimits.leaveMs)
      return others
    await clock.sleep(20)
  }
}
