/** The headers of every response, and responses to input that is not valid HTTP. */
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import type { RefusalKey } from '../../../base/refusal.ts'
import { type ApiAnswer, envelopeAnswer, titleOf } from '../envelope.ts'

/** Sent with every response. Our own pages replace the content policy. */
const securityHeaders = Object.freeze({
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-site',
})

type Headers = Readonly<Record<string, string>>

/** Sends a response; the response's own headers take precedence over the others. */
export function sendBytes(
  reply: FastifyReply,
  answer: ApiAnswer,
  requestId: string,
  cacheControl: string,
  more: Headers,
): void {
  reply.code(answer.status).headers(securityHeaders)
  reply.header('cache-control', answer.status < 400 ? cacheControl : 'no-store')
  reply.header('x-request-id', requestId)
  reply.header('content-type', answer.mediaType)
  reply.headers(more).headers(answer.headers)
  void reply.send(answer.stream ?? answer.body)
}

const parserRefusals: ReadonlyMap<string, RefusalKey> = new Map([
  ['HPE_HEADER_OVERFLOW', 'api.headers_too_large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'api.payload_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'api.request_timeout'],
])

/**
 * Responds to a request that Node's parser rejected, and closes the connection: its position is
 * lost. Returns the status sent, or null if the socket is not writable.
 */
export function answerUnreadable(
  code: string | undefined,
  socket: Socket,
  requestId: string,
): number | null {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return null
  }
  const answer = envelopeAnswer(parserRefusals.get(code ?? '') ?? 'api.malformed_request')
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'x-request-id': requestId,
    'content-type': answer.mediaType,
    'content-length': Buffer.byteLength(answer.body).toString(),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${answer.status} ${titleOf(answer.status)}\r\n${lines.join('')}\r\n`
  socket.write(Buffer.concat([Buffer.from(head), Buffer.from(answer.body)]))
  socket.destroySoon()
  return answer.status
}
