import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { userInfo } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
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
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { silent } from '../../../../tests/server.ts'
import { databaseLimits } from '../database-limits.ts'
import { startEmbedded } from './embedded.ts'
import { answers } from './embedded-server.ts'

const run = promisify(execFile)

test('committed data survives a stop and a start', async (t) => {
  const dataDir = await clusterFolder(t, 'data')
  const first = await start(t, dataDir)
  await ask(first.url, 'create table kept as select 1')
  await first.stop()
  assert.equal(await serverPid(dataDir), null)
  const second = await start(t, dataDir)
  assert.equal(await ask(second.url, 'select count(*)::text from kept'), '1')
})

test('a server that ends by itself at the moment of the stop is stopped', async (t) => {
  const dataDir = await clusterFolder(t, 'data')
  const { stop } = await start(t, dataDir)
  const signal = process.kill.bind(process)
  const kill = t.mock.method(process, 'kill', (pid: number, name?: string | number) => {
    signal(pid, name)
    if (name === 'SIGINT') throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' })
    return true
  })
  await stop()
  assert.equal(kill.mock.calls.filter(({ arguments: [, name] }) => name === 'SIGINT').length, 1)
})

test('the server is durable, has a socket only, and logs no data', async (t) => {
  const { url } = await start(t, await dataFolder(t, 'data'))
  const settings = {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    listen_addresses: '',
    unix_socket_permissions: '0700',
    log_statement: 'none',
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: '0',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
  }
  for (const [name, value] of Object.entries(settings)) {
    assert.equal(await ask(url, `show ${name}`), value, name)
  }
})

test('a server whose service was killed is reused while it runs', async (t) => {
  const dataDir = await clusterFolder(t, 'data')
  const child = service(t, dataDir)
  await ready(child)
  const pid = await serverPid(dataDir)
  await kill(child)
  const { url } = await start(t, dataDir)
  assert.equal(await ask(url, 'select 1::text'), '1')
  assert.equal(await serverPid(dataDir), pid)
})

test('a folder that is half a cluster is left alone and named', async (t) => {
  const dataDir = await dataFolder(t, 'data')
  await mkdir(path.join(dataDir, 'postgres'), { recursive: true })
  await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
  await assert.rejects(startEmbedded({ dataDir, log: silent }), /not a complete PostgreSQL cluster/)
  assert.deepEqual(await readdir(path.join(dataDir, 'postgres')), ['PG_VERSION'])
})

test('root gets instructions if the server’s user cannot reach the data', {
  skip: userInfo().uid !== 0,
}, async (t) => {
  const dataDir = await dataFolder(t, 'closed', 'data')
  await mkdir(path.dirname(dataDir), { mode: 0o700 })
  await assert.rejects(
    startEmbedded({ dataDir, log: silent }),
    /closed is not accessible to it\. Set DATA_DIR .* set DATABASE_URL .* another user/,
  )
})

/** Runs statements after the imports of a new process, as a uid without a name. */
async function runNameless(dataDir: string, statements: string): Promise<string> {
  const uid = 54_321
  await mkdir(dataDir, { mode: 0o700 })
  await chown(dataDir, uid, uid)
  const [embedded, files] = ['embedded.ts', 'embedded-files.ts'].map((file) =>
    JSON.stringify(new URL(file, import.meta.url)),
  )
  const program = `
    import { pino } from 'pino'
    import { startEmbedded } from ${embedded}
    import { namedUser } from ${files}
    const options = { dataDir: ${JSON.stringify(dataDir)}, log: pino({ level: 'silent' }) }
    process.setgid(${uid})
    process.setuid(${uid})
    try { ${statements} } catch (error) { console.log(error.message) }`
  const args = ['--input-type=module', '--eval', program]
  return (await run(process.execPath, args, { cwd: import.meta.dirname })).stdout
}

const skip = userInfo().uid !== 0
const noNamespaces = skip || spawnSync('unshare', ['--user', 'true']).status !== 0

test('a uid without a name has an embedded database', { skip: noNamespaces }, async (t) => {
  const dataDir = await dataFolder(t, 'data')
  const isReady = 'await (await startEmbedded(options)).stop(); console.log("ready")'
  assert.equal(await runNameless(dataDir, isReady), 'ready\n')
  assert.equal((await stat(path.join(dataDir, 'postgres'))).uid, 54_321)
})

test('where that needs a user namespace and has none, one sentence says so', {
  skip,
}, async (t) => {
  const dataDir = await dataFolder(t, 'data')
  const answer = await runNameless(dataDir, `await namedUser(null, '/no/unshare')`)
  assert.match(answer, /^The embedded .* by uid 54321, which has no entry .* DATABASE_URL .*\n$/)
})

test('creating the database is retried if the server is too slow', async (t) => {
  setLimits(t, databaseLimits, { connectMs: 300 })
  const noDatabase = Buffer.from('SFATAL\0C3D000\0Mno such database\0\0')
  const head = Buffer.from([0x45, 0, 0, 0, noDatabase.length + 4])
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    // The second connection, meant to create the database, gets no response.
    if (connections === 1) socket.once('data', () => socket.end(Buffer.concat([head, noDatabase])))
  })
  server.listen(0, '127.0.0.1')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const isReady = await answers(`postgresql://tukar@127.0.0.1:${address.port}/tukar?`)
  assert.deepEqual([isReady, connections], [false, 2])
})
