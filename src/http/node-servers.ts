import type { FastifyInstance } from 'fastify'
import { limits } from '../base/limits.ts'
import type { ListenerAddress } from '../base/listener-settings.ts'
import type { Context } from '../context.ts'
import { watchPeers } from './connections/peers.ts'
import type { Endpoint } from './endpoint.ts'
import { type ListenerName, listenersOf } from './listeners.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { buildServer, type ServerOptions } from './server.ts'

export type NodeServer = Readonly<{
  name: ListenerName
  place: ListenerAddress
  server: FastifyInstance
}>

/** A server for each listener of this node. They share metrics, and what is known of proxies. */
export function buildServers(
  ctx: Context,
  endpoints: readonly Endpoint[],
  options: Pick<ServerOptions, 'draining'>,
): readonly NodeServer[] {
  const shared = { ...options, metrics: createMetrics(), peers: watchPeers(ctx, limits.pages) }
  return listenersOf(ctx.config).map((listener) => ({
    name: listener.name,
    place: listener.place,
    server: buildServer(ctx, endpoints, { ...shared, listener }),
  }))
}

export type Addresses = Readonly<Record<ListenerName, string>>

/** Listens on all of them, the public one last; what has no listener of its own is on that one. */
export async function listenAll(servers: readonly NodeServer[]): Promise<Addresses> {
  const urls = new Map<ListenerName, string>()
  for (const { name, place, server } of servers) urls.set(name, await server.listen({ ...place }))
  const everything = urls.get('public')
  if (everything === undefined) throw new Error('a node has a public listener')
  return {
    public: everything,
    internal: urls.get('internal') ?? everything,
    callbacks: urls.get('callbacks') ?? everything,
  }
}
