import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ApiAnswer } from '../envelope.ts'
import type { httpLimits } from '../http-limits.ts'

type DrainBounds = Readonly<
  Record<Extract<keyof typeof httpLimits, `refusedBod${string}` | 'jsonBodyBytes'>, number>
>

/**
 * Returns whether the rest of the body may be too long to keep the connection: it is chunked, or
 * its stated length exceeds `jsonBodyBytes`.
 */
export function sendsOn(
  { complete, headers }: IncomingMessage,
  { jsonBodyBytes }: DrainBounds,
): boolean {
  if (complete) return false
  const stated = BigInt(headers['content-length'] ?? 0)
  return headers['transfer-encoding'] !== undefined || stated > jsonBodyBytes
}

/**
 * Prepares the response to a request whose body is not read further; the connection then closes.
 */
export type AnswerUnread = (answer: ApiAnswer, request: IncomingMessage) => ApiAnswer

/**
 * Prevents connection resets. If a connection is closed while its client still sends, the client
 * sees a reset instead of the response. So the response is sent at once, and the connection is
 * closed only after the rest of the body was received and discarded, exceeded `refusedBodyBytes`,
 * or took too long. At most `refusedBodies` connections wait; further ones are closed at once.
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

/** The response body as a stream that ends when no more of the request's body is read. */
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
