import { Socket } from 'node:net'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../../base/clock.ts'
import { cachedCalls } from '../../../base/concurrency/cache.ts'
import { type Random, systemRandom } from '../../../base/secrets/crypto.ts'
import type { Database, Tx } from '../database.ts'
import { leaderLimits } from '../database-limits.ts'
import { isPoolBusy, isReadOnly, TransientError } from '../driver/errors.ts'
import { readRows } from '../driver/read-rows.ts'
import { serversOf } from '../driver/servers.ts'
import { deposeSilentHolder, giveUp, leaderKey, sendHeartbeat, takeOffice } from './leader.sql.ts'

/** One period of leadership. Its epoch is higher than that of every earlier one. */
export type Term = Readonly<{ epoch: number }>

export type Leadership = Readonly<{
  /** The term while this node leads and confirmed it within the trust time; else null. */
  current: () => Term | null
  /** The URL of the live leader; null if there is none. */
  leaderUrl: () => Promise<string | null>
  /**
   * Called with each term of this node, again with a term that is confirmed after the trust time
   * was over, and with null at its end. Returns a function that unsubscribes.
   */
  onChange: (listener: (term: Term | null) => void) => () => void
  /** Hands leadership over at once. */
  stop: () => Promise<void>
}>

export type LeadershipOptions = Readonly<{
  databaseUrl: string
  nodeUrl: string
  db: Database
  clock: Clock
  log: Logger
  random?: Random
}>

/** This node does not lead any more; the transaction was rolled back. */
export class LeadershipLost extends TransientError {
  override readonly name = 'LeadershipLost'

  constructor() {
    super('this node does not lead any more')
  }
}

/**
 * Must be the first statement of every transaction that only a leader may commit; throws
 * `LeadershipLost`. A later leader raises the epoch only after all fenced transactions of the old
 * one have ended, and none can start afterwards.
 */
export async function fence(tx: Tx, epoch: number): Promise<void> {
  const { rows } = await sql`
    select 1 from leader where id = 1 and epoch = ${epoch} for share`.execute(tx)
  if (rows.length === 0) throw new LeadershipLost()
}

/** Runs `work` in one transaction that is committed only while this epoch leads. */
export const asLeader = <Result>(
  db: Pick<Database, 'inTransaction'>,
  epoch: number,
  work: (tx: Tx) => Result | Promise<Result>,
): Promise<Result> =>
  db.inTransaction(async (tx) => {
    await fence(tx, epoch)
    return work(tx)
  })

/**
 * Takes part in the election: a dedicated session holds a lock for as long as it leads. The lock
 * decides who may start to lead; the epoch decides whose writes count, so that a paused or
 * disconnected node does no harm before it learns that it was replaced.
 */
export function startLeadership(options: LeadershipOptions): Leadership {
  const { clock, log } = options
  const office = makeOffice(clock, log)
  const stopping = new AbortController()
  const campaign = runCampaign(options, office, stopping.signal)
  const ask = leaderUrlFrom(options.db, clock, log)

  return {
    current: office.current,
    leaderUrl: () => (office.current() === null ? ask() : Promise.resolve(options.nodeUrl)),
    onChange: office.onChange,
    stop: async () => {
      stopping.abort()
      await campaign
    },
  }
}

type Office = ReturnType<typeof makeOffice>

/** The term of this node, and until when it may be trusted. */
function makeOffice(clock: Clock, log: Logger) {
  let term: Term | null = null
  let trustedUntilMs = 0
  const listeners = new Set<(term: Term | null) => void>()

  function set(next: Term | null, untilMs: number): void {
    const wasTrusted = current() !== null
    const isSame = term === next
    trustedUntilMs = untilMs
    term = next
    if (isSame && (wasTrusted || current() === null)) return
    for (const listener of listeners) {
      try {
        listener(next)
      } catch (error) {
        log.error({ err: error }, 'a listener to leadership failed')
      }
    }
  }
  const current = () => (clock.monotonicMs() < trustedUntilMs ? term : null)
  const onChange = (listener: (term: Term | null) => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    current,
    onChange,
    /** The term was confirmed at `asOfMs`. */
    confirm: (next: Term, asOfMs: number) => set(next, asOfMs + leaderLimits.trustMs),
    leave: () => set(null, 0),
  }
}

/** Opens one session after another until stopped; any doubt ends a session. */
async function runCampaign(
  options: LeadershipOptions,
  office: Office,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log } = options
  while (!signal.aborted) {
    const session = openSession(options, signal)
    try {
      await Promise.race([session.client.connect(), session.stopped])
      await takePart(options, office, session, signal)
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'the leadership session ended')
    } finally {
      office.leave()
      session.destroy()
    }
    await clock.sleep(retryMs(options), signal)
  }
}

type Session = Readonly<{
  client: pg.Client
  /**
   * Sleeps; wakes early if leadership becomes free or on stop, throws if the connection is lost.
   */
  pause: (ms: number) => Promise<void>
  /** Rejects on stop. */
  stopped: Promise<never>
  destroy: () => void
}>

/**
 * Opens a connection for only the lock and its heartbeat. If this node is cut off, the server
 * notices within seconds and releases the lock.
 */
