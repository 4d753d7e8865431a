import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { runMigrations, Logger as WorkerLogger } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { systemClock } from '../../../base/clock.ts'
import { sha256 } from '../../../base/secrets/crypto.ts'
import { StartRefused } from '../../../base/settings/start-refused.ts'
import { migrationLimits as bounds } from '../database-limits.ts'
import { isRetryable } from '../driver/errors.ts'
import { type Servers, serversOf } from '../driver/servers.ts'
import { insertSeed, readSeeds, type Seed } from './seeds.ts'

/** Held while one node migrates; other nodes wait and then find nothing left to do. */
const migrationLock = 1_414_876_001

export const migrationsDir: string = path.join(import.meta.dirname, 'migrations')

export type MigrateOptions = Readonly<{
  url: string
  log: Logger
  /** The folder of the numbered files; only tests set it. */
  directory?: string
}>

/** The schema does not match this release; the message says what to do. */
export class MigrationRefused extends StartRefused {
  override readonly name = 'MigrationRefused'
}

type Migration = Readonly<{
  number: number
  name: string
  sql: string
  /** The initial rows of its tables, from the folder of the same name. */
  seeds: readonly Seed[]
  /** Covers the statements and the seeds. */
  checksum: string
  /**
   * The migration that a release must know to run on the schema from here on; null if the release
   * before can, because this one only adds.
   */
  readableFrom: number | null
}>

/**
 * Migrates the schema forward: each file once, in its own transaction. A schema that a newer
 * release migrated is left as it is. Throws `MigrationRefused`, also if it is too new for this
 * release.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { url, log, directory = migrationsDir } = options
  const files = await readMigrations(directory)
  const servers = serversOf(url, { lock_timeout: bounds.nodeWaitMs })
  const client = new servers.Client({ application_name: 'tukar migrations' })
  client.on('error', (error) => log.warn({ err: error }, 'the connection of migrations was lost'))
  try {
    await client.connect()
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await applyMissing(client, files, log)
    await migrateWorker(servers, log)
  } finally {
    // The end of the session releases the lock.
    await client.end().catch(() => undefined)
  }
}

/** Reads the migrations of a directory, in the order of their numbers. */
export async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  const files = await Promise.all(names.map((name) => readMigration(directory, name)))
  for (const [index, file] of files.entries()) {
    if (files[index - 1]?.number !== file.number) continue
    throw new MigrationRefused(`two migrations have the number of ${file.name}`)
  }
  return files
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const digits = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]
  if (digits === undefined) {
    throw new MigrationRefused(`${name} is not named like a migration (0001-what-it-does.sql)`)
  }
  const file = path.join(directory, name)
  // Line ends may differ between checkouts of the same file.
  const sql = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
  const seeds = await readSeeds(file.replace(/\.sql$/, ''))
  const checksum = sha256([sql, ...seeds.flatMap(({ table, csv }) => [table, csv])].join('\0'))
  return {
    number: Number.parseInt(digits, 10),
    name,
    sql,
    seeds,
    checksum: checksum.toString('hex'),
    readableFrom: readableFromOf(sql),
  }
}

/** A migration that takes something away says from which migration on releases can do without. */
export function readableFromOf(statements: string): number | null {
  const digits = /^-- Readable from (\d{4})\b/m.exec(statements)?.[1]
  return digits === undefined ? null : Number.parseInt(digits, 10)
}

const Applied = z.array(
  z.object({
    number: z.number(),
    name: z.string(),
    checksum: z.string(),
    readableFrom: z.number().nullable(),
  }),
)
type Applied = z.output<typeof Applied>

async function applyMissing(
  client: pg.Client,
  files: readonly Migration[],
  log: Logger,
): Promise<void> {
  await client.query(`create table if not exists migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    readable_from integer
  )`)
  const applied = await readApplied(client)
  const newer = newerThan(applied, files)
  refuseOther(applied, files)
  if (newer.length > 0) {
    const names = newer.map(({ name }) => name)
    log.warn({ migrations: names }, 'a newer release migrated the schema; this one can run on it')
  }
  const migrations = missing(applied, files)
  for (const file of migrations) await applyPatiently(client, file, log)
  if (migrations.length === 0) return
  log.info({ migrations: migrations.map(({ name }) => name) }, 'the schema was migrated')
}

