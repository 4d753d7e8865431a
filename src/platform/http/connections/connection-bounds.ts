import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { ownerNetworkOf, plainAddress } from '../../../base/values/network.ts'

type ConnectionLimits = Readonly<{
  connections: number
  openAnswers: number
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

/** A connection of a network, and how many of its requests are under way. */
type Member = { readonly network: Network; underWay: number }

/**
 * Limits the connections of each network. A network at its limit loses its longest-idle connection
 * to the new one; if none is idle, the new one is closed. When room gets short, each new connection
 * closes the longest-idle one of the largest network with an idle one. Trusted proxies carry the
 * clients of many networks, so their connections are neither counted nor closed, but the total
 * limit applies. A connection whose response stays open is outside of the total: such responses are
 * limited where they are opened, so that they leave room for requests. Returns a function that
 * takes a connection out of the total until the response ends.
 */
export function boundConnections(
  server: Server,
  bounds: ConnectionLimits,
  { isTrusted, onCut }: Rules,
): (answer: Readable) => void {
  const networks = keepNetworks()
  let open = 0
  server.maxConnections = bounds.connections + bounds.openAnswers
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
    if (open > bounds.connections) return void socket.destroy()
    if (open > bounds.roomyConnections) cut(longestIdle(networks.largest()), 'room')
    if (isTrusted(socket.remoteAddress)) return
    const network = networks.join(socket)
    if (network.open <= bounds.connectionsEach) return
    // The new connection is last in the order, so it is closed only if no other is idle.
    cut(longestIdle(network), 'network')
  })
  noticeRequests(server, networks.memberOf)
  return (answer) => {
    if (answer.closed) return
    open -= 1
    answer.once('close', () => {
      open += 1
    })
  }
}

/** Tracks the networks that have connections. */
function keepNetworks() {
  const byName = new Map<string, Network>()
  const bySocket = new WeakMap<Socket, Member>()

  /** Called before the socket is destroyed, since its `close` event comes later. */
  function forget(socket: Socket): void {
    const network = bySocket.get(socket)?.network
    if (network === undefined) return
    bySocket.delete(socket)
    network.idle.delete(socket)
    network.open -= 1
    if (network.open === 0) byName.delete(network.name)
  }

  function join(socket: Socket): Network {
    const name = ownerNetworkOf(plainAddress(socket.remoteAddress))
    const network = byName.get(name) ?? { name, open: 0, idle: new Set<Socket>() }
    byName.set(name, network)
    bySocket.set(socket, { network, underWay: 0 })
    network.open += 1
    network.idle.add(socket)
    socket.once('close', () => forget(socket))
    return network
  }
  return {
    forget,
    join,
    memberOf: (socket: Socket) => bySocket.get(socket),
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
function noticeRequests(server: Server, memberOf: (socket: Socket) => Member | undefined): void {
  server.on('request', ({ socket }, response) => {
    const member = memberOf(socket)
    if (member === undefined) return
    if (member.underWay === 0) member.network.idle.delete(socket)
    member.underWay += 1
    // One function for all responses: a closure per response would cost more than the rest of this.
    response.on('close', noticeEnd)
  })

  function noticeEnd(this: ServerResponse): void {
    const { socket } = this.req
    const member = memberOf(socket)
    if (member === undefined) return
    member.underWay -= 1
    if (member.underWay === 0) member.network.idle.add(socket)
  }
}

const longestIdle = (network: Network | undefined): Socket | undefined =>
  network?.idle.values().next().value
