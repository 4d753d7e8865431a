import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { parseDatabaseUrl } from '../../src/core/database/driver/database-url.ts'
import type { Owner } from '../database.ts'
import { freePort } from '../free-port.ts'
import { eventually } from '../harness.ts'

const program = '/usr/sbin/pgbouncer'
const unprivileged = 65_534

/** Why tests with a pooler are skipped, or false: Debian's package `pgbouncer` is optional. */
export const noPgbouncer: string | false = existsSync(program) ? false : 'no PgBouncer is installed'

/** Starts PgBouncer before a database; returns the URL through it. */
export async function startPgbouncer(
  t: Owner,
  databaseUrl: string,
  poolMode: 'session' | 'transaction' | 'statement',
): Promise<string> {
  const { user, database, host, port } = new pg.Client(parseDatabaseUrl(databaseUrl).url)
  const own = await freePort()
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-pgbouncer-'))
  const file = path.join(folder, 'pgbouncer.ini')
  const settings = [
    '[databases]',
    `${database} = host=${host} port=${port} dbname=${database} user=${user}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${poolMode}`,
    'default_pool_size = 40',
  ]
  await writeFile(file, `${settings.join('\n')}\n`)
  await chmod(folder, 0o755)
  // It refuses to run as root, and the socket of a test's server is open to its owner alone.
  const { uid, gid } = host.startsWith('/')
    ? await stat(host)
    : { uid: unprivileged, gid: unprivileged }
  const runAs = process.getuid?.() === 0 ? { uid, gid } : {}
  const running = spawn(program, ['--quiet', file], { stdio: 'ignore', ...runAs })
  t.after(async () => {
    running.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  const url = `postgresql://${user}:any@127.0.0.1:${own}/${database}`
  await eventually('PgBouncer', async () => {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  })
  return url
}
