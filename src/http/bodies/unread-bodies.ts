import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { limits } from '../../base/limits.ts'
import type { ApiAnswer } from '../envelope.ts'

type DrainBounds = Readonly<
  Record<Extract<keyof typeof limits.http, `refusedBod${string}` | 'jsonBodyBytes'>, number>
>

/** Whether so much of a body is still to come that it is not worth keeping the connection. */
export function sendsOn(
  { complete, headers }: IncomingMessage,
  { jsonBodyBytes }: DrainBounds,
): boolean {
  if (complete) return false
  const stated = Number(headers['content-length'] ?? 0)
  return headers['transfer-encoding'] !== undefined || stated > jsonBodyBytes
}

/** Makes an answer to a request of whose body no more is wanted. Its connection closes after it. */
export type AnswerUnread = (answer: ApiAnswer, request: IncomingMessage) => ApiAnswer

/**
 * A connection that is closed while its client still sends is reset, and the client sees that in
 * place of the answer. So the answer is sent at once, and the connection closed only when the rest
 * of the body has come and was thrown away, or too much of it came, or it took too long. So many
 * connections may wait for that; any more are closed at once.
 */
export function answersUnread(bounds: DrainBounds): AnswerUnread {
  let waiting = 0
  return (answer, request) => {
    const headers = { ...answer.headers, connection: 'close' }
    if (request.complete || request.destroyed || waiting >= bounds.refusedBodies) {
      return { ...answer, headers }
    }
    waiting += 1
    const stream = lingering(answer.body, request, bounds)
    stream.once('close', () => {
      waiting -= 1
    })
    const length = Buffer.byteLength(answer.body).toString()
    return { ...answer, stream, headers: { ...headers, 'content-length': length } }
  }
}

/** The body of an answer, which ends when no more of the request's body is read. */
function lingering(
  body: string | Uint8Array,
  request: IncomingMessage,
  bounds: DrainBounds,
): Readable {
  const stream = new Readable({ read: () => undefined })
  const end = () => {
    if (!stream.readableEnded && !stream.destroyed) stream.push(null)
  }
  const late = setTimeout(end, bounds.refusedBodyMs)
  const quiet = setTimeout(end, bounds.refusedBodyQuietMs)
  let leftBytes = bounds.refusedBodyBytes
  const drop = (piece: Buffer) => {
    quiet.refresh()
    leftBytes -= piece.length
    if (leftBytes <= 0) end()
  }
  stream.once('close', () => {
    clearTimeout(late)
    clearTimeout(quiet)
    request.off('data', drop).off('end', end)
  })
  stream.push(body)
  request.unpipe()
  request.on('data', drop).once('end', end).resume()
  return stream
}
