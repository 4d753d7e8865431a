import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbedded } from '../src/database/embedded.ts'
import { migrate } from '../src/database/migrate.ts'

export const silent = pino({ level: 'silent' })

/** Where test databases are made, and of what. `tests/run.ts` hands both to every test file. */
export type TestServer = Readonly<{ url: string; template: string }>

/** A server for one run of tests: the one of TEST_DATABASE_URL, or one of its own. */
export async function startTestServer(): Promise<TestServer & { stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) {
    const template = await makeTemplate(given)
    return {
      url: given,
      template,
      stop: async () => {
        await administer(given, `alter database "${template}" with is_template false`)
        await administer(given, `drop database "${template}" with (force)`)
      },
    }
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tukar-test-'))
  const server = await startEmbedded({ dataDir, log: silent, throwaway: true })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    return { url: server.url, template: await makeTemplate(server.url), stop }
  } catch (error) {
    await stop()
    throw error
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
