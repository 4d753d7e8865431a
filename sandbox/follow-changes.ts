import type { FastifyReply } from 'fastify'
import type { Changes } from './changes.ts'
import { Refused } from './refused.ts'

const heartbeatMs = 15_000
const reconnectMs = 1_000

/** Sends the topics that change as Server-Sent Events, until the page leaves. */
export function followChanges(changes: Changes, reply: FastifyReply): FastifyReply {
  const { raw } = reply
  const ignore = changes.listen((topics) => raw.write(`data: ${JSON.stringify(topics)}\n\n`))
  if (ignore === null) throw new Refused(503, 'BUSY', 'too many pages follow the changes')
  reply.hijack()
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  raw.write(`retry: ${reconnectMs}\n\n`)
  const heartbeat = setInterval(() => raw.write(':\n\n'), heartbeatMs)
  raw.once('close', () => {
    clearInterval(heartbeat)
    ignore()
  })
  return reply
}
