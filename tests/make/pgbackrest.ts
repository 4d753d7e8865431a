import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { noPostgres } from './postgres-programs.ts'

const program = '/usr/bin/pgbackrest'

/** Why tests with pgBackRest are left out, or false: it is an optional package of Debian. */
export const noPgbackrest: string | false = existsSync(program)
  ? noPostgres
  : 'no pgBackRest is installed'

const shipped = path.join(import.meta.dirname, '../../ops/backup/pgbackrest.conf')

/** The configuration of `ops/backup`, with folders and a server of a test. */
export async function testConfiguration(
  folder: string,
  { dataDir, port }: Readonly<{ dataDir: string; port: number }>,
): Promise<string> {
  const changes: Readonly<Record<string, string>> = {
    'repo1-path': path.join(folder, 'repository'),
    'spool-path': path.join(folder, 'spool'),
    'pg1-path': dataDir,
    'pg1-port': String(port),
    'pg1-socket-path': folder,
  }
  const text = await readFile(shipped, 'utf8')
  const lines = text.split('\n').map((line) => {
    const [name = ''] = line.split('=')
    const value = changes[name]
    return value === undefined ? line : `${name}=${value}`
  })
  const own = [
    'pg1-user=tukar',
    'pg1-database=postgres',
    '[global]',
    `log-path=${folder}`,
    `lock-path=${folder}`,
  ]
  return [...lines, ...own].join('\n')
}
