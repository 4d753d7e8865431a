import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'
import pg from 'pg'
import { type Embedded, startEmbedded } from '../../src/core/database/embedded/embedded.ts'
import { isProcessAlive, readPidFile } from '../../src/core/database/embedded/embedded-server.ts'
import { eventually } from '../harness.ts'
import { copyPreparedCluster } from '../prepared-cluster.ts'
import { silent } from '../server.ts'

/** A data directory whose server and files are removed after the test. */
export async function dataFolder(t: TestContext, ...below: readonly string[]): Promise<string> {
  const top = await mkdtemp(path.join(tmpdir(), 'tukar-embedded-'))
  // If root runs this, the server's user must be able to enter.
  await chmod(top, 0o755)
  const dataDir = path.join(top, ...below)
  t.after(async () => {
    const pid = await serverPid(dataDir)
    if (pid !== null) {
      process.kill(pid, 'SIGQUIT')
      const hasEnded = async () => !(await isProcessAlive(pid, path.join(dataDir, 'postgres')))
      await eventually('the end of the server', hasEnded)
    }
    // The server's last process may still write while the files are deleted.
    await rm(top, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })
  return dataDir
}

/** A data directory with a cluster, which spares the test its `initdb`. */
export async function clusterFolder(t: TestContext, ...below: readonly string[]): Promise<string> {
  const dataDir = await dataFolder(t, ...below)
  await mkdir(path.dirname(dataDir), { recursive: true })
  await copyPreparedCluster(dataDir)
  return dataDir
}

export async function serverPid(dataDir: string): Promise<number | null> {
  const clusterDir = path.join(dataDir, 'postgres')
  const found = await readPidFile(clusterDir)
  return found !== null && (await isProcessAlive(found.pid, clusterDir)) ? found.pid : null
}

export async function start(t: TestContext, dataDir: string): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, log: silent })
  t.after(() => server.stop())
  return server
}

export async function ask(url: string, question: string): Promise<string | undefined> {
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

/** A process that only starts the server, so that the test can kill it. */
export function service(t: TestContext, dataDir: string): ChildProcess {
  const module = new URL('../../src/core/database/embedded/embedded.ts', import.meta.url)
  const program = `
    import { pino } from 'pino'
    import { startEmbedded } from '${module}'
    const options = { dataDir: ${JSON.stringify(dataDir)}, log: pino({ level: 'silent' }) }
    process.send((await startEmbedded(options)).url)
    // Runs until it is killed.
    setInterval(() => undefined, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    cwd: import.meta.dirname,
  })
  t.after(() => child.kill('SIGKILL'))
  return child
}

export const ready = (child: ChildProcess) =>
  once(child, 'message', { signal: AbortSignal.timeout(60_000) })

export async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
