import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { plainAddress } from '../route.ts'
import { wideNetworkOf } from './wide-network.ts'

type ConnectionLimits = Readonly<{
  connections: number
  connectionsEach: number
  roomyConnections: number
}>

/** Why a connection was closed: its network has too many, or room is short. */
export type CutReason = 'network' | 'room'

type Rules = Readonly<{
  isTrusted: (address: string | undefined) => boolean
  onCut: (reason: CutReason) => void
}>

/** The connections of one network; `idle` is in the order in which they became idle. */
type Network = { readonly name: string; open: number; readonly idle: Set<Socket> }

/**
 * Limits the connections of each network. A network at its limit loses its longest-idle connection
 * to the new one; if none is idle, the new one is closed. When room gets short, each new connection
 * closes the longest-idle one of the largest network with an idle one. Trusted proxies carry the
 * clients of many networks, so their connections are neither counted nor closed, but the total
 * limit applies.
 */
export function boundConnections(
  server: Server,
  bounds: ConnectionLimits,
  { isTrusted, onCut }: Rules,
): void {
  const networks = keepNetworks()
  let open = 0
  server.maxConnections = bounds.connections
  const cut = (socket: Socket | undefined, reason: CutReason): void => {
    if (socket === undefined) return
    networks.forget(socket)
    onCut(reason)
    socket.destroy()
  }

  server.on('connection', (socket: Socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
    if (open > bounds.roomyConnections) cut(longestIdle(networks.largest()), 'room')
    if (isTrusted(socket.remoteAddress)) return
    const network = networks.join(socket)
    if (network.open <= bounds.connectionsEach) return
    // The new connection is last in the order, so it is closed only if no other is idle.
    cut(longestIdle(network), 'network')
  })
  noticeRequests(server, networks.of)
}

/** Tracks the networks that have connections. */
function keepNetworks() {
  const byName = new Map<string, Network>()
  const bySocket = new WeakMap<Socket, Network>()

  /** Called before the socket is destroyed, since its `close` event comes later. */
  function forget(socket: Socket): void {
    const network = bySocket.get(socket)
    if (network === undefined) return
    bySocket.delete(socket)
    network.idle.delete(socket)
    network.open -= 1
    if (network.open === 0) byName.delete(network.name)
  }

  function join(socket: Socket): Network {
    const name = wideNetworkOf(plainAddress(socket.remoteAddress))
    const network = byName.get(name) ?? { name, open: 0, idle: new Set<Socket>() }
    byName.set(name, network)
    bySocket.set(socket, network)
    network.open += 1
    network.idle.add(socket)
    socket.once('close', () => forget(socket))
    return network
  }
  return {
    forget,
    join,
    of: (socket: Socket) => bySocket.get(socket),
    /** The network with most connections among those with an idle one. */
    largest: (): Network | undefined => {
      let largest: Network | undefined
      for (const network of byName.values()) {
        if (network.idle.size > 0 && network.open > (largest?.open ?? 0)) largest = network
      }
      return largest
    },
  }
}

/** Tracks idleness: a connection is idle between requests, and before its first. */
function noticeRequests(server: Server, networkOf: (socket: Socket) => Network | undefined): void {
  const underWay = new WeakMap<Socket, number>()
  server.on('request', ({ socket }, response) => {
    const network = networkOf(socket)
    if (network === undefined) return
    network.idle.delete(socket)
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (underWay.get(socket) ?? 1) - 1
      underWay.set(socket, left)
      if (left === 0) networkOf(socket)?.idle.add(socket)
    })
  })
}

const longestIdle = (network: Network | undefined): Socket | undefined =>
  network?.idle.values().next().value
