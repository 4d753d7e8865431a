import { appendFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { type Embedded, startEmbedded } from '../../src/core/database/embedded/embedded.ts'
import { freePort } from '../free-port.ts'
import { copyPreparedCluster, scratchFolder } from '../prepared-cluster.ts'
import { patiently, silent } from '../server.ts'

/** A test, or the `after` of several. */
export type Owner = Readonly<{ after: (end: () => Promise<unknown>) => void }>

/** A server as a switchover leaves it: reached at a port, writable or in recovery. */
export type Member = Readonly<{ url: string; port: number }>

export type DatabasePair = Readonly<{
  primary: Member
  /** In recovery, with the same rows; it replicates from no server. */
  standby: Member
}>

/** Starts a migrated PostgreSQL and a standby made from a copy of its files. */
export async function startDatabasePair(t: Owner): Promise<DatabasePair> {
  const [primary, standby] = await Promise.all([startMember(t), startMember(t, '')])
  return { primary: await listen(t, primary.url), standby: await listen(t, standby.url) }
}

/**
 * Starts a server on a copy of the migrated cluster: a primary, or a standby that replicates from
 * the server of the given connection string, if that is not empty.
 */
export async function startMember(t: Owner, follows?: string): Promise<Embedded> {
  const dataDir = await scratchFolder()
  let server: Embedded | null = null
  t.after(async () => {
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await copyPreparedCluster(dataDir)
  if (follows !== undefined) {
    const cluster = path.join(dataDir, 'postgres')
    await writeFile(path.join(cluster, 'standby.signal'), '')
    const settings = `primary_conninfo = '${follows}'\nwal_retrieve_retry_interval = 100\n`
    await appendFile(path.join(cluster, 'postgresql.auto.conf'), settings)
  }
  server = await startEmbedded({ dataDir, log: silent, throwaway: true })
  return server
}

/** A TCP port in front of a server that only listens on a Unix socket. */
export async function listen(t: Owner, url: string): Promise<Member> {
  const { url: reached, port } = await startBalancer(t, { url, port: 0 })
  return { url: reached, port }
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
    url: patiently(`postgresql://tukar@127.0.0.1:${port}/tukar`),
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
