import type { FastifyReply, FastifyRequest } from 'fastify'
import { traceRoot } from '../../../base/tracing.ts'
import type { Listener } from '../listeners.ts'
import { headerOf, type Route } from '../route.ts'

/**
 * Traces a request. The caller's trace continues only on the internal listener. Elsewhere the span
 * links to it: proxies pass on the header of outside callers, who would choose what is traced.
 */
export function traceRequest(
  { listener }: Readonly<{ listener: Listener }>,
  { method, path }: Pick<Route, 'method' | 'path'>,
  request: FastifyRequest,
  reply: FastifyReply,
  serve: () => Promise<void>,
): Promise<void> {
  const given = headerOf(request, 'traceparent') ?? null
  const isOwn = !listener.isOutside
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
