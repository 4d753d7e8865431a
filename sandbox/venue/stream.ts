import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Frame } from '../emulator.ts'
import { Refused } from '../refused.ts'
import { hours, minutes, seconds } from '../schedule.ts'
import { checkTime, isSigned } from './gate.ts'
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

export function userStream(frame: Frame, now: () => number): Stream {
  const server = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 })
  const listeners = new Set<Listener>()
  const ignored = new Set<Duplex>()
  const place = { silent: false, lastSubscription: 0 }
  let kept: unknown

  function say(to: Listener, message: unknown): void {
    if (!place.silent) to.socket.send(JSON.stringify(message))
  }

  function deliver(event: unknown): void {
    for (const one of listeners) {
      const { subscriptionId } = one
      if (subscriptionId !== null) say(one, { subscriptionId, event })
    }
  }

  function accept(socket: WebSocket): void {
    const listener: Listener = { socket, subscriptionId: null, alive: true }
    listeners.add(listener)
    socket.on('error', () => socket.terminate())
    socket.on('pong', () => {
      listener.alive = true
    })
    const stopClock = frame.clock.after(hours(24), () =>
      socket.close(1001, 'connection is 24 h old'),
    )
    const notice = hours(24) - minutes(10)
    const stopNotice = frame.clock.after(notice, () =>
      say(listener, { event: { e: 'serverShutdown', E: now() } }),
    )
    socket.on('close', () => {
      stopClock()
      stopNotice()
      listeners.delete(listener)
    })
    socket.on('message', (data) => {
      const answer = answered(data.toString(), listener)
      say(listener, answer)
    })
  }

  function answered(text: string, listener: Listener): unknown {
    const asked = Asked.safeParse(parsed(text))
    if (!asked.success) return wrong(null, no(-1135, 'Invalid JSON Request'))
    const { id } = asked.data
    try {
      return { id, status: 200, result: done(asked.data, listener) }
    } catch (error) {
      return wrong(id, error)
    }
  }

  function done({ method, params }: z.infer<typeof Asked>, listener: Listener): unknown {
    switch (method) {
      case 'ping':
        return {}
      case 'time':
        return { serverTime: now() }
      case 'userDataStream.subscribe.signature': {
        admitted(frame, params, now())
        if (listener.subscriptionId !== null) throw no(-2035, 'Subscription already active.')
        place.lastSubscription += 1
        listener.subscriptionId = place.lastSubscription
        return { subscriptionId: listener.subscriptionId }
      }
      case 'userDataStream.unsubscribe':
        listener.subscriptionId = null
        return {}
      default:
        throw no(-1000, 'Unknown method.')
    }
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (request.url?.split('?', 1).join() !== path) return void socket.destroy()
    const strike = frame.dial.strikeRequest({ provider: 'venue', method: 'GET', path: '/ws' })
    if (listeners.size >= mostConnections || strike?.fault === 'drop-response') {
      return void socket.destroy()
    }
    if (strike?.fault === 'timeout') return void ignore(socket)
    if (strike !== null) {
      return void socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
    }
    server.handleUpgrade(request, socket, head, accept)
  }

  /** Takes the connection and never says a word, until the other side gives up. */
  function ignore(socket: Duplex): void {
    ignored.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('end', () => socket.destroy())
    socket.once('close', () => ignored.delete(socket))
    socket.resume()
  }

  function askWhetherAlive(): void {
    for (const one of listeners) {
      if (!one.alive && !place.silent) one.socket.terminate()
      one.alive = false
      if (!place.silent) one.socket.ping()
    }
  }

  function drop(): number {
    const many = listeners.size
    for (const { socket } of listeners) socket.terminate()
    return many
  }

  return {
    mount(api) {
      api.server.on('upgrade', upgrade)
      const asking = setInterval(askWhetherAlive, seconds(20))
      api.addHook('preClose', async () => {
        clearInterval(asking)
        drop()
        for (const socket of ignored) socket.destroy()
        server.close()
      })
    },
    /** Duplicates, loses or keeps back what the dial says of the path `/ws`. */
    push(event) {
      const on = { provider: 'venue', method: 'WS', path: '/ws' }
      const fault = frame.dial.strikeCallback(on)?.fault
      if (fault === 'lose-callbacks') return
      if (fault === 'reorder-callbacks' && kept === undefined) {
        kept = event
        setTimeout(letGo, heldMs).unref()
        return
      }
      deliver(event)
      if (fault === 'duplicate-callbacks') deliver(event)
      letGo()
    },
    drop,
    setSilent(silent) {
      place.silent = silent
    },
    terminate() {
      for (const one of listeners) {
        if (one.subscriptionId === null) continue
        say(one, {
          subscriptionId: one.subscriptionId,
          event: { e: 'eventStreamTerminated', E: now() },
        })
        one.subscriptionId = null
      }
    },
    listeners: () => [...listeners].filter(({ subscriptionId }) => subscriptionId !== null).length,
  }

  function letGo(): void {
    const late = kept
    kept = undefined
    if (late !== undefined) deliver(late)
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
