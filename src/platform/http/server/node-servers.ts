import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import type { ListenerAddress } from '../../config/listener-settings.ts'
import { watchPeers } from '../connections/peers.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { pageLimits } from '../http-limits.ts'
import { type ListenerName, listenersOf } from '../listeners.ts'
import { buildServer, type ServerOptions } from './server.ts'

export type NodeServer = Readonly<{
  name: ListenerName
  place: ListenerAddress
  server: FastifyInstance
}>

/** Builds a server for each listener of this node. They share the metrics and the proxy checks. */
export function buildServers(
  ctx: Context,
  endpoints: readonly Endpoint[],
  options: Pick<ServerOptions, 'draining' | 'metrics'>,
): readonly NodeServer[] {
  const shared = { ...options, peers: watchPeers(ctx, pageLimits) }
  return listenersOf(ctx.config).map((listener) => ({
    name: listener.name,
    place: listener.place,
    server: buildServer(ctx, endpoints, { ...shared, listener }),
  }))
}

export type Addresses = Readonly<Record<ListenerName, string>>

/**
 * Starts all servers, the public one last. Listeners that are not configured get the public
 * address.
 */
export async function listenAll(servers: readonly NodeServer[]): Promise<Addresses> {
  const urls = new Map<ListenerName, string>()
  for (const { name, place, server } of servers) urls.set(name, await server.listen({ ...place }))
  const everything = urls.get('public')
  if (everything === undefined) throw new Error('the node has no public listener')
  return {
    public: everything,
    internal: urls.get('internal') ?? everything,
    callbacks: urls.get('callbacks') ?? everything,
  }
}
