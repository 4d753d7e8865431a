import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { connectDatabase, type Database } from '../src/core/database/database.ts'
import { type Cleaner, cleanerOf } from './clean-database.ts'
import { databaseUrl, patiently, silent } from './server.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export type TestDatabase = Readonly<{ url: string; db: Database }>

/** A test, or another owner that runs clean-up functions when it ends. */
export type Owner = Readonly<{ after: (end: () => unknown) => void }>

type End = () => Promise<unknown>

/** A database of the server; `end` drops it. */
export type Copy = Readonly<{ url: string; end: End }>

/** Clean-up of ended tests, to be run before the next database is handed out. */
const ended = new Set<End>()
const open = new Set<End>()
/** Copies of the template that a test has used; each is cleaned before its next use. */
const used: Readonly<{ copy: Copy; cleaner: Cleaner }>[] = []
const usedAtMost = 4
let own: Promise<TestServer & { stop: () => Promise<void> }> | null = null

/**
 * Returns an empty, migrated database for one test. It is available until after the test's other
 * clean-up, in any order of hooks.
 */
export async function testDatabase(t: Owner): Promise<TestDatabase> {
  await endAll(ended)
  const { copy, cleaner } = await cleanCopy()
  return connected(t, copy, async () => {
    if (used.push({ copy, cleaner }) > usedAtMost) await dropUsed()
  })
}

/** Returns a database without any schema, for tests of migrations. */
export async function emptyDatabase(t: Owner): Promise<TestDatabase> {
  await endAll(ended)
  const copy = await create((_server, admin, name) => admin.query(`create database "${name}"`))
  return connected(t, copy, copy.end)
}

/** Makes a new copy of the migrated template; the caller must end it. */
export const copyTemplate = (): Promise<Copy> => create(cloneDatabase)

function connected(t: Owner, { url }: Copy, giveBack: End): TestDatabase {
  const db = connectDatabase({ url, log: silent, idleMs: 1_000 })
  const end = async () => {
    await db.close()
    await giveBack()
  }
  open.add(end)
  t.after(() => {
    open.delete(end)
    ended.add(end)
  })
  return { url, db }
}

async function cleanCopy(): Promise<Readonly<{ copy: Copy; cleaner: Cleaner }>> {
  while (used.length > 0) {
    const one = used.pop()
    if (one !== undefined && (await one.cleaner.clean())) return one
    await one?.cleaner.end()
    await one?.copy.end()
  }
  const copy = await copyTemplate()
  return { copy, cleaner: await cleanerOf(copy.url, { isServed: false }) }
}

async function dropUsed(): Promise<void> {
  const one = used.shift()
  await one?.cleaner.end()
  await one?.copy.end()
}

async function create(
  make: (server: TestServer, admin: pg.Client, name: string) => Promise<unknown>,
): Promise<Copy> {
  const server = await testServer()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await make(server, await administrator(server), name)
  const end = async () => {
    const admin = await administrator(server)
    await admin.query(`drop database if exists "${name}" with (force)`)
  }
  return { url: patiently(databaseUrl(server.url, name)), end }
}

/** Whether the server accepts the connections of several services per process. */
export const hasRoom = async (): Promise<boolean> => (await testServer()).strategy === 'file_copy'

/** Returns the URL of a server on which a test may create its own databases. */
export async function testServerUrl(): Promise<string> {
  return (await testServer()).url
}

const lastEnds = new Set<End>()

/** Registers a function to call after the process's last test, before its databases end. */
export const beforeServerStops = (end: End): void => void lastEnds.add(end)

/** Ends all resources that tests of this process share. */
export async function endShared(): Promise<void> {
  for (const end of lastEnds) await end()
  await endAll(ended)
  await endAll(open)
  while (used.length > 0) await dropUsed()
  await (await administering?.catch(() => null))?.end()
  const started = await own?.catch(() => null)
  await started?.stop()
}

// A process of `run.ts` runs many files, and ends shared resources after the last one.
if (process.env['TEST_LANE'] === undefined) after(endShared)

async function endAll(ends: Set<End>): Promise<void> {
  for (const end of ends) {
    ends.delete(end)
    await end()
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

/** Serializes copies over all test files: PostgreSQL copies a database once at a time. */
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
 * The connection of this process that creates and drops databases. It is reused because opening
 * one takes about as long as a statement. If it is lost, the next call opens another.
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
