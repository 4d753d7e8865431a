import type { FastifyInstance } from 'fastify'
import { isCode } from '../../../base/error-code.ts'
import { StartRefused } from '../../../base/settings/start-refused.ts'
import type { Context } from '../../../context.ts'
import type { ListenerAddress } from '../../config/listener-settings.ts'
import { watchPeers } from '../connections/peers.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
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
  const shared = { ...options, peers: watchPeers(ctx) }
  return listenersOf(ctx.config).map((listener) => ({
    name: listener.name,
    place: listener.place,
    server: buildServer(ctx, endpoints, { ...shared, listener }),
  }))
}

export type Addresses = Readonly<Record<ListenerName, string>>

/**
 * Starts all servers, the public one last. Listeners that are not configured get the public
 * address. Throws `StartRefused` if this machine or user may not listen at one.
 */
export async function listenAll(servers: readonly NodeServer[]): Promise<Addresses> {
  const urls = new Map<ListenerName, string>()
  for (const { name, place, server } of servers) {
    const url = await server.listen({ ...place }).catch((error) => {
      throw refusedListener(name, place, error)
    })
    urls.set(name, url)
  }
  const everything = urls.get('public')
  if (everything === undefined) throw new Error('the node has no public listener')
  return {
    public: everything,
    internal: urls.get('internal') ?? everything,
    callbacks: urls.get('callbacks') ?? everything,
  }
}

const prefixes = { public: '', internal: 'INTERNAL_', callbacks: 'CALLBACK_' } as const

/** The reason and the remedy, for errors of the address; other errors as they are. */
function refusedListener(name: ListenerName, { host, port }: ListenerAddress, cause: unknown) {
  const [ofPort, ofHost] = [`${prefixes[name]}PORT`, `${prefixes[name]}HOST`]
  const reason = Object.entries({
    EADDRINUSE: `port ${port} of ${host} is in use. Stop what listens there, or change ${ofPort}`,
    EACCES: `this user may not listen at port ${port}. Set ${ofPort} to one above 1023`,
    EADDRNOTAVAIL: `this machine does not have the address ${host}. Change ${ofHost}`,
  }).find(([code]) => isCode(cause, code))?.[1]
  return reason === undefined ? cause : new StartRefused(`The service cannot start: ${reason}`)
}
