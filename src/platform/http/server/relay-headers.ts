import type { IncomingMessage } from 'node:http'

/** The headers by which a node proves that it relays a callback (access/callbacks/relay.ts). */
export const relayHeader = /^x-relay-/

/**
 * Removes relay headers, for listeners that accept no relayed callbacks: all requests there come
 * from outside.
 */
export function dropRelayHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (relayHeader.test(name)) delete headers[name]
}
