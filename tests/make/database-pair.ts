import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Embedded, startEmbedded } from '../../src/core/database/embedded/embedded.ts'
import { migrate } from '../../src/core/database/schema/migrate.ts'
import { freePort } from '../free-port.ts'
import { silent } from '../server.ts'

const run = promisify(execFile)

/** A test, or the `after` of several. */
type Owner = Readonly<{ after: (end: () => Promise<unknown>) => void }>

/** A server as a switchover leaves it: reached at a port, writable or in recovery. */
export type Member = Readonly<{ url: string; port: number }>

export type DatabasePair = Readonly<{
  primary: Member
  /** In recovery, with the same rows; it replicates from no server. */
  standby: Member
}>

/** Starts a migrated PostgreSQL and a standby made from a copy of its files. */
export async function startDatabasePair(t: Owner): Promise<DatabasePair> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-pair-'))
  const copy = `${folder}-standby`
  const running: Embedded[] = []
  t.after(async () => {
    await Promise.all(running.map((server) => server.stop()))
    await Promise.all([folder, copy].map((one) => rm(one, { recursive: true, force: true })))
  })
  // A throwaway server loses its last commits when it stops, so the copy is made of another.
  const first = await startEmbedded({ dataDir: folder, log: silent })
  await migrate({ url: first.url, log: silent })
  await first.stop()
  await run('cp', ['-a', folder, copy])
  await writeFile(path.join(copy, 'postgres', 'standby.signal'), '')
  const start = async (dataDir: string) => {
    const server = await startEmbedded({ dataDir, log: silent, throwaway: true })
    running.push(server)
    return server
  }
  const [primary, standby] = await Promise.all([start(folder), start(copy)])
  return { primary: await listen(t, primary.url), standby: await listen(t, standby.url) }
}

/** A TCP port in front of a server that only listens on a Unix socket. */
export async function listen(t: Owner, url: string): Promise<Member> {
  const { port } = await startBalancer(t, { url, port: 0 })
  return { url: `postgresql://tukar@127.0.0.1:${port}/tukar`, port }
}

export type Balancer = Readonly<{
  url: string
  port: number
  /** Sends new sessions to this member; open sessions stay where they are. */
  pointTo: (member: Member) => void
  /** Ends the open sessions, as a restart of their server does. */
  endSessions: () => void
  sessions: () => number
}>

/** A TCP balancer in front of one member at a time. */
export async function startBalancer(t: Owner, first: Member): Promise<Balancer> {
  let target = first
  const pairs = new Set<readonly [Socket, Socket]>()
  const endSessions = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  const server = createServer((near) => {
    const far = connectTo(target)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [one, other] of [pair, [far, near]] as const) {
      one.on('error', () => undefined)
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.after(() => {
    endSessions()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return {
    url: `postgresql://tukar@127.0.0.1:${port}/tukar`,
    port,
    pointTo: (member) => {
      target = member
    },
    endSessions,
    sessions: () => pairs.size,
  }
}

function connectTo({ url }: Pick<Member, 'url'>): Socket {
  const { searchParams, hostname, port } = new URL(url)
  const folder = searchParams.get('host')
  return folder === null
    ? connect(Number(port), hostname)
    : connect(path.join(folder, '.s.PGSQL.5432'))
}
