import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../../base/refusal.ts'
import { plainAddress } from '../../../base/values/network.ts'
import type { Context } from '../../../context.ts'
import type { LargeAnswer } from '../responses/large-answers.ts'
import type { Call, Route, Trace } from '../route.ts'
import { mediaTypeOf, multipart } from './body.ts'
import { decompressed } from './decompressed.ts'
import { receiveForm } from './uploads.ts'

const noBytes = Buffer.alloc(0)

/** Builds the call for a route. A multipart body is read only when the route calls `form`. */
export async function readCall(
  ctx: Context,
  route: Route,
  request: FastifyRequest,
  trace: Trace,
  large: LargeAnswer | null,
): Promise<Call> {
  const { id, method, headers } = request
  const { files } = route
  const isForm = files !== null && mediaTypeOf(headers['content-type']) === multipart
  return {
    request: {
      id,
      method,
      url: request.raw.url ?? '/',
      ip: addressOf(request),
      headers,
      raw: await bodyOf(route, request),
      ...(large === null ? {} : { hold: large.hold }),
    },
    params: request.params,
    form: isForm ? (caller) => receiveForm(ctx, request, files, caller) : null,
    trace,
  }
}

function bodyOf(
  { bodyOnGet, bodyLimitBytes }: Route,
  { body, raw, method, headers }: FastifyRequest,
): Buffer | Promise<Buffer> {
  if (bodyOnGet && method === 'GET') return readGetBody(raw, bodyLimitBytes)
  if (!Buffer.isBuffer(body)) return noBytes
  const encoding = headers['content-encoding']
  return encoding === undefined ? body : decompressed(encoding, body, bodyLimitBytes)
}

/** Returns the client's address; a proxy's value counts only if it is an IP address. */
export function addressOf(request: FastifyRequest): string {
  const address = plainAddress(request.ip)
  return isIP(address) === 0 ? plainAddress(request.socket.remoteAddress) : address
}

/** Reads the body of a GET, which Fastify leaves unread; only called for rows that declare one. */
async function readGetBody(message: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    // A refused body must not destroy the socket, which still carries the response.
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > limitBytes) break
      chunks.push(chunk)
    }
  } catch {
    // The client disconnected before the end of its body.
    return refuse('api.malformed_request')
  }
  return bytes > limitBytes ? refuse('api.payload_too_large') : Buffer.concat(chunks)
}
