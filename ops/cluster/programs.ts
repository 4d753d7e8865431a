import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

/** Finds the servers of the cluster, and Debian's packages of those that are missing. */

export type User = Readonly<{ uid: number; gid: number }>

type Command = Readonly<{
  program: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
}>

export type Programs = Readonly<{
  etcd: string
  haproxy: string
  pgbouncer: string
  redis: string
  prometheus: string
  /** The folder of PostgreSQL's programs. */
  postgresBin: string
  patroni: Command
  /** Whom the servers run as; null: as the user who started the cluster. */
  user: User | null
}>

const places = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin']

const find = (program: string): string | null =>
  [...places, ...(process.env['PATH'] ?? '').split(':')]
    .map((folder) => path.join(folder, program))
    .find((file) => existsSync(file)) ?? null

const wanted = [
  { program: 'etcd', package: 'etcd-server' },
  { program: 'haproxy', package: 'haproxy' },
  { program: 'pgbouncer', package: 'pgbouncer' },
  { program: 'redis-server', package: 'redis-server' },
  { program: 'prometheus', package: 'prometheus' },
] as const

/** The modules that Patroni needs beside its own. */
const modules = [
  { module: 'psycopg2', package: 'python3-psycopg2' },
  { module: 'etcd', package: 'python3-etcd' },
  { module: 'dns', package: 'python3-dnspython' },
  { module: 'yaml', package: 'python3-yaml' },
  { module: 'urllib3', package: 'python3-urllib3' },
  { module: 'dateutil', package: 'python3-dateutil' },
  { module: 'psutil', package: 'python3-psutil' },
  { module: 'click', package: 'python3-click' },
  { module: 'prettytable', package: 'python3-prettytable' },
]

const leastPostgres = 15
const leastPatroni = 4
/** Debian's own, which has Debian's modules. */
const python = '/usr/bin/python3'

/** Returns the programs, or a line for each that is missing. With `mayInstall` it gets Patroni. */
export function findPrograms(folder: string, mayInstall: boolean): Programs | readonly string[] {
  const missing = missingPackages()
  if (missing.length > 0) return missing
  const patroni = findPatroni(folder, mayInstall)
  if (typeof patroni === 'string') return [patroni]
  return {
    etcd: find('etcd') ?? '',
    haproxy: find('haproxy') ?? '',
    pgbouncer: find('pgbouncer') ?? '',
    redis: find('redis-server') ?? '',
    prometheus: find('prometheus') ?? '',
    postgresBin: findPostgres() ?? '',
    patroni,
    user: serverUser(),
  }
}

function missingPackages(): readonly string[] {
  const servers = wanted.filter(({ program }) => find(program) === null)
  const lacking = existsSync(python)
    ? modules.filter(({ module }) => !succeeds(python, ['-c', `import ${module}`]))
    : [{ package: 'python3' }, ...modules]
  return [
    ...(findPostgres() === null ? ['postgresql'] : []),
    ...[...servers, ...lacking].map((one) => one.package),
  ].map((name) => `missing: Debian's package ${name}`)
}

function findPostgres(): string | null {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).map(Number) : []
  const newest = Math.max(0, ...versions.filter((version) => version >= leastPostgres))
  const bin = path.join(root, String(newest), 'bin')
  return existsSync(path.join(bin, 'pg_rewind')) ? bin : null
}

/** PostgreSQL and PgBouncer refuse to run as root. */
function serverUser(): User | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (option: string) =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** PATRONI names a source archive or a command; else one on PATH, else one from PyPI. */
function findPatroni(folder: string, mayInstall: boolean): Command | string {
  const given = process.env['PATRONI']
  if (given?.endsWith('.tar.gz')) return unpacked(given, folder)
  const command = given ?? find('patroni')
  if (command !== null && isRecent({ program: command, args: [], env: {} }))
    return { program: command, args: [], env: {} }
  if (given !== undefined) return `PATRONI: ${given} is not Patroni ${leastPatroni} or later`
  return installed(mayInstall)
}

function unpacked(archive: string, folder: string): Command | string {
  if (!existsSync(archive)) return `PATRONI: there is no ${archive}`
  const source = path.join(folder, 'patroni-source')
  mkdirSync(source, { recursive: true })
  execFileSync('tar', ['xzf', archive, '-C', source, '--strip-components=1'])
  const env = { PYTHONPATH: source, PYTHONDONTWRITEBYTECODE: '1' }
  const command = { program: python, args: ['-m', 'patroni'], env }
  return isRecent(command) ? command : `PATRONI: ${archive} is not Patroni ${leastPatroni} or later`
}

/** In a folder of its own, since Debian's modules serve it and Debian's Patroni is too old. */
function installed(mayInstall: boolean): Command | string {
  // The servers' user cannot read the home of root.
  const cache = process.getuid?.() === 0 ? '/var/cache' : ownCache()
  const venv = path.join(cache, 'tukar', 'patroni')
  const command = { program: path.join(venv, 'bin', 'patroni'), args: [], env: {} }
  if (existsSync(command.program) && isRecent(command)) return command
  const requirement = `patroni[etcd3]>=${leastPatroni}`
  const isMade =
    mayInstall &&
    succeeds(python, ['-m', 'venv', '--system-site-packages', venv]) &&
    succeeds(path.join(venv, 'bin', 'pip'), ['install', '--quiet', requirement])
  return isMade && isRecent(command)
    ? command
    : `missing: Patroni ${leastPatroni} or later; set PATRONI to its source archive or command`
}

const ownCache = (): string => process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache')

function isRecent({ program, args, env }: Command): boolean {
  try {
    const said = execFileSync(program, [...args, '--version'], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    })
    return Number(/(\d+)\.\d+/.exec(said)?.[1] ?? 0) >= leastPatroni
  } catch {
    return false
  }
}

function succeeds(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore', timeout: 300_000 })
    return true
  } catch {
    return false
  }
}