/** The column that later releases read was added after the first databases were made. */
async function readApplied(client: pg.Client): Promise<Applied> {
  const { rows: columns } = await client.query(
    `select 1 from pg_attribute
     where attrelid = 'migrations'::regclass and attname = 'readable_from'`,
  )
  if (columns.length === 0) {
    await client.query('alter table migrations add column if not exists readable_from integer')
  }
  const { rows } = await client.query(
    `select number, name, checksum, readable_from as "readableFrom" from migrations order by 1`,
  )
  return Applied.parse(rows)
}

/** The migrations of a newer release. Throws if one of them says that this release is too old. */
function newerThan(applied: Applied, files: readonly Migration[]): Applied {
  const last = files.at(-1)?.number ?? 0
  const newer = applied.filter(({ number }) => number > last)
  const barring = newer.findLast(({ readableFrom }) => (readableFrom ?? 0) > last)
  if (barring === undefined) return newer
  throw new MigrationRefused(
    `the schema is too new for this release: ${barring.name}, which a newer release applied, ` +
      `needs a release that has migration ${fourDigits(barring.readableFrom ?? 0)}, and the last ` +
      `one here is ${fourDigits(last)}. Start the newer release, or restore an older backup.`,
  )
}

const fourDigits = (number: number): string => String(number).padStart(4, '0')

function refuseOther(applied: Applied, files: readonly Migration[]): void {
  refuseUnreleased(applied, files)
  const lastHere = files.at(-1)?.number ?? 0
  for (const row of applied.filter(({ number }) => number <= lastHere)) {
    const file = files.find(({ number }) => number === row.number)
    if (file === undefined) {
      throw new MigrationRefused(
        `the database has migration ${row.name}, which this release doesn't know, although it ` +
          'knows later ones. Start the release that applied it, or restore an older backup.',
      )
    }
    if (file.checksum === row.checksum) continue
    throw new MigrationRefused(
      `migration ${file.name} was changed after the database ran it. Restore the file and write ` +
        'the change as a new migration. If the database was made before the first release, start ' +
        'with an empty data directory or database.',
    )
  }
  const last = applied.at(-1)?.number ?? 0
  const late = missing(applied, files).find(({ number }) => number < last)
  if (late === undefined) return
  throw new MigrationRefused(
    `migration ${late.name} was added below ${last}, which the database has run already. ` +
      'Give it a higher number.',
  )
}

/** Names of released migrations never change, so other names are older than the first release. */
function refuseUnreleased(applied: Applied, files: readonly Migration[]): void {
  const names = new Map(files.map(({ number, name }) => [number, name]))
  const former = applied.find(({ number, name }) => (names.get(number) ?? name) !== name)
  if (former === undefined) return
  throw new MigrationRefused(
    `the database was made before the first release (by migration ${former.name}) and cannot be ` +
      'migrated. Start with an empty data directory or database.',
  )
}

function missing(applied: Applied, files: readonly Migration[]): readonly Migration[] {
  const known = new Set(applied.map(({ number }) => number))
  return files.filter(({ number }) => !known.has(number))
}

/**
 * A statement that waits for the lock of a busy table holds up every other that comes after it. So
 * a migration waits shortly, gives all its locks back, and tries again.
 */
async function applyPatiently(client: pg.Client, file: Migration, log: Logger): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await apply(client, file)
    } catch (error) {
      const cause = error instanceof Error ? error.cause : error
      if (!isRetryable(cause) || tries >= bounds.tries) throw error
      log.info({ migration: file.name, tries }, 'a migration found a table locked and tries again')
      await systemClock.sleep(bounds.pauseMs)
    }
  }
}

async function apply(client: pg.Client, file: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${bounds.lockMs}`)
    await client.query(file.sql)
    for (const seed of file.seeds) await insertSeed(client, seed)
    await client.query(
      'insert into migrations (number, name, checksum, readable_from) values ($1, $2, $3, $4)',
      [file.number, file.name, file.checksum, file.readableFrom],
    )
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    const why = cause instanceof Error ? cause.message : 'unknown reason'
    throw new Error(`migration ${file.name} failed: ${why}`, { cause })
  }
}

/** The job queue has its own schema and its own migration record. */
async function migrateWorker(servers: Servers, log: Logger): Promise<void> {
  const pool = new pg.Pool({
    Client: servers.Client,
    connectionString: servers.url,
    max: 2,
    connectionTimeoutMillis: servers.connectMs,
  })
  pool.on('error', (error) => log.warn({ err: error }, 'the connection of migrations was lost'))
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await runMigrations({ pgPool: pool, logger: new WorkerLogger(() => () => undefined) })
  } finally {
    await pool.end()
  }
}
