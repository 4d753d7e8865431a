import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Frame } from '../../emulator.ts'
import { jsonIn } from '../../json-in.ts'
import { seconds } from '../../schedule.ts'
import type { Books } from '../books.ts'
import { busy, drop, keep, ping, say } from '../listening.ts'
import { feeds, pushOf } from './feeds.ts'

/** Combined streams: each event is wrapped with its stream's name. */
const combinedPath = '/venue/stream'
/** Followed by names of streams: events are not wrapped. */
const rawPath = '/venue/ws/'

export const isMarketStream = (path: string | undefined): boolean =>
  path === combinedPath || (path?.startsWith(rawPath) ?? false)

const mostConnections = 300
const mostStreams = 1_024
const messagesASecond = 5
const tickEveryMs = 1_000
const changesEveryMs = 100

const Request = z.object({
  method: z.enum(['SUBSCRIBE', 'UNSUBSCRIBE', 'LIST_SUBSCRIPTIONS']),
  params: z.array(z.string().max(60)).max(mostStreams).default([]),
  id: z.union([z.int(), z.string().max(36), z.null()]).default(null),
})

type Listener = {
  readonly socket: WebSocket
  readonly streams: Set<string>
  /** Whether events are wrapped with the name of their stream. */
  readonly combined: boolean
  /** The last position of each stream, in its feed's own format. */
  readonly pushed: Map<string, string>
  alive: boolean
  messages: { second: number; count: number }
}

type Line = {
  readonly frame: Frame
  readonly books: Books
  readonly now: () => number
  readonly server: WebSocketServer
  readonly listeners: Set<Listener>
  silent: boolean
}

/** The public market streams: tickers, candles, trades and the best prices of both sides. */
export type MarketStream = Readonly<{
  mount: (api: FastifyInstance) => void
  /** Terminates every connection at once, like a network failure. */
  drop: () => number
  /** Connections stay open without any message or response. */
  setSilent: (silent: boolean) => void
  listeners: () => number
}>

export function marketStream(frame: Frame, books: Books, now: () => number): MarketStream {
  const line: Line = {
    frame,
    books,
    now,
    server: new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 }),
    listeners: new Set(),
    silent: false,
  }
  return {
    mount(api) {
      api.server.on('upgrade', (request, socket, head) => upgrade(line, request, socket, head))
      const timers = [
        setInterval(() => push(line, feeds.eachSecond), tickEveryMs),
        setInterval(() => push(line, feeds.everyTwoSeconds), 2 * tickEveryMs),
        setInterval(() => push(line, feeds.asItChanges), changesEveryMs),
        setInterval(() => ping(line), seconds(20)),
      ]
      api.addHook('preClose', async () => {
        for (const timer of timers) clearInterval(timer)
        drop(line)
        line.server.close()
      })
    },
    drop: () => drop(line),
    setSilent(silent) {
      line.silent = silent
    },
    listeners: () => [...line.listeners].filter(({ streams }) => streams.size > 0).length,
  }
}

function upgrade(line: Line, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const url = new URL(request.url ?? '/', 'http://venue.test')
  if (!isMarketStream(url.pathname)) return
  const strike = line.frame.dial.strikeRequest({
    provider: 'venue',
    method: 'GET',
    path: '/stream',
  })
  if (line.listeners.size >= mostConnections) return void socket.destroy()
  if (strike !== null) return void socket.end(busy)
  const combined = url.pathname === combinedPath
  const named = combined ? url.searchParams.get('streams') : url.pathname.slice(rawPath.length)
  const streams = named?.split('/').filter(Boolean).slice(0, mostStreams) ?? []
  line.server.handleUpgrade(request, socket, head, (opened) =>
    accept(line, opened, { combined, streams: new Set(streams) }),
  )
}

function accept(
  line: Line,
  socket: WebSocket,
  asked: Pick<Listener, 'combined' | 'streams'>,
): void {
  const listener: Listener = {
    ...asked,
    socket,
    pushed: new Map(),
    alive: true,
    messages: { second: 0, count: 0 },
  }
  keep(line, listener, line.frame.clock, () => ({ e: 'serverShutdown', E: line.now() }))
  socket.on('message', (data) => answer(line, listener, data.toString()))
}

function answer(line: Line, listener: Listener, text: string): void {
  const second = Math.floor(Date.now() / 1_000)
  const { messages, streams } = listener
  listener.messages = { second, count: messages.second === second ? messages.count + 1 : 1 }
  if (listener.messages.count > messagesASecond) {
    listener.socket.close(1008)
    return
  }
  const read = Request.safeParse(jsonIn(text))
  if (!read.success) {
    say(line, listener, { code: 2, msg: 'Invalid request: unknown variant or JSON' })
    return
  }
  const { method, params, id } = read.data
  if (method === 'LIST_SUBSCRIPTIONS') {
    say(line, listener, { result: [...streams], id })
    return
  }
  for (const name of params) {
    if (method === 'UNSUBSCRIBE') streams.delete(name)
    else if (streams.size < mostStreams) streams.add(name)
  }
  say(line, listener, { result: null, id })
}

/** Sends the events of these feeds to each of their listeners. */
function push(line: Line, among: (typeof feeds)[keyof typeof feeds]): void {
  for (const one of line.listeners) {
    for (const stream of one.streams) {
      const pushed = pushOf(line.books, among, stream, one.pushed.get(stream))
      if (pushed === null) continue
      one.pushed.set(stream, pushed.seen)
      for (const data of pushed.events) say(line, one, one.combined ? { stream, data } : data)
    }
  }
}
