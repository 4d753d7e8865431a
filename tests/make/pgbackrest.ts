import { existsSync } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Owner } from '../database.ts'
import { eventually } from '../harness.ts'
import { administer } from '../server.ts'
import { type InstalledPostgres, noPostgres, startPostgres } from './postgres-programs.ts'

const program = '/usr/bin/pgbackrest'

/** Why tests with pgBackRest are skipped, or false: it is an optional package of Debian. */
export const noPgbackrest: string | false = existsSync(program)
  ? noPostgres
  : 'no pgBackRest is installed'

/** A server with the database `tukar`, archived and backed up as `ops/backup` shows. */
export type BackedUpPostgres = InstalledPostgres &
  Readonly<{
    /** Runs pgBackRest on this server; returns what it wrote. */
    pgbackrest: (...args: readonly string[]) => Promise<string>
    /** Stops the server, restores it to a time, and starts it as a primary. */
    restoreTo: (time: string) => Promise<void>
  }>

export async function startBackedUp(t: Owner): Promise<BackedUpPostgres> {
  const server = await startPostgres(t)
  const file = path.join(server.folder, 'pgbackrest.conf')
  await writeFile(file, await testConfiguration(server))
  await chmod(file, 0o644)
  await administer(
    server.url('postgres'),
    `alter system set archive_mode = on`,
    `alter system set archive_command = '${await archiveCommand(file)}'`,
    'create database tukar',
  )
  await server.stop()
  await server.start()
  const pgbackrest = (...args: readonly string[]) =>
    server.run('pgbackrest', [`--config=${file}`, '--stanza=tukar', ...args])
  await pgbackrest('stanza-create')
  await pgbackrest('check')
  const restoreTo = async (time: string) => {
    await server.stop()
    const target = ['--type=time', `--target=${time}`, '--target-action=promote']
    await pgbackrest('--delta', ...target, 'restore')
    await server.start()
    await promoted(server)
  }
  return { ...server, pgbackrest, restoreTo }
}

const shipped = path.join(import.meta.dirname, '../../ops/backup')

/** The command of `ops/backup`, with the configuration of a test. */
async function archiveCommand(file: string): Promise<string> {
  const text = await readFile(path.join(shipped, 'patroni.yml'), 'utf8')
  const [, args] = /archive_command: "pgbackrest (--stanza=tukar archive-push %p)"/.exec(text) ?? []
  if (args === undefined) throw new Error('patroni.yml archives by another command')
  return `pgbackrest --config=${file} ${args}`
}

/** The configuration of `ops/backup`, with the folders and the server of a test. */
async function testConfiguration({ folder, dataDir, port }: InstalledPostgres): Promise<string> {
  const changes: Readonly<Record<string, string>> = {
    'repo1-path': path.join(folder, 'repository'),
    'spool-path': path.join(folder, 'spool'),
    'pg1-path': dataDir,
    'pg1-port': String(port),
    'pg1-socket-path': folder,
  }
  const text = await readFile(path.join(shipped, 'pgbackrest.conf'), 'utf8')
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

/** Waits until a server has recovered and is a primary. */
const promoted = (server: InstalledPostgres) =>
  eventually('the end of the recovery', () =>
    administer(
      server.url('postgres'),
      `do $$ begin if pg_is_in_recovery() then raise 'in recovery'; end if; end $$`,
    ).then(
      () => true,
      () => false,
    ),
  )
