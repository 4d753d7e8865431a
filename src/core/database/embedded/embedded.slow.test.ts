import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { eventually } from '../../../../tests/harness.ts'
import {
  ask,
  clusterFolder,
  dataFolder,
  kill,
  ready,
  serverPid,
  service,
  start,
} from '../../../../tests/make/embedded.ts'
import { silent } from '../../../../tests/server.ts'
import { connectDatabase } from '../database.ts'
import { startEmbedded } from './embedded.ts'

test('a process file that names another living process is no obstacle', async (t) => {
  const dataDir = await clusterFolder(t, 'data')
  const first = await start(t, dataDir)
  const file = path.join(dataDir, 'postgres', 'postmaster.pid')
  const text = await readFile(file, 'utf8')
  await first.stop()
  await writeFile(file, text.replace(/^\d+/, String(process.pid)), { mode: 0o600 })
  const second = await start(t, dataDir)
  assert.equal(await ask(second.url, 'select 1::text'), '1')
})

test('a first start that is killed half-way does not block the next', async (t) => {
  const dataDir = await dataFolder(t, 'data')
  const child = service(t, dataDir)
  await eventually('the start of initdb', async () => {
    const entries = await readdir(dataDir).catch(() => [])
    return entries.some((name) => name.startsWith('postgres.new-'))
  })
  await kill(child)
  assert.equal((await readdir(dataDir)).includes('postgres'), false)
  const { url } = await start(t, dataDir)
  assert.equal(await ask(url, 'select 1::text'), '1')
})

test('two services on a new directory share a server, and it stays for the second', async (t) => {
  const dataDir = await dataFolder(t, 'data')
  const [first, second] = await Promise.all([start(t, dataDir), start(t, dataDir)])
  const client = new pg.Client({ connectionString: second.url })
  await client.connect()
  await first.stop()
  const { rows } = await client.query('select 1 as one')
  assert.deepEqual(rows, [{ one: 1 }])
  await client.end()
  await second.stop()
  assert.equal(await serverPid(dataDir), null)
})

test('a server that dies is started again while the service runs', async (t) => {
  const dataDir = await clusterFolder(t, 'data')
  const { url } = await start(t, dataDir)
  const pid = await serverPid(dataDir)
  process.kill(pid ?? 0, 'SIGKILL')
  const isBack = async () => {
    const now = await serverPid(dataDir)
    return now !== null && now !== pid && (await ask(url, 'select 1::text').catch(() => '')) === '1'
  }
  await eventually('another server', isBack)
})

test('a data directory too deep for a socket has it elsewhere, for its owner alone', async (t) => {
  const dataDir = await clusterFolder(t, 'd'.repeat(60), 'e'.repeat(60))
  const { url } = await start(t, dataDir)
  assert.equal(await ask(url, 'select 1::text'), '1')
  const socketDir = new URL(url).searchParams.get('host') ?? ''
  assert.ok(!socketDir.startsWith(dataDir))
  t.after(() => rm(socketDir, { recursive: true, force: true }))
})

test('a data directory may have any name that PostgreSQL can use', async (t) => {
  for (const name of ['with, comma', 'with "quotes"', "with 'quotes'", 'a b%20c', 'back\\slash']) {
    const dataDir = await dataFolder(t, name)
    const { url, stop } = await start(t, dataDir)
    const db = connectDatabase({ url, log: silent })
    const { rows } = await sql`select 1 as one`.execute(db.read)
    await db.close()
    await stop()
    assert.deepEqual(rows, [{ one: 1 }], name)
  }
})

test('a server that was killed with its service is started again with its data', async (t) => {
  const dataDir = await clusterFolder(t, 'data')
  const child = service(t, dataDir)
  const [url] = await ready(child)
  await ask(String(url), 'create table kept as select 1')
  const pid = await serverPid(dataDir)
  await kill(child)
  process.kill(pid ?? 0, 'SIGKILL')
  const again = await start(t, dataDir)
  assert.equal(await ask(again.url, 'select count(*)::text from kept'), '1')
})

test('a cluster of another PostgreSQL is refused with instructions', async (t) => {
  const dataDir = await clusterFolder(t, 'data')
  await (await start(t, dataDir)).stop()
  await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
  await assert.rejects(startEmbedded({ dataDir, log: silent }), /made by PostgreSQL 15/)
})
