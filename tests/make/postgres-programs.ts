import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Owner } from '../database.ts'
import { freePort } from '../free-port.ts'
import { eventually } from '../harness.ts'
import { administer } from '../server.ts'

const run = promisify(execFile)
const debian = '/usr/lib/postgresql'
const setpriv = '/usr/bin/setpriv'
const needed = ['initdb', 'postgres', 'pg_ctl', 'pg_dump', 'pg_restore']

/** The newest complete PostgreSQL of Debian's packages; null if none is installed. */
function findPrograms(): string | null {
  if (!existsSync(debian)) return null
  const folders = readdirSync(debian)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(debian, version, 'bin'))
  return folders.find((one) => needed.every((name) => existsSync(path.join(one, name)))) ?? null
}

const programs = findPrograms()

/** Why tests with a PostgreSQL and its tools are skipped, or false: the package is optional. */
export const noPostgres: string | false =
  programs === null ? `no PostgreSQL with pg_dump is installed in ${debian}` : false

/** A PostgreSQL server of the installed package, and its tools. */
export type InstalledPostgres = Readonly<{
  /** The folder of its programs. */
  bin: string
  dataDir: string
  /** A folder that the server's user can write, removed after the test. */
  folder: string
  port: number
  url: (database: string) => string
  /** Runs a program as the server's user; returns what it wrote. Throws if it fails. */
  run: (program: string, args: readonly string[]) => Promise<string>
  start: () => Promise<void>
  /** Stops the server, if it runs, after a checkpoint. */
  stop: () => Promise<void>
}>

/** Makes a cluster with these settings and starts it; both end with the test. */
export async function startPostgres(
  t: Owner,
  settings: Readonly<Record<string, string>> = {},
): Promise<InstalledPostgres> {
  if (programs === null) throw new Error('no PostgreSQL is installed')
  const bin = programs
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-postgres-'))
  await chmod(folder, 0o755)
  const runAs = await serverUser()
  if (runAs !== null) await chown(folder, runAs.uid, runAs.gid)
  const dataDir = path.join(folder, 'data')
  const port = await freePort()
  const options = { ...(runAs ?? {}), cwd: '/', env: { PATH: `${bin}:/usr/bin:/bin`, LC_ALL: 'C' } }
  const runProgram = async (program: string, given: readonly string[]) =>
    (await run(program, given, { ...options, timeout: 120_000 })).stdout
  await runProgram('initdb', [
    '-D',
    dataDir,
    '-U',
    'tukar',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '-N',
    '-k',
  ])
  const url = (database: string) => `postgresql://tukar@127.0.0.1:${port}/${database}`
  const args = argumentsOf({ port: String(port), unix_socket_directories: folder, ...settings })
  const stop = async () => {
    if (!existsSync(path.join(dataDir, 'postmaster.pid'))) return
    await runProgram('pg_ctl', ['stop', '-D', dataDir, '-m', 'fast', '-w'])
  }
  const start = async () => {
    // The kernel kills the server if this process ends in any way.
    const starter = ['--pdeathsig', 'KILL', ...(runAs === null ? [] : identityOf(runAs))]
    const server = spawn(
      setpriv,
      [...starter, path.join(bin, 'postgres'), '-D', dataDir, ...args],
      { cwd: options.cwd, env: options.env, stdio: 'ignore' },
    )
    await eventually('PostgreSQL', async () => {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
      return administer(url('postgres'), 'select 1').then(
        () => true,
        () => false,
      )
    })
  }
  t.after(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  await start()
  return { bin, dataDir, folder, port, url, run: runProgram, start, stop }
}

function argumentsOf(settings: Readonly<Record<string, string>>): readonly string[] {
  const all = { listen_addresses: '127.0.0.1', fsync: 'off', ...settings }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

type User = Readonly<{ uid: number; gid: number }>

/** The options of `setpriv` that change the user; a change by `spawn` would clear its signal. */
const identityOf = ({ uid, gid }: User): readonly string[] => [
  ...['--reuid', String(uid), '--regid', String(gid), '--clear-groups'],
]

/** PostgreSQL refuses to run as root; null for the own user. */
async function serverUser(): Promise<User | null> {
  if (process.getuid?.() !== 0) return null
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (option) => Number((await run('id', [option, 'postgres'])).stdout)),
  )
  return { uid: uid ?? 0, gid: gid ?? 0 }
}
