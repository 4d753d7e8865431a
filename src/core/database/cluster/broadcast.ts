import pg from 'pg'
import type { Clock } from '../../../base/clock.ts'
import type { Database } from '../database.ts'
import { broadcastLimits } from '../database-limits.ts'
import { serversOf } from '../driver/servers.ts'
import { findLeaderEpoch } from './leader.ts'
import {
  type Broadcast,
  type SigningOptions,
  signedBroadcast,
  type Transport,
} from './signed-broadcast.ts'

export type BroadcastOptions = Readonly<{
  databaseUrl: string
  /** Sends notifications, and reads the leader's epoch; a separate connection listens. */
  db: Pick<Database, 'pool' | 'read'>
  /** Carries the texts instead of PostgreSQL if given. */
  redisUrl: string | null
}> &
  Omit<SigningOptions, 'readEpoch'>

/** Connects when the first channel is subscribed, and again after each lost connection. */
export async function startBroadcast(options: BroadcastOptions): Promise<Broadcast> {
  const readEpoch = () => findLeaderEpoch(options.db)
  return signedBroadcast(await openTransport(options), { ...options, readEpoch })
}

async function openTransport(options: BroadcastOptions): Promise<Transport> {
  if (options.redisUrl === null) return throughDatabase(options)
  const { throughRedis } = await import('./redis-broadcast.ts')
  return throughRedis(options.redisUrl, options.log)
}

const applicationName = 'tukar broadcast'

/** The channels of a node, and signals of what its session has to notice. */
type Subscriptions = {
  readonly channels: Map<string, (text: string) => void>
  readonly stopping: AbortController
  changed: AbortController
  /** Whether other nodes may listen. */
  others: boolean
}

/** A node that is alone hands its texts to itself, without the database. */
function throughDatabase(options: BroadcastOptions): Transport {
  const { databaseUrl, db, clock, log } = options
  const { Client } = serversOf(databaseUrl)
  const stopping = new AbortController()
  const subscriptions: Subscriptions = {
    channels: new Map(),
    stopping,
    changed: new AbortController(),
    others: true,
  }
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const client = new Client({
        application_name: applicationName,
        query_timeout: broadcastLimits.answerMs,
        keepAlive: true,
      })
      await listen(client, subscriptions, clock).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'the broadcast session was lost')
      })
      subscriptions.others = true
      client.end().catch(() => undefined)
      client.connection.stream.destroy()
      await clock.sleep(broadcastLimits.reconnectMs, stopping.signal)
    }
  }

  return {
    publish: async (channel, text) => {
      if (subscriptions.others) await db.pool.query('select pg_notify($1, $2)', [channel, text])
      else subscriptions.channels.get(channel)?.(text)
    },
    subscribe: (channel, receive) => {
      subscriptions.channels.set(channel, receive)
      subscriptions.changed.abort()
      running ??= run()
    },
    close: async () => {
      stopping.abort()
      await running
    },
  }
}

/** On this channel each session announces itself, so that the others no longer keep texts. */
const arrivals = 'tukar nodes'

const countOthers = `
  select from pg_stat_activity
  where application_name = '${applicationName}' and datname = current_database()
    and pid <> pg_backend_pid()`

/** Listens to all channels until the session is lost or stopped. */
async function listen(
  client: pg.Client,
  subscriptions: Subscriptions,
  clock: Clock,
): Promise<void> {
  const { channels, stopping } = subscriptions
  const lost = new AbortController()
  client.on('end', () => lost.abort())
  client.on('error', () => lost.abort())
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel !== arrivals) return channels.get(channel)?.(payload)
    arrived += 1
    subscriptions.others = true
  })
  const listening = new Set<string>()
  let arrived = 0
  await client.connect()
  await client.query(`listen "${arrivals}"`)
  while (!lost.signal.aborted && !stopping.signal.aborted) {
    subscriptions.changed = new AbortController()
    for (const channel of channels.keys()) {
      if (listening.has(channel)) continue
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      listening.add(channel)
      await client.query(`notify "${arrivals}"`)
    }
    // A connection that was cut without notice is only noticed by a statement.
    const before = arrived
    const { rowCount } = await client.query(countOthers)
    subscriptions.others = rowCount !== 0 || arrived !== before
    const woken = AbortSignal.any([lost.signal, stopping.signal, subscriptions.changed.signal])
    await clock.sleep(broadcastLimits.checkEveryMs, woken)
  }
}
