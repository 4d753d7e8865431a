import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { OpenAnswer } from '../envelope.ts'

/**
 * Cuts connections whose client reads nothing of its answers for so long; Node measures that anew
 * whenever bytes move, and notices within twice the time. While an answer is being made nothing
 * moves either, and that is as it should be, however long it takes.
 */
export function cutUnread(server: Server, unreadMs: number): void {
  server.setTimeout(unreadMs, (socket) => {
    // Between two requests Node gives a connection the time of keep-alive in place of this one.
    const isIdle = socket.timeout !== unreadMs
    if (isIdle || socket.writableLength > 0) socket.destroy()
  })
}

/** Answers that go on until they are ended. Once `endAll` was called, each ends at once. */
export function keepOpenAnswers() {
  const open = new Set<() => void>()
  let isOver = false
  return {
    add: ({ stream, end }: OpenAnswer): void => {
      open.add(end)
      if (isOver) end()
      stream.once('close', () => open.delete(end))
    },
    endAll: (): void => {
      isOver = true
      for (const end of open) end()
    },
  }
}

/** Of a connection: how many answers stand behind the one that is under way. */
const standing = new WeakMap<Socket, number>()

/** Whether a connection has asked for so many answers before it got the first of them. */
export function asksTooFarAhead(
  { socket }: IncomingMessage,
  response: ServerResponse,
  most: number,
): boolean {
  // One that is next has its connection from the start; of others Node says when they have it.
  if (response.socket !== null) return false
  const behind = (standing.get(socket) ?? 0) + 1
  standing.set(socket, behind)
  response.once('socket', () => standing.set(socket, (standing.get(socket) ?? 1) - 1))
  return behind >= most
}
