import type { IncomingMessage } from 'node:http'

/** By these headers a node proves that it relays a callback (inbox/relay.ts). */
export const relayHeader = /^x-relay-/

/** Where no node is heard a relayed request is one from outside, whatever it proves. */
export function dropRelayHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (relayHeader.test(name)) delete headers[name]
}
