import type { FastifyReply, FastifyRequest } from 'fastify'
import { traceRoot } from '../../base/tracing.ts'
import type { Peers } from '../connections/peers.ts'
import type { Listener } from '../listeners.ts'
import { headerOf, type Route } from '../route.ts'

/**
 * Traces a request. The caller's trace continues only from our own nodes and proxies; the span
 * links to that of any other caller, who would otherwise choose what is traced.
 */
export function traceRequest(
  { listener, peers }: Readonly<{ listener: Listener; peers: Peers }>,
  { method, path }: Pick<Route, 'method' | 'path'>,
  request: FastifyRequest,
  reply: FastifyReply,
  serve: () => Promise<void>,
): Promise<void> {
  const given = headerOf(request, 'traceparent') ?? null
  const isOwn = !listener.isOutside || peers.isTrusted(request.socket.remoteAddress)
  const attributes = {
    'http.request.method': method,
    'http.route': path,
    'tukar.request_id': request.id,
  }
  const links = given === null || isOwn ? [] : [given]
  const start = { kind: 'server', parent: isOwn ? given : null, links, attributes } as const
  return traceRoot(`${method} ${path}`, start, async (span) => {
    await serve()
    span?.set({ 'http.response.status_code': reply.statusCode })
    if (reply.statusCode >= 500) span?.fail()
  })
}
