import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { plainAddress } from '../route.ts'
import { wideNetworkOf } from './wide-network.ts'

type ConnectionLimits = Readonly<{
  connections: number
  connectionsEach: number
  roomyConnections: number
}>

/** Why a connection was closed: its network has too many, or others need the room. */
export type CutReason = 'network' | 'room'

type Rules = Readonly<{
  isTrusted: (address: string | undefined) => boolean
  onCut: (reason: CutReason) => void
}>

/** The connections of one network; those without a request stand in the order they fell idle. */
type Network = { readonly name: string; open: number; readonly idle: Set<Socket> }

/**
 * Bounds the connections of each network. At its bound a network loses the one that was idle for
 * longest to the new one, or else the new one. Where room gets short, each new connection closes
 * the one that was idle for longest in the largest network that has any. Trusted proxies bring the
 * clients of many networks, so they are neither counted nor closed; the sum bounds them, too.
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
    // The newest stands last, so it goes only where no other is idle.
    cut(longestIdle(network), 'network')
  })
  noticeRequests(server, networks.of)
}

/** Which networks have connections, for as long as they have any. */
function keepNetworks() {
  const byName = new Map<string, Network>()
  const bySocket = new WeakMap<Socket, Network>()

  /** At once, since a socket says only later that it is closed. */
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
    /** The one with most connections, of those that have an idle one. */
    largest: (): Network | undefined => {
      let largest: Network | undefined
      for (const network of byName.values()) {
        if (network.idle.size > 0 && network.open > (largest?.open ?? 0)) largest = network
      }
      return largest
    },
  }
}

/** A connection is idle between two requests, and before its first. */
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
