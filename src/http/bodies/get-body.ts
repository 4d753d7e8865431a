import type { IncomingMessage } from 'node:http'
import { refuse } from '../../base/refusal.ts'

/** The body of a GET, which the framework leaves unread: only rows that declare it come here. */
export async function readGetBody(message: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    // The socket outlives a body that is refused, for it still has to carry the answer.
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > limitBytes) break
      chunks.push(chunk)
    }
  } catch {
    // The client went away within its own body.
    return refuse('api.malformed_request')
  }
  return bytes > limitBytes ? refuse('api.payload_too_large') : Buffer.concat(chunks)
}
