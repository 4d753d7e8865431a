import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Frame } from '../emulator.ts'
import { jsonIn } from '../json-in.ts'
import { Refused } from '../refused.ts'
import { seconds } from '../schedule.ts'
import { busy, drop, keep, ping, say } from './listening.ts'
import { isMarketStream } from './market/market-stream.ts'
import { checkKey, checkSignedParams } from './requests/gate.ts'
import type { Params } from './requests/parameters.ts'
import { codeOf, no } from './requests/refusal.ts'

/** The second is the real path; the first is the one configured for a service beside a sandbox. */
const paths = ['/venue/ws', '/venue/ws-api/v3']
const heldMs = 1_000
const mostConnections = 300

/** A parameter; lists become the text that HTTP would carry. */
const Value = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? JSON.stringify(value) : value.toString()))

const Asked = z.object({
  id: z.union([z.string(), z.int(), z.null()]).default(null),
  method: z.string(),
  params: z.record(z.string(), Value).default({}),
})

type Listener = { readonly socket: WebSocket; subscriptionId: number | null; alive: boolean }

/** The WebSocket API: the venue's calls, and the account's events. */
export type Stream = Readonly<{
  mount: (api: FastifyInstance) => void
  push: (event: unknown) => void
  /** Terminates every connection at once, like a network failure. */
  drop: () => number
  /** Connections stay open without any message, also without pings. */
  setSilent: (silent: boolean) => void
  /** Ends every subscription; the connections stay open. */
  terminate: () => void
  listeners: () => number
}>

/** The calls that a connection can make, and the used part of the limits. */
export type Served = Readonly<{
  serve: (method: string, params: Params) => unknown
  limits: () => readonly unknown[]
}>

/** The connected listeners, and the active faults. */
type Line = Served & {
  readonly frame: Frame
  readonly now: () => number
  readonly server: WebSocketServer
  readonly listeners: Set<Listener>
  /** Connections that were accepted and never get a response. */
  readonly ignored: Set<Duplex>
  silent: boolean
  lastSubscription: number
  /** An event held back until the next one has overtaken it. */
  kept: unknown
}

export function userStream(frame: Frame, now: () => number, served: Served): Stream {
  const line: Line = {
    ...served,
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
      const pinging = setInterval(() => ping(line), seconds(20))
      api.addHook('preClose', async () => {
        clearInterval(pinging)
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

/** Duplicates, drops or holds back the event if the dial has a fault for the path `/ws`. */
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
  if (isMarketStream(at)) return
  if (at === undefined || !paths.includes(at)) return void socket.destroy()
  const strike = frame.dial.strikeRequest({ provider: 'venue', method: 'GET', path: '/ws' })
  if (listeners.size >= mostConnections || strike?.fault === 'drop-response') {
    return void socket.destroy()
  }
  if (strike?.fault === 'timeout') return void ignore(line, socket)
  if (strike !== null) return void socket.end(busy)
  server.handleUpgrade(request, socket, head, (opened) => accept(line, opened))
}

/** Accepts the connection and sends nothing until the other side gives up. */
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
  const asked = Asked.safeParse(jsonIn(text))
  if (!asked.success) return wrong(null, no(-1135, 'Invalid JSON Request'))
  const { id } = asked.data
  try {
    const result = done(line, asked.data, listener)
    return { id, status: 200, result, rateLimits: line.limits() }
  } catch (error) {
    return { ...wrong(id, error), rateLimits: line.limits() }
  }
}

function done(line: Line, { method, params }: z.infer<typeof Asked>, listener: Listener): unknown {
  switch (method) {
    case 'userDataStream.subscribe.signature': {
      checkKey(line.frame.secrets, params['apiKey'])
      checkSignedParams(line.frame.secrets, params, line.now())
      if (listener.subscriptionId !== null) throw no(-2035, 'Subscription already active.')
      line.lastSubscription += 1
      listener.subscriptionId = line.lastSubscription
      return { subscriptionId: listener.subscriptionId }
    }
    case 'userDataStream.unsubscribe':
      listener.subscriptionId = null
      return {}
    default:
      return line.serve(method, params)
  }
}

function wrong(id: string | number | null, error: unknown) {
  const refused = error instanceof Refused ? error : no(-1000, 'An unknown error occurred.')
  const { status, message } = refused
  return { id, status, error: { code: codeOf(status, refused.code), msg: message } }
}
