import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { type Embedded, startEmbedded } from '../../src/core/database/embedded/embedded.ts'
import { isProcessAlive, readPidFile } from '../../src/core/database/embedded/embedded-server.ts'
import { silent } from '../server.ts'
import type { Stage } from './stage.ts'

/** The application name of the storms' own connections, which are spared. */
export const stormName = 'storm'

const questionMs = 10_000
const Pids = z.array(z.object({ pid: z.number() }))

/** The PostgreSQL of a data directory, started by any process. */
export type Postgres = Readonly<{
  url: () => Promise<string>
  /** The process id of its postmaster; null when it is not running. */
  pid: () => Promise<number | null>
  /** Kills all its processes at once, like a power failure. */
  crash: () => Promise<void>
  /** Stops all its processes; the returned function continues them. */
  freeze: () => Promise<() => Promise<void>>
}>

export function postgresIn(stage: Stage, dataDir: string): Postgres {
  const clusterDir = path.join(dataDir, 'postgres')
  stage.lastResort(() => killNow(clusterDir))
  const found = async () => {
    const file = await readPidFile(clusterDir)
    return file !== null && (await isProcessAlive(file.pid, clusterDir)) ? file : null
  }
  const url = async () => {
    const file = await readPidFile(clusterDir)
    if (file === null) throw new Error('there is no PostgreSQL running')
    return `postgresql://tukar@localhost/tukar?host=${encodeURIComponent(file.socketDir)}`
  }
  return {
    url,
    pid: async () => (await found())?.pid ?? null,
    crash: async () => {
      const file = await found()
      if (file === null) return
      const others = await withClient(await url(), processes).catch(() => [])
      for (const pid of [file.pid, ...others]) send(pid, 'SIGKILL')
    },
    freeze: async () => {
      const file = await found()
      if (file === null) throw new Error('there is no PostgreSQL to freeze')
      const client = await connect(await url())
      // The postmaster first, so that no new process starts while the others are listed.
      send(file.pid, 'SIGSTOP')
      const frozen = new Set([file.pid, ...(await processes(client))])
      for (const pid of frozen) send(pid, 'SIGSTOP')
      const thaw = () => {
        for (const pid of frozen) send(pid, 'SIGCONT')
        frozen.clear()
      }
      // Frozen processes would stay forever, even without their postmaster.
      stage.lastResort(thaw)
      const goOn = async () => {
        thaw()
        await client.end()
      }
      stage.atEnd(goOn)
      return goOn
    },
  }
}

/** A PostgreSQL outside of any node, which the storm stops and starts. */
export type OwnPostgres = Postgres &
  Readonly<{ start: () => Promise<void>; stop: () => Promise<void> }>

/** The data directory of the storm's own PostgreSQL. */
export const databaseFolder = ({ folder }: Pick<Stage, 'folder'>): string =>
  path.join(folder, 'database')

export async function startPostgres(stage: Stage): Promise<OwnPostgres> {
  const dataDir = databaseFolder(stage)
  const postgres = postgresIn(stage, dataDir)
  let running: Embedded | null = null
  const start = async () => {
    running ??= await startEmbedded({ dataDir, log: silent })
  }
  const stop = async () => {
    const pid = await postgres.pid()
    const server = running
    running = null
    // Like `pg_ctl stop -m fast`: it disconnects all clients.
    if (pid !== null) send(pid, 'SIGINT')
    await server?.stop()
  }
  stage.atEnd(stop)
  await start()
  return { ...postgres, start, stop }
}

/** Runs a query on a connection that storms spare. */
export async function withClient<Answer>(
  url: string,
  ask: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = await connect(url)
  try {
    return await ask(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: stormName,
    connectionTimeoutMillis: questionMs,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function processes(client: pg.Client): Promise<readonly number[]> {
  const { rows } = await client.query('select pid from pg_stat_activity')
  return Pids.parse(rows).map(({ pid }) => pid)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** The other processes end when they notice that their postmaster is gone. */
function killNow(clusterDir: string): void {
  try {
    const [first = ''] = readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number.parseInt(first, 10)
    if (pid > 1) process.kill(pid, 'SIGKILL')
  } catch {
    // There is none.
  }
}