function openSession(options: LeadershipOptions, stopping: AbortSignal): Session {
  const { databaseUrl, clock } = options
  const socket = new Socket()
  const { Client } = serversOf(databaseUrl, {
    statement_timeout: leaderLimits.answerMs,
    idle_in_transaction_session_timeout: leaderLimits.answerMs,
    tcp_keepalives_idle: 2,
    tcp_keepalives_interval: 1,
    tcp_keepalives_count: 3,
    tcp_user_timeout: 4_000,
  })
  const client = new Client({
    application_name: 'tukar leader',
    stream: () => socket,
    keepAlive: true,
    query_timeout: leaderLimits.answerMs,
  })
  let lost: Error | null = null
  let woken = new AbortController()
  const wake = () => woken.abort()
  const lose = (error?: Error) => {
    lost ??= error ?? new Error('the connection of leadership was lost')
    wake()
  }
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>()
  stopped.catch(() => undefined)
  const onStop = () => {
    wake()
    stop(stopping.reason)
  }
  stopping.addEventListener('abort', onStop)
  client.on('notification', wake)
  client.on('end', lose)
  client.on('error', lose)
  return {
    client,
    pause: async (ms) => {
      await clock.sleep(ms, woken.signal)
      woken = new AbortController()
      if (lost !== null) throw lost
    },
    stopped,
    destroy: () => {
      stopping.removeEventListener('abort', onStop)
      client.end().catch(() => undefined)
      socket.destroy()
    },
  }
}

async function takePart(
  options: LeadershipOptions,
  office: Office,
  session: Session,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log } = options
  const { client } = session
  await client.query('listen leader_changed')
  const depose = deposeSilentHolder(client, clock, log)
  while (!signal.aborted) {
    const startedMs = clock.monotonicMs()
    const node = `${hostname()}/${process.pid}`
    const mayLead = () => poolCanWrite(options.db)
    const epoch = await takeOffice(client, { node, url: options.nodeUrl }, mayLead)
    if (epoch !== null) {
      log.info({ epoch }, 'this node leads')
      office.confirm({ epoch }, startedMs)
      await stayInOffice(options, office, session, signal)
      return
    }
    await session.pause(Math.min(await depose(), retryMs(options)))
  }
}

async function stayInOffice(
  options: LeadershipOptions,
  office: Office,
  session: Session,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log } = options
  const term = office.current()
  if (term === null) throw new Error('the start of leadership took too long')
  const pool = watchPool(options, term)
  while (!signal.aborted) {
    pool.refuseUseless()
    const startedMs = clock.monotonicMs()
    // Only the server knows whether this session still holds the lock.
    if (!(await sendHeartbeat(session.client))) throw new Error('the leadership lock is gone')
    office.confirm(term, startedMs)
    const nextMs = startedMs + leaderLimits.beatEveryMs
    while (!signal.aborted && clock.monotonicMs() < nextMs) {
      await session.pause(nextMs - clock.monotonicMs())
    }
  }
  office.leave()
  await giveUp(session.client)
  log.info({ epoch: term.epoch }, 'this node gives up leadership')
}

/** A busy pool may write as soon as a connection is free. */
const poolCanWrite = (db: Database): Promise<boolean> =>
  db.isWritable().catch((error: unknown) => {
    if (isPoolBusy(error)) return true
    throw error
  })

/**
 * Writes through the pool every few heartbeats, since the lock's session says nothing about the
 * pool: a load balancer may have left its connections at a demoted server. The fence is a row lock,
 * which counts as a write, and shows that both are connected to the same server.
 */
function watchPool({ db, clock, log }: LeadershipOptions, { epoch }: Term) {
  let wroteMs = clock.monotonicMs()
  let writing = false
  let lost: unknown = null

  async function write(): Promise<void> {
    const startedMs = clock.monotonicMs()
    try {
      await db.inTransaction((tx) => fence(tx, epoch))
      wroteMs = startedMs
    } catch (error) {
      log.warn({ err: error }, 'the leader could not write through its pool')
      if (isReadOnly(error) || error instanceof LeadershipLost) lost = error
    }
  }

  return {
    /** Throws if the pool cannot write; otherwise starts the next write. */
    refuseUseless: (): void => {
      if (lost !== null) throw lost
      const silentMs = clock.monotonicMs() - wroteMs
      if (silentMs > leaderLimits.unwrittenMs)
        throw new Error(`the pool wrote nothing for ${silentMs} ms`)
      if (writing || silentMs < leaderLimits.writeEveryMs) return
      writing = true
      void write().finally(() => {
        writing = false
      })
    },
  }
}

/** Random pauses, so that candidates do not retry in step. */
const retryMs = ({ random = systemRandom }: LeadershipOptions): number =>
  leaderLimits.retryMs + (random.bytes(1).readUInt8() * leaderLimits.retryJitterMs) / 256

/**
 * Returns a function that looks up the leader's URL, at most four times a second for all callers.
 */
function leaderUrlFrom(db: Database, clock: Clock, log: Logger): () => Promise<string | null> {
  const read = cachedCalls<string | null>({ entries: 1, maxAgeMs: leaderLimits.urlCacheMs, clock })
  return () =>
    read('leader', () =>
      findLeaderUrl(db).catch((error: unknown) => {
        log.debug({ err: error }, 'the current leader could not be read')
        return null
      }),
    )
}

export async function findLeaderEpoch({ read }: Pick<Database, 'read'>): Promise<number> {
  const [row] = await readRows(read, { epoch: 'bigint' })`select epoch from leader where id = 1`
  return row?.epoch ?? 0
}

/** Returns the leader's URL if its session holds the lock and its last heartbeat is recent. */
async function findLeaderUrl(db: Database): Promise<string | null> {
  const rows = await readRows(db.read, { url: 'text' })`
    select l.url from leader l join leader_beat b on b.id = l.id
    where l.url is not null
      and b.at > clock_timestamp() - ${`${leaderLimits.deadAfterMs} ms`}::interval
      and exists (
        select from pg_locks k
        where k.locktype = 'advisory' and k.granted and k.pid = b.pid
          and k.classid = 0 and k.objid = ${leaderKey}::bigint::oid and k.objsubid = 1)`
  return rows[0]?.url ?? null
}
