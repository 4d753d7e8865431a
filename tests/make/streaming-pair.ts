import pg from 'pg'
import { z } from 'zod'
import { eventually } from '../harness.ts'
import { listen, type Member, type Owner, startMember } from './database-pair.ts'

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
  const primary = await startMember(t)
  // A throwaway server confirms commits before they are written, unless its database differs.
  await ask(primary.url, 'alter database tukar set synchronous_commit = on')
  const follows = `host=${new URL(primary.url).searchParams.get('host')} user=tukar dbname=postgres`
  const standby = await startMember(t, follows)
  const pair = replication(primary.url, standby.url, follows)
  await pair.caughtUp()
  return {
    primary: await listen(t, primary.url),
    standby: await listen(t, standby.url),
    ...pair,
    killPrimary: primary.stop,
    killStandby: standby.stop,
  }
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
