import type { Logger } from 'pino'
import { WebSocket } from 'undici'
import type { Clock } from '../../base/clock.ts'
import type { Random } from '../../base/secrets/crypto.ts'
import { venueLimits } from './venue-limits.ts'

/** The protocol of a connection: how to subscribe, and how to handle each text. */
export type StreamProtocol = Readonly<{
  /** For the log. */
  name: string
  url: string
  subscribe: (send: (message: unknown) => void) => void | Promise<void>
  /** A request that the venue responds to. */
  ping: Readonly<Record<string, unknown>>
  /** `end` closes this connection, after which another one is opened. */
  receive: (
    text: string,
    line: Readonly<{ subscribed: () => void; end: (why: string) => void }>,
  ) => void
}>

/** A stream of the venue that stays connected until it is closed. */
export type VenueStream = Readonly<{
  isSubscribed: () => boolean
  /** Closes the connection and waits until it is closed. */
  close: () => Promise<void>
}>

export type StreamTools = Readonly<{
  clock: Clock
  random: Random
  log: Logger
  bounds: SocketBounds
}>

/** Bounds from the limits; tests use smaller ones. */
export type SocketBounds = Readonly<{
  connectMs: number
  renewMs: number
  pingEveryMs: number
  silentMs: number
  backoff: Readonly<{ firstMs: number; longestMs: number }>
  closeMs: number
}>

/**
 * Keeps a subscription: connects, subscribes and pings. It reconnects if the venue is silent or
 * announces an end, and shortly before the 24 hours after which the venue closes every connection.
 */
export function reconnectingSocket(protocol: StreamProtocol, tools: StreamTools): VenueStream {
  const { clock, random, log, bounds } = tools
  const stopping = new AbortController()
  const state = { subscribed: false }

  async function keepListening(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      const session = new Session(protocol, { clock, log, bounds, state })
      const why = await session.run(stopping.signal)
      state.subscribed = false
      if (stopping.signal.aborted) return
      failures = why.subscribed ? 0 : failures + 1
      const { name: stream } = protocol
      log.warn({ provider: 'venue', stream, why: why.reason }, 'the stream ended and reconnects')
      const { firstMs, longestMs } = bounds.backoff
      const pauseMs = Math.min(firstMs * 2 ** Math.min(failures, 10), longestMs)
      // A random pause, so that nodes that lost the same server do not reconnect at once.
      const share = 0.5 + random.bytes(1).readUInt8() / 512
      await clock.sleep(pauseMs * share, stopping.signal)
    }
  }

  const listening = keepListening()
  return {
    isSubscribed: () => state.subscribed,
    async close() {
      stopping.abort()
      await listening
    },
  }
}

type Ended = Readonly<{ reason: string; subscribed: boolean }>

type Around = Readonly<{
  clock: Clock
  log: Logger
  bounds: SocketBounds
  state: { subscribed: boolean }
}>

/** One connection, from its opening to its end. */
class Session {
  readonly #protocol: StreamProtocol
  readonly #around: Around
  #receivedMs: number
  #subscribed = false
  #end: (why: string) => void = () => undefined

  constructor(protocol: StreamProtocol, around: Around) {
    this.#protocol = protocol
    this.#around = around
    this.#receivedMs = around.clock.monotonicMs()
  }

  async run(signal: AbortSignal): Promise<Ended> {
    const ending = Promise.withResolvers<string>()
    this.#end = ending.resolve
    const done = new AbortController()
    const stop = () => ending.resolve('closed')
    signal.addEventListener('abort', stop, { once: true })
    const socket = this.#open()
    const watching = socket === null ? null : this.#watch(socket, done.signal)
    const reason = await ending.promise
    signal.removeEventListener('abort', stop)
    done.abort()
    await watching
    if (socket !== null) await this.#close(socket)
    return { reason, subscribed: this.#subscribed }
  }

  #open(): WebSocket | null {
    try {
      const socket = new WebSocket(this.#protocol.url)
      const send = (message: unknown) => this.#send(socket, message)
      socket.addEventListener('open', () => void this.#protocol.subscribe(send))
      socket.addEventListener('message', ({ data }) => this.#receive(data))
      socket.addEventListener('error', () => this.#end('failed'))
      socket.addEventListener('close', () => this.#end('lost'))
      return socket
    } catch {
      this.#end('failed')
      return null
    }
  }

  #send(socket: WebSocket, message: unknown): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  #receive(data: unknown): void {
    this.#receivedMs = this.#around.clock.monotonicMs()
    if (typeof data !== 'string' || data.length > venueLimits.eventBytes) return
    try {
      this.#protocol.receive(data, {
        subscribed: () => {
          this.#subscribed = true
          this.#around.state.subscribed = true
        },
        end: this.#end,
      })
    } catch (error) {
      this.#around.log.error({ err: error, provider: 'venue' }, 'events were not accepted')
    }
  }

  /** Pings and checks for messages, since WebSocket keep-alive frames are not visible to us. */
  async #watch(socket: WebSocket, signal: AbortSignal): Promise<void> {
    const { clock, bounds } = this.#around
    const startMs = clock.monotonicMs()
    while (!signal.aborted) {
      await clock.sleep(Math.min(bounds.pingEveryMs, bounds.connectMs), signal)
      const nowMs = clock.monotonicMs()
      if (!this.#subscribed && nowMs - startMs >= bounds.connectMs) {
        this.#end('not subscribed in time')
      } else if (nowMs - this.#receivedMs >= bounds.silentMs) {
        this.#end('silent')
      } else if (nowMs - startMs >= bounds.renewMs) {
        this.#end('renewed')
      } else {
        this.#send(socket, this.#protocol.ping)
      }
    }
  }

  /** Closes the socket; does not wait longer than `closeMs`. */
  async #close(socket: WebSocket): Promise<void> {
    if (socket.readyState === WebSocket.CLOSED) return
    const patience = new AbortController()
    const closed = new Promise<void>((resolve) => {
      socket.addEventListener('close', () => resolve(), { once: true })
      socket.addEventListener('error', () => resolve(), { once: true })
    })
    socket.close()
    const { clock, bounds } = this.#around
    await Promise.race([closed, clock.sleep(bounds.closeMs, patience.signal)])
    patience.abort()
  }
}
