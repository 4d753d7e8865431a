import { randomUUID } from 'node:crypto'
import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbedded } from '../src/database/embedded.ts'
import { migrate } from '../src/database/migrate.ts'

export const silent = pino({ level: 'silent' })

/** Where test databases are made, and of what. `tests/run.ts` hands both to every test file. */
export type TestServer = Readonly<{
  url: string
  template: string
  /** How the server copies fastest: by files when nothing is synced, else through its log. */
  strategy: string
}>

/** A server for one run of tests: the one of TEST_DATABASE_URL, or one of its own. */
export async function startTestServer(): Promise<TestServer & { stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) {
    const template = await makeTemplate(given)
    return {
      url: given,
      template,
      strategy: 'wal_log',
      stop: async () => {
        await administer(given, `alter database "${template}" with is_template false`)
        await administer(given, `drop database "${template}" with (force)`)
      },
    }
  }
  const dataDir = await mkdtemp(path.join(await scratchFolder(), 'tukar-test-'))
  const server = await startEmbedded({ dataDir, log: silent, throwaway: true })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const template = await makeTemplate(server.url)
    return { url: server.url, template, strategy: 'file_copy', stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Memory where there is plenty: a database is a thousand small files, which disks make slowly. */
async function scratchFolder(): Promise<string> {
  const memory = '/dev/shm'
  try {
    await access(memory, constants.W_OK)
    const { bavail, bsize } = await statfs(memory)
    return bavail * bsize >= 2 * 1024 ** 3 ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

async function makeTemplate(serverUrl: string): Promise<string> {
  const name = `template_${randomUUID().replaceAll('-', '')}`
  await administer(serverUrl, `create database "${name}"`)
  await migrate({ url: databaseUrl(serverUrl, name), log: silent })
  await administer(serverUrl, `alter database "${name}" with is_template true`)
  await administer(serverUrl, `alter database "${name}" with allow_connections false`)
  return name
}

export function databaseUrl(serverUrl: string, name: string): string {
  return serverUrl.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}

/** Runs statements one after the other on a connection of their own. */
export async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
