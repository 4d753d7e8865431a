import type { WebSocket } from 'ws'
import { hours, minutes, type Schedule } from '../schedule.ts'

export type Listening = { readonly socket: WebSocket; alive: boolean }

type Line<Listener extends Listening> = {
  readonly listeners: Set<Listener>
  /** Connections stay open without any message, also without pings. */
  silent: boolean
}

/** The response to a connection that a fault refuses. */
export const busy = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n'

export function say({ silent }: Line<Listening>, { socket }: Listening, message: unknown): void {
  if (!silent) socket.send(JSON.stringify(message))
}

/** Terminates every connection at once, like a network failure. */
export function drop({ listeners }: Line<Listening>): number {
  const many = listeners.size
  for (const { socket } of listeners) socket.terminate()
  return many
}

export function ping({ listeners, silent }: Line<Listening>): void {
  for (const one of listeners) {
    if (!one.alive && !silent) one.socket.terminate()
    one.alive = false
    if (!silent) one.socket.ping()
  }
}

/** Keeps a listener until its connection ends: the venue warns and closes it after a day. */
export function keep<Listener extends Listening>(
  line: Line<Listener>,
  listener: Listener,
  clock: Schedule,
  notice: () => unknown,
): void {
  const { socket } = listener
  line.listeners.add(listener)
  socket.on('error', () => socket.terminate())
  socket.on('pong', () => {
    listener.alive = true
  })
  const stopClock = clock.after(hours(24), () => socket.close(1001, 'connection is 24 h old'))
  const stopNotice = clock.after(hours(24) - minutes(10), () => say(line, listener, notice()))
  socket.on('close', () => {
    stopClock()
    stopNotice()
    line.listeners.delete(listener)
  })
}
