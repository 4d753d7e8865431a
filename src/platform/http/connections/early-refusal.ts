/** The rules of refusals that need neither body nor route. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalKey } from '../../../base/refusal.ts'
import { canDecompress } from '../bodies/decompressed.ts'
import { isCallback } from '../route.ts'
import { pipelinesTooMany } from './connections.ts'
import type { Peers } from './peers.ts'

type Rules = Readonly<{
  pipelinedRequests: number
  /** Null on a listener that is not reachable from outside. */
  peers: Pick<Peers, 'isMisread'> | null
}>

export function earlyRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  { pipelinedRequests, peers }: Rules,
): RefusalKey | null {
  if (pipelinesTooMany(request.raw, reply.raw, pipelinedRequests)) return 'api.service_unavailable'
  const isMisread = peers?.isMisread(request.raw) === true
  if (isMisread && !request.url.startsWith('/health/')) return 'api.service_unavailable'
  if (request.is404) return unknownKey(request.method)
  const encoding = request.headers['content-encoding']
  if (encoding === undefined || encoding === 'identity' || !hasBody(request.headers)) return null
  const isReadable = isCallback(request.url) && canDecompress(encoding)
  return isReadable ? null : 'api.unsupported_media_type'
}

/** Whether a body follows; without one its encoding states nothing. */
const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

export const ordinaryMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])

/**
 * Refuses a method that no endpoint has with `api.method_not_allowed`; others with `api.not_found`.
 */
const unknownKey = (method: string): RefusalKey =>
  ordinaryMethods.has(method) ? 'api.not_found' : 'api.method_not_allowed'
