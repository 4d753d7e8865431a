import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { silent } from '../../tests/server.ts'
import { systemClock } from '../base/clock.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { answers, isAlive, readPidFile } from './embedded-server.ts'

/** A data directory whose server and files are removed after the test. */
async function dataFolder(t: TestContext, ...below: readonly string[]): Promise<string> {
  const top = await mkdtemp(path.join(tmpdir(), 'tukar-embedded-'))
  // If root runs this, the server's user must be able to enter.
  await chmod(top, 0o755)
  const dataDir = path.join(top, ...below)
  t.after(async () => {
    const pid = await serverPid(dataDir)
    if (pid !== null) process.kill(pid, 'SIGQUIT')
    if (pid !== null) await until(async () => !(await isAlive(pid, path.join(dataDir, 'postgres'))))
    // The server's last process may still write while the files are deleted.
    await rm(top, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })
  return dataDir
}

async function serverPid(dataDir: string): Promise<number | null> {
  const clusterDir = path.join(dataDir, 'postgres')
  const found = await readPidFile(clusterDir)
  return found !== null && (await isAlive(found.pid, clusterDir)) ? found.pid : null
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + 60_000
  while (!(await condition())) {
    if (performance.now() > deadlineMs) throw new Error('waited for too long')
    await systemClock.sleep(10)
  }
}

async function start(t: TestContext, dataDir: string): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, log: silent })
  t.after(() => server.stop())
  return server
}

async function ask(url: string, question: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<string[]>({ text: question, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

/** A service in a process of its own, so that the test can kill it. */
function service(t: TestContext, dataDir: string): ChildProcess {
  const program = `
    import { pino } from 'pino'
    import { startEmbedded } from '${new URL('./embedded.ts', import.meta.url)}'
    const options = { dataDir: ${JSON.stringify(dataDir)}, log: pino({ level: 'silent' }) }
    process.send((await startEmbedded(options)).url)
    // Serves until it is killed.
    setInterval(() => undefined, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    cwd: import.meta.dirname,
  })
  t.after(() => child.kill('SIGKILL'))
  return child
}

const ready = (child: ChildProcess) =>
  once(child, 'message', { signal: AbortSignal.timeout(60_000) })

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

test('committed data survives a stop and a start', async (t) => {
  const dataDir = await dataFolder(t, 'data')
  const first = await start(t, dataDir)
  await ask(first.url, 'create table kept as select 1')
  await first.stop()
  assert.equal(await serverPid(dataDir), null)
  const second = await start(t, dataDir)
  assert.equal(await ask(second.url, 'select count(*)::text from kept'), '1')
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

test('a server whose service was killed is taken over as it runs', async (t) => {
  const dataDir = await dataFolder(t, 'data')
  const child = service(t, dataDir)
  await ready(child)
  const pid = await serverPid(dataDir)
  await kill(child)
  const { url } = await start(t, dataDir)
  assert.equal(await ask(url, 'select 1::text'), '1')
  assert.equal(await serverPid(dataDir), pid)
})

test('a server that a killed service left is started again to archive elsewhere', async (t) => {
  const dataDir = await dataFolder(t, 'data')
  const backupDir = await dataFolder(t, 'backups')
  const child = service(t, dataDir)
  await ready(child)
  const pid = await serverPid(dataDir)
  await kill(child)
  const server = await startEmbedded({ dataDir, backupDir, log: silent })
  t.after(server.stop)
  const command = await ask(server.url, 'show archive_command')
  assert.ok(command?.includes(path.join(backupDir, 'wal')))
  assert.notEqual(await serverPid(dataDir), pid)
})

test('a server that was killed with its service is started again with its data', async (t) => {
  const dataDir = await dataFolder(t, 'data')
  const child = service(t, dataDir)
  const [url] = await ready(child)
  await ask(String(url), 'create table kept as select 1')
  const pid = await serverPid(dataDir)
  await kill(child)
  process.kill(pid ?? 0, 'SIGKILL')
  const again = await start(t, dataDir)
  assert.equal(await ask(again.url, 'select count(*)::text from kept'), '1')
})

test('a process file that names another living process is no obstacle', async (t) => {
  const dataDir = await dataFolder(t, 'data')
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
  await until(async () => {
    const entries = await readdir(dataDir).catch(() => [])
    return entries.some((name) => name.startsWith('postgres.new-'))
  })
  await kill(child)
  assert.equal((await readdir(dataDir)).includes('postgres'), false)
  const { url } = await start(t, dataDir)
  assert.equal(await ask(url, 'select 1::text'), '1')
})

test('a folder that is half a cluster is left alone and named', async (t) => {
  const dataDir = await dataFolder(t, 'data')
  await mkdir(path.join(dataDir, 'postgres'), { recursive: true })
  await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
  await assert.rejects(startEmbedded({ dataDir, log: silent }), /not a complete PostgreSQL cluster/)
  assert.deepEqual(await readdir(path.join(dataDir, 'postgres')), ['PG_VERSION'])
})

test('a cluster of another PostgreSQL is refused with instructions', async (t) => {
  const dataDir = await dataFolder(t, 'data')
  await (await start(t, dataDir)).stop()
  await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
  await assert.rejects(startEmbedded({ dataDir, log: silent }), /made by PostgreSQL 15/)
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
  const dataDir = await dataFolder(t, 'data')
  const { url } = await start(t, dataDir)
  const pid = await serverPid(dataDir)
  process.kill(pid ?? 0, 'SIGKILL')
  await until(async () => {
    const now = await serverPid(dataDir)
    return now !== null && now !== pid && (await ask(url, 'select 1::text').catch(() => '')) === '1'
  })
})

test('a data directory too deep for a socket has it elsewhere, for its owner alone', async (t) => {
  const dataDir = await dataFolder(t, 'd'.repeat(60), 'e'.repeat(60))
  const { url } = await start(t, dataDir)
  assert.equal(await ask(url, 'select 1::text'), '1')
  const socketDir = new URL(url).searchParams.get('host') ?? ''
  assert.ok(!socketDir.startsWith(dataDir))
  t.after(() => rm(socketDir, { recursive: true, force: true }))
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

test('a server that is too slow to create the database is asked again', async (t) => {
  const noDatabase = Buffer.from('SFATAL\0C3D000\0Mno such database\0\0')
  const head = Buffer.from([0x45, 0, 0, 0, noDatabase.length + 4])
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    // The second connection, which is to create the database, gets no response.
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
