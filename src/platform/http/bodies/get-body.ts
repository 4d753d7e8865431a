import type { IncomingMessage } from 'node:http'
import { refuse } from '../../../base/refusal.ts'

/** Reads the body of a GET, which Fastify leaves unread; only called for rows that declare one. */
export async function readGetBody(message: IncomingMessage, limitBytes: number): Promise<Buffer> {
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
