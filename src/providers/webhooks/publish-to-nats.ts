import type { JetStreamClient } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Clock } from '../../base/clock.ts'
import type { PostWebhook, WebhookOutcome, WebhookRequest } from './post-webhook.ts'

const limits = { connectMs: 5_000, publishMs: 10_000, dedupeSeconds: 24 * 3_600 } as const

const protocol = 'nats:'

/** An address of events within the NATS server: the first word of their subjects. */
export const isStreamAddress = (url: string): boolean => /^nats:[a-z0-9][a-z0-9_-]{0,59}$/.test(url)

type Connected = Readonly<{
  connection: NatsConnection
  client: JetStreamClient
  /** The streams that exist, by the word of their subjects. */
  streams: Set<string>
}>

/**
 * Returns a function that publishes an event to `<word>.<type>` of the NATS server and waits until
 * JetStream stored it. A stream of that word is made if the server has none. `Nats-Msg-Id` is the
 * event's id, so a repeated event is stored once within a day. The library is loaded by the first
 * event; a lost connection is made anew by the next one.
 */
export function natsPublisher(
  server: string,
  { clock }: Readonly<{ clock: Pick<Clock, 'monotonicMs'> }>,
): Readonly<{ post: PostWebhook; close: () => Promise<void> }> {
  let opening: Promise<Connected> | null = null
  const forget = () => {
    opening = null
  }

  function connected(): Promise<Connected> {
    opening ??= open(server).then(
      (known) => {
        void known.connection.closed().then(forget)
        return known
      },
      (error: unknown) => {
        forget()
        throw error
      },
    )
    return opening
  }

  async function publish(request: WebhookRequest): Promise<WebhookOutcome> {
    let known: Connected
    try {
      known = await connected()
      await ensureStream(known, wordOf(request))
    } catch {
      return { kind: 'failed', reason: 'unreachable' }
    }
    return publishTo(known, request)
  }

  return {
    post: async (request) => {
      const startedMs = clock.monotonicMs()
      const outcome = await publish(request)
      return { ...outcome, tookMs: Math.round(clock.monotonicMs() - startedMs) }
    },
    close: async () => {
      const known = await opening?.catch(() => null)
      await known?.connection.close()
    },
  }
}

const wordOf = ({ url }: WebhookRequest): string => url.slice(protocol.length)

async function open(server: string): Promise<Connected> {
  const [{ connect }, { jetstream }] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
  ])
  const { protocol: scheme, host, username, password } = new URL(server)
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  const connection = await connect({
    servers: host,
    timeout: limits.connectMs,
    reconnect: false,
    ...(scheme === 'tls:' ? { tls: {} } : {}),
    ...(user === '' ? {} : { user, pass }),
  })
  const client = jetstream(connection, { timeout: limits.publishMs })
  return { connection, client, streams: new Set() }
}

async function ensureStream({ connection, streams }: Connected, word: string): Promise<void> {
  if (streams.has(word)) return
  const { jetstreamManager, JetStreamApiCodes, JetStreamApiError } = await import(
    '@nats-io/jetstream'
  )
  const manager = await jetstreamManager(connection, { timeout: limits.publishMs })
  try {
    await manager.streams.info(word)
  } catch (error) {
    const isMissing =
      error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound
    if (!isMissing) throw error
    const duplicate_window = limits.dedupeSeconds * 1e9
    await manager.streams.add({ name: word, subjects: [`${word}.>`], duplicate_window })
  }
  streams.add(word)
}

async function publishTo(known: Connected, request: WebhookRequest): Promise<WebhookOutcome> {
  const { type, headers, body } = request
  const word = wordOf(request)
  try {
    const { headers: natsHeaders } = await import('@nats-io/transport-node')
    const sent = natsHeaders()
    for (const [name, value] of Object.entries(headers)) sent.set(name, value)
    const msgID = headers['webhook-id'] ?? ''
    const ack = await known.client.publish(`${word}.${type}`, body, { msgID, headers: sent })
    return { kind: 'answered', status: 200, text: JSON.stringify(ack) }
  } catch (error) {
    // The stream may have been deleted.
    known.streams.delete(word)
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { kind: 'failed', reason: isLate ? 'timeout' : 'connection-lost' }
  }
}
