import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { OpenAnswer } from '../envelope.ts'

/**
 * Closes connections whose client has read nothing of its response for `unreadMs`. Node restarts
 * the timer whenever bytes move, and notices within twice the time. A response still being prepared
 * moves no bytes either and is not cut, however long it takes.
 */
export function cutUnread(server: Server, unreadMs: number): void {
  server.setTimeout(unreadMs, (socket) => {
    // Between requests, Node sets the keep-alive timeout on a connection instead of this one.
    const isIdle = socket.timeout !== unreadMs
    if (isIdle || socket.writableLength > 0) socket.destroy()
  })
}

/**
 * Tracks responses that stay open until they are ended; `onOpen` is called with each. After
 * `endAll`, each new one ends at once.
 */
export function keepOpenAnswers(onOpen: (stream: Readable) => void) {
  const open = new Set<() => void>()
  let isOver = false
  return {
    add: ({ stream, end }: OpenAnswer): void => {
      open.add(end)
      onOpen(stream)
      if (isOver) end()
      stream.once('close', () => open.delete(end))
    },
    endAll: (): void => {
      isOver = true
      for (const end of open) end()
    },
  }
}

/** For each connection, how many responses wait behind the current one. */
const pipelined = new WeakMap<Socket, number>()

/** Returns whether a connection has pipelined at least `most` requests behind the current one. */
export function pipelinesTooMany(
  { socket }: IncomingMessage,
  response: ServerResponse,
  most: number,
): boolean {
  // The next response has its socket at once; others get it later, with the `socket` event.
  if (response.socket !== null) return false
  const behind = (pipelined.get(socket) ?? 0) + 1
  pipelined.set(socket, behind)
  response.once('socket', () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1))
  return behind >= most
}
