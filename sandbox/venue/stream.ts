import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Frame } from '../emulator.ts'
import { Refused } from '../refused.ts'
import { seconds } from '../schedule.ts'
import { checkTime, isSigned } from './gate.ts'
import { askWhetherAlive, busy, drop, keep, say } from './listening.ts'
import { marketStreamPath } from './market-stream.ts'
import { codeOf, no } from './refusal.ts'

const path = '/venue/ws'
const heldMs = 1_000
const mostConnections = 300

const Asked = z.object({
  id: z.union([z.string(), z.int(), z.null()]).default(null),
  method: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
})

type Listener = { readonly socket: WebSocket; subscriptionId: number | null; alive: boolean }

/** The WebSocket API: its own ping, the time, and what happens to the account. */
export type Stream = Readonly<{
  mount: (api: FastifyInstance) => void
  push: (event: unknown) => void
  /** Ends every connection at once, as a network does. */
  drop: () => number
  /** Connections stay and say nothing more, not even that they are alive. */
  setSilent: (silent: boolean) => void
  /** Ends every subscription, the connections stay. */
  terminate: () => void
  listeners: () => number
}>

/** Who is connected, and what the faults have made of the line. */
type Line = {
  readonly frame: Frame
  readonly now: () => number
  readonly server: WebSocketServer
  readonly listeners: Set<Listener>
  /** Connections that were taken and are never answered. */
  readonly ignored: Set<Duplex>
  silent: boolean
  lastSubscription: number
  /** An event that waits until the next one has overtaken it. */
  kept: unknown
}

export function userStream(frame: Frame, now: () => number): Stream {
  const line: Line = {
    frame,
    now,
    server: new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 }),
    listeners: new Set(),
    ignored: new Set(),
    silent: false,
    lastSubscription: 0,
    kept: undefined,
  }
  return {
    mount(api) {
      api.server.on('upgrade', (request, socket, head) => upgrade(line, request, socket, head))
      const asking = setInterval(() => askWhetherAlive(line), seconds(20))
      api.addHook('preClose', async () => {
        clearInterval(asking)
        drop(line)
        for (const socket of line.ignored) socket.destroy()
        line.server.close()
      })
    },
    push: (event) => push(line, event),
    drop: () => drop(line),
    setSilent(silent) {
      line.silent = silent
    },
    terminate: () => terminate(line),
    listeners: () =>
      [...line.listeners].filter(({ subscriptionId }) => subscriptionId !== null).length,
  }
}

function deliver(line: Line, event: unknown): void {
  for (const one of line.listeners) {
    const { subscriptionId } = one
    if (subscriptionId !== null) say(line, one, { subscriptionId, event })
  }
}

/** Duplicates, loses or keeps back what the dial says of the path `/ws`. */
function push(line: Line, event: unknown): void {
  const on = { provider: 'venue', method: 'WS', path: '/ws' }
  const fault = line.frame.dial.strikeCallback(on)?.fault
  if (fault === 'lose-callbacks') return
  if (fault === 'reorder-callbacks' && line.kept === undefined) {
    line.kept = event
    setTimeout(() => letGo(line), heldMs).unref()
    return
  }
  deliver(line, event)
  if (fault === 'duplicate-callbacks') deliver(line, event)
  letGo(line)
}

function letGo(line: Line): void {
  const late = line.kept
  line.kept = undefined
  if (late !== undefined) deliver(line, late)
}

function terminate(line: Line): void {
  const event = { e: 'eventStreamTerminated', E: line.now() }
  for (const one of line.listeners) {
    if (one.subscriptionId === null) continue
    say(line, one, { subscriptionId: one.subscriptionId, event })
    one.subscriptionId = null
  }
}

function upgrade(line: Line, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { frame, listeners, server } = line
  const at = request.url?.split('?', 1).join()
  if (at === marketStreamPath) return
  if (at !== path) return void socket.destroy()
  const strike = frame.dial.strikeRequest({ provider: 'venue', method: 'GET', path: '/ws' })
  if (listeners.size >= mostConnections || strike?.fault === 'drop-response') {
    return void socket.destroy()
  }
  if (strike?.fault === 'timeout') return void ignore(line, socket)
  if (strike !== null) return void socket.end(busy)
  server.handleUpgrade(request, socket, head, (opened) => accept(line, opened))
}

/** Takes the connection and never says a word, until the other side gives up. */
function ignore({ ignored }: Line, socket: Duplex): void {
  ignored.add(socket)
  socket.on('error', () => socket.destroy())
  socket.on('end', () => socket.destroy())
  socket.once('close', () => ignored.delete(socket))
  socket.resume()
}

function accept(line: Line, socket: WebSocket): void {
  const listener: Listener = { socket, subscriptionId: null, alive: true }
  const notice = () => ({ event: { e: 'serverShutdown', E: line.now() } })
  keep(line, listener, line.frame.clock, notice)
  socket.on('message', (data) => say(line, listener, answered(line, data.toString(), listener)))
}

function answered(line: Line, text: string, listener: Listener): unknown {
  const asked = Asked.safeParse(parsed(text))
  if (!asked.success) return wrong(null, no(-1135, 'Invalid JSON Request'))
  const { id } = asked.data
  try {
    return { id, status: 200, result: done(line, asked.data, listener) }
  } catch (error) {
    return wrong(id, error)
  }
}

function done(line: Line, { method, params }: z.infer<typeof Asked>, listener: Listener): unknown {
  switch (method) {
    case 'ping':
      return {}
    case 'time':
      return { serverTime: line.now() }
    case 'userDataStream.subscribe.signature': {
      admitted(line.frame, params, line.now())
      if (listener.subscriptionId !== null) throw no(-2035, 'Subscription already active.')
      line.lastSubscription += 1
      listener.subscriptionId = line.lastSubscription
      return { subscriptionId: listener.subscriptionId }
    }
    case 'userDataStream.unsubscribe':
      listener.subscriptionId = null
      return {}
    default:
      throw no(-1000, 'Unknown method.')
  }
}

/** A subscription is signed over its parameters in the order of their names. */
function admitted(
  { secrets }: Frame,
  params: Readonly<Record<string, string | number>>,
  nowMs: number,
): void {
  const texts = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value.toString()]),
  )
  if (texts['apiKey'] !== secrets.venueApiKey) {
    throw no(-2015, 'Invalid API-key, IP, or permissions for action.', 401)
  }
  const signed = Object.entries(texts)
    .filter(([name]) => name !== 'signature')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (!isSigned(secrets, new URLSearchParams(signed).toString(), texts['signature'] ?? '')) {
    throw no(-1022, 'Signature for this request is not valid.')
  }
  checkTime(texts, nowMs)
}

function wrong(id: string | number | null, error: unknown) {
  const refused = error instanceof Refused ? error : no(-1000, 'An unknown error occurred.')
  const { status, message } = refused
  return { id, status, error: { code: codeOf(status, refused.code), msg: message } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
