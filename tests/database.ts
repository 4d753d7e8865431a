import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { connectDatabase, type Database } from '../src/database/database.ts'
import { databaseUrl, silent, startTestServer, type TestServer } from './server.ts'

export type TestDatabase = Readonly<{ url: string; db: Database }>

type Ended = () => Promise<void>

/** A test, or whatever else ends what it used. */
export type Owner = Readonly<{ after: (end: () => unknown) => void }>

const over = new Set<Ended>()
const open = new Set<Ended>()
let own: Promise<TestServer & { stop: Ended }> | null = null

/**
 * An empty, migrated database for one test. It outlives the test's other clean-up, whatever the
 * order of its hooks, and is dropped before the file's next database is made.
 */
export async function testDatabase(t: Owner): Promise<TestDatabase> {
  return newDatabase(t, cloneDatabase)
}

/** One without any schema, for tests of migrations. */
export async function emptyDatabase(t: Owner): Promise<TestDatabase> {
  return newDatabase(t, (_server, admin, name) => admin.query(`create database "${name}"`))
}

async function newDatabase(
  t: Owner,
  create: (server: TestServer, admin: pg.Client, name: string) => Promise<unknown>,
): Promise<TestDatabase> {
  await dropAll(over)
  const server = await testServer()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await create(server, await administrator(server), name)
  const url = databaseUrl(server.url, name)
  const db = connectDatabase({ url, log: silent, idleMs: 1_000 })
  const drop = async () => {
    await db.close()
    const admin = await administrator(server)
    await admin.query(`drop database if exists "${name}" with (force)`)
  }
  open.add(drop)
  t.after(() => {
    open.delete(drop)
    over.add(drop)
  })
  return { url, db }
}

/** Whether the server takes the connections of two services for each process. */
export const hasRoom = async (): Promise<boolean> => (await testServer()).strategy === 'file_copy'

/** The URL of a server where a test may make databases of its own. */
export async function testServerUrl(): Promise<string> {
  return (await testServer()).url
}

const lastEnds = new Set<Ended>()

/** Called after the last test of a process, while its databases are still there. */
export const beforeServerStops = (end: Ended): void => void lastEnds.add(end)

after(async () => {
  for (const end of lastEnds) await end()
  await dropAll(over)
  await dropAll(open)
  await (await administering?.catch(() => null))?.end()
  const started = await own?.catch(() => null)
  await started?.stop()
})

async function dropAll(drops: Set<Ended>): Promise<void> {
  for (const drop of drops) {
    drops.delete(drop)
    await drop()
  }
}

async function testServer(): Promise<TestServer> {
  const url = process.env['TEST_DATABASE_URL']
  const template = process.env['TEST_TEMPLATE']
  const strategy = process.env['TEST_STRATEGY'] ?? 'wal_log'
  if (url !== undefined && template !== undefined) return { url, template, strategy }
  own ??= startTestServer()
  return own
}

/** A database can be copied by one at a time only, over all test files. */
async function cloneDatabase(server: TestServer, admin: pg.Client, name: string): Promise<void> {
  await admin.query('select pg_advisory_lock(hashtext($$test clones$$))')
  try {
    await admin.query(
      `create database "${name}" template "${server.template}" strategy ${server.strategy}`,
    )
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($$test clones$$))')
  }
}

let administering: Promise<pg.Client> | null = null

/**
 * The connection of this process that creates and drops databases: to open one takes the server
 * about as long as a statement. If it is lost, the next call opens another.
 */
function administrator({ url }: TestServer): Promise<pg.Client> {
  administering ??= openAdministrator(url).catch((error: unknown) => {
    administering = null
    throw error
  })
  return administering
}

async function openAdministrator(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  client.on('end', () => {
    administering = null
  })
  await client.connect()
  return client
}
