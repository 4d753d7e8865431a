import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { startEmbedded } from '../../src/core/database/embedded/embedded.ts'
import { migrate } from '../../src/core/database/schema/migrate.ts'
import { eventually } from '../harness.ts'
import { silent } from '../server.ts'
import { listen, type Member } from './database-pair.ts'

const run = promisify(execFile)

type Owner = Readonly<{ after: (end: () => Promise<unknown>) => void }>

/** A migrated PostgreSQL and a standby that streams from it. */
export type StreamingPair = Readonly<{
  primary: Member
  standby: Member
  /** Waits until the standby replayed what the primary has committed. */
  caughtUp: () => Promise<void>
  /** Makes each commit wait for the standby. */
  makeSynchronous: () => Promise<void>
  /** Stops replication; the standby keeps its state. */
  stopReplication: () => Promise<void>
  /** Restarts replication. */
  resumeReplication: () => Promise<void>
  /** Pauses or resumes replay on the standby, which still receives. */
  pauseReplay: (paused: boolean) => Promise<void>
  /** Ends the primary like a power failure. */
  killPrimary: () => Promise<void>
  killStandby: () => Promise<void>
  promote: () => Promise<void>
}>

/** Starts the pair; replication is asynchronous at first. */
export async function startStreamingPair(t: Owner): Promise<StreamingPair> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-stream-'))
  const copy = `${folder}-standby`
  const stops: (() => Promise<void>)[] = []
  t.after(async () => {
    await Promise.all(stops.map((stop) => stop()))
    await Promise.all([folder, copy].map((one) => rm(one, { recursive: true, force: true })))
  })
  await makeCopies(folder, copy)
  const start = async (dataDir: string) => {
    const server = await startEmbedded({ dataDir, log: silent, throwaway: true })
    stops.push(server.stop)
    return server
  }
  const primary = await start(folder)
  const follows = `host=${new URL(primary.url).searchParams.get('host')} user=tukar dbname=postgres`
  await writeFile(path.join(copy, 'postgres', 'standby.signal'), '')
  const settings = path.join(copy, 'postgres', 'postgresql.auto.conf')
  await appendFile(settings, `primary_conninfo = '${follows}'\nwal_retrieve_retry_interval = 100\n`)
  const standby = await start(copy)
  return {
    primary: await listen(t, primary.url),
    standby: await listen(t, standby.url),
    ...replication(primary.url, standby.url, follows),
    killPrimary: primary.stop,
    killStandby: standby.stop,
  }
}

/** Makes a migrated PostgreSQL, and a copy of its files. */
async function makeCopies(folder: string, copy: string): Promise<void> {
  // A throwaway server loses its last commits when it stops, so the copy is made of another.
  const first = await startEmbedded({ dataDir: folder, log: silent })
  await migrate({ url: first.url, log: silent })
  // A throwaway server confirms commits before they are written, unless its database differs.
  await ask(first.url, 'alter database tukar set synchronous_commit = on')
  await first.stop()
  await run('cp', ['-a', folder, copy])
}

type Replication = Omit<StreamingPair, 'primary' | 'standby' | 'killPrimary' | 'killStandby'>

function replication(primary: string, standby: string, follows: string): Replication {
  const follow = async (whom: string, isFollowing: boolean) => {
    await ask(standby, `alter system set primary_conninfo = '${whom}'`)
    await ask(standby, 'select pg_reload_conf()')
    await eventually('the receiver', async () => {
      const count = await ask(standby, 'select count(*)::int from pg_stat_wal_receiver')
      return (count === 1) === isFollowing
    })
  }
  return {
    caughtUp: async () => {
      const position = await ask(primary, 'select pg_current_wal_lsn()::text')
      await eventually('the standby', () =>
        ask(standby, `select pg_last_wal_replay_lsn() >= '${position}'`),
      )
    },
    makeSynchronous: async () => {
      await ask(primary, `alter system set synchronous_standby_names = '*'`)
      await ask(primary, 'select pg_reload_conf()')
      await eventually('synchronous commits', () =>
        ask(primary, `select bool_or(sync_state = 'sync') from pg_stat_replication`),
      )
    },
    stopReplication: () => follow('', false),
    resumeReplication: () => follow(follows, true),
    pauseReplay: async (paused) => {
      await ask(standby, `select pg_wal_replay_${paused ? 'pause' : 'resume'}()`)
    },
    promote: async () => {
      await ask(standby, 'select pg_promote()')
    },
  }
}

const First = z.tuple([z.array(z.unknown())]).rest(z.unknown())

/** The first column of the first row; null without a row. */
async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
    return rows.length === 0 ? null : First.parse(rows)[0][0]
  } finally {
    await client.end().catch(() => undefined)
  }
}
