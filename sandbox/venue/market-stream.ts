import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Frame } from '../emulator.ts'
import { seconds } from '../schedule.ts'
import { textOf } from './amounts.ts'
import { type Books, offersOf, priceOf } from './books.ts'
import { askWhetherAlive, busy, drop, keep, say } from './listening.ts'
import { type Market, markets } from './markets.ts'

/** Where the real venue has `/stream`: combined streams, each event wrapped with its name. */
export const marketStreamPath = '/venue/stream'

const mostConnections = 300
const mostStreams = 1_024
const messagesASecond = 5
/** Tickers are pushed so often, the best of both sides as they change. */
const tickEveryMs = 1_000
const bookEveryMs = 100

const Request = z.object({
  method: z.enum(['SUBSCRIBE', 'UNSUBSCRIBE', 'LIST_SUBSCRIPTIONS']),
  params: z.array(z.string().max(60)).max(mostStreams).default([]),
  id: z.union([z.int(), z.string().max(36), z.null()]).default(null),
})

type Listener = {
  readonly socket: WebSocket
  readonly streams: Set<string>
  /** The best of both sides as it was last pushed, by stream. */
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

/** What the market does, for anybody: tickers and the best of both sides of each symbol. */
export type MarketStream = Readonly<{
  mount: (api: FastifyInstance) => void
  /** Ends every connection at once, as a network does. */
  drop: () => number
  /** Connections stay and nothing more is pushed or answered. */
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
        setInterval(() => pushTickers(line), tickEveryMs),
        setInterval(() => pushBooks(line), bookEveryMs),
        setInterval(() => askWhetherAlive(line), seconds(20)),
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
  if (url.pathname !== marketStreamPath) return
  const strike = line.frame.dial.strikeRequest({
    provider: 'venue',
    method: 'GET',
    path: '/stream',
  })
  if (line.listeners.size >= mostConnections) return void socket.destroy()
  if (strike !== null) return void socket.end(busy)
  const named = url.searchParams.get('streams')?.split('/').slice(0, mostStreams) ?? []
  line.server.handleUpgrade(request, socket, head, (opened) => accept(line, opened, named))
}

function accept(line: Line, socket: WebSocket, named: readonly string[]): void {
  const listener: Listener = {
    socket,
    streams: new Set(named),
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
  const read = Request.safeParse(parsed(text))
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The market that a stream's name is of, and the kind of its events. */
function streamOf(name: string): Readonly<{ market: Market; kind: string }> | null {
  const [symbol = '', kind = ''] = name.split('@')
  const market = markets.get(symbol.toUpperCase())
  return market === undefined || symbol !== symbol.toLowerCase() ? null : { market, kind }
}

function pushTickers(line: Line): void {
  for (const one of line.listeners) {
    for (const stream of one.streams) {
      const of = streamOf(stream)
      if (of?.kind === 'ticker') say(line, one, { stream, data: ticker(line, of.market) })
      if (of?.kind === 'miniTicker') say(line, one, { stream, data: miniTicker(line, of.market) })
    }
  }
}

function pushBooks(line: Line): void {
  for (const one of line.listeners) {
    for (const stream of one.streams) {
      const of = streamOf(stream)
      if (of?.kind !== 'bookTicker') continue
      const best = bestOf(line, of.market)
      const text = JSON.stringify(best)
      if (one.pushed.get(stream) === text) continue
      one.pushed.set(stream, text)
      const data = { u: line.books.lastId, s: of.market.symbol, ...best }
      say(line, one, { stream, data })
    }
  }
}

function bestOf({ books }: Line, market: Market) {
  const [bid] = offersOf(books, market, 'SELL')
  const [ask] = offersOf(books, market, 'BUY')
  return {
    b: textOf(bid?.shown ?? 0n),
    B: textOf(bid?.quantity ?? 0n),
    a: textOf(ask?.shown ?? 0n),
    A: textOf(ask?.quantity ?? 0n),
  }
}

const zero = textOf(0n)

function miniTicker({ books, now }: Line, market: Market) {
  const price = textOf(priceOf(books, market))
  const { symbol: s, start } = market
  const [o, h, l] = [textOf(start), price, price]
  return { e: '24hrMiniTicker', E: now(), s, c: price, o, h, l, v: zero, q: zero }
}

function ticker(line: Line, market: Market) {
  const { e: _, ...mini } = miniTicker(line, market)
  const change = textOf(priceOf(line.books, market) - market.start)
  return {
    e: '24hrTicker',
    ...mini,
    p: change,
    P: '0.000',
    w: mini.c,
    x: mini.o,
    Q: zero,
    ...bestOf(line, market),
    O: mini.E - 86_400_000,
    C: mini.E,
    F: 0,
    L: line.books.lastId,
    n: line.books.lastId,
  }
}
