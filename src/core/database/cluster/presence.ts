import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../../base/clock.ts'
import type { Random } from '../../../base/secrets/crypto.ts'
import { databaseLimits, presenceLimits } from '../database-limits.ts'
import { serversOf } from '../driver/servers.ts'
import { beat, hideName, showName } from './presence.sql.ts'

/** Shows the other nodes what lives in this process. What a dead process had claimed is free. */
export type Presence = Readonly<{
  /** The name of this process, which is shown as long as it lives. */
  node: string
  /** Shows a name; returns a function that ends this. */
  show: (name: string) => () => void
  stop: () => Promise<void>
}>

export type PresenceOptions = Readonly<{
  databaseUrl: string
  clock: Clock
  log: Logger
  random: Random
}>

/** Keeps one session, whose locks are the names. They end with it, however the process ended. */
export function startPresence({ databaseUrl, clock, log, random }: PresenceOptions): Presence {
  const node = `node-${random.bytes(8).toString('hex')}`
  const names = new Set([node])
  const stopping = new AbortController()
  const { signal } = stopping
  const { Client } = serversOf(databaseUrl, {
    tcp_keepalives_idle: 2,
    tcp_keepalives_interval: 1,
    tcp_keepalives_count: 3,
  })
  async function stayPresent(): Promise<void> {
    const session = new Client({
      application_name: 'tukar presence',
      query_timeout: databaseLimits.answerMs,
      keepAlive: true,
    })
    const shown = new Set<string>()
    try {
      await session.connect()
      while (!signal.aborted) {
        await showAll(session, names, shown)
        await clock.sleep(presenceLimits.beatMs, signal)
      }
    } finally {
      session.end().catch(() => undefined)
      session.connection.stream.destroy()
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await stayPresent().catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'the presence session was lost')
      })
      await clock.sleep(presenceLimits.reconnectMs, signal)
    }
  }

  const running = run()
  return {
    node,
    show: (name) => {
      names.add(name)
      return () => names.delete(name)
    },
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

/** Shows new names, hides ended ones, and sends a heartbeat. */
async function showAll(
  session: pg.ClientBase,
  names: ReadonlySet<string>,
  shown: Set<string>,
): Promise<void> {
  for (const name of names) {
    if (shown.has(name)) continue
    await showName(session, name)
    shown.add(name)
  }
  for (const name of shown) {
    if (names.has(name)) continue
    await hideName(session, name)
    shown.delete(name)
  }
  await beat(session)
}
