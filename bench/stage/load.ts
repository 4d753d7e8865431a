import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** The measurements of a load run; latencies in milliseconds. */
export type Load = Readonly<{
  responses: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Processor time of the load generator per request, in microseconds. */
  generatorMicros: number
  /** Responses by status. */
  statuses: ReadonlyMap<number, number>
  /** The body of the first response that was not 200; null if all were. */
  refused: string | null
}>

export type LoadOptions = Readonly<{
  port: number
  /** Whole requests as bytes; each is sent once. */
  requests: Iterator<Buffer>
  connections: number
  /** No request starts after this time; without it, all are sent. */
  seconds?: number
  /** A constant rate while connections are free; without it, as fast as possible. */
  perSecond?: number
}>

/**
 * Sends prepared requests over keep-alive connections, one at a time on each, and measures. It
 * reads the minimum of each response, since it shares the machine with the measured service.
 */
export async function runLoad(options: LoadOptions): Promise<Load> {
  const latencies: number[] = []
  const statuses = new Map<number, number>()
  const each = Array.from({ length: options.connections }, (_, at) => greeted(options.port, at))
  const sockets = await Promise.all(each)
  const cpu = process.cpuUsage()
  const startedMs = performance.now()
  let refused: string | null = null
  const note = (response: string, ms: number) => {
    const status = Number(response.slice(9, 12))
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    latencies.push(ms)
    if (status !== 200) refused ??= response.slice(response.indexOf('\r\n\r\n') + 4)
  }
  const due = pace(startedMs, options.perSecond)
  const requests = withinTime(options.requests, startedMs, options.seconds)
  await Promise.all(sockets.map((socket) => drive(socket, requests, due, note)))
  const seconds = (performance.now() - startedMs) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  latencies.sort((a, b) => a - b)
  return {
    responses: latencies.length,
    perSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    generatorMicros: (user + system) / latencies.length,
    statuses,
    refused,
  }
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Returns after how many milliseconds each request is due. */
function pace(startedMs: number, perSecond: number | undefined): () => number {
  if (perSecond === undefined) return () => 0
  let sent = 0
  return () => {
    sent += 1
    return startedMs + (sent * 1_000) / perSecond - performance.now()
  }
}

function* withinTime(
  requests: Iterator<Buffer>,
  startedMs: number,
  seconds = Number.POSITIVE_INFINITY,
): Generator<Buffer, void> {
  while (performance.now() - startedMs < seconds * 1_000) {
    const { value, done } = requests.next()
    if (done === true) return
    yield value
  }
}

type Note = (response: string, ms: number) => void

const greeting = 'GET /health/live HTTP/1.1\r\nHost: bench\r\n\r\n'

/** The service limits connections per network, a /24, so many connections use several. */
const connectionsOfNetwork = 512

/** Opens a connection that the server has accepted: it accepts one per turn of its event loop. */
async function greeted(port: number, at: number): Promise<Socket> {
  const localAddress = `127.0.${Math.floor(at / connectionsOfNetwork)}.1`
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
  socket.setEncoding('latin1')
  socket.write(greeting)
  let received = ''
  while (!isWhole(received)) received += (await once(socket, 'data'))[0]
  return socket
}

function drive(
  socket: Socket,
  requests: Iterator<Buffer>,
  due: () => number,
  note: Note,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentMs = 0
    let received = ''
    const next = () => {
      const earlyMs = due()
      if (earlyMs < 1) send()
      else setTimeout(send, earlyMs)
    }
    // Requests are made when they are due: a provider may list what they report from then on.
    const send = () => {
      const request = requests.next()
      if (request.done === true) return end(socket, resolve)
      sentMs = performance.now()
      socket.write(request.value)
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the service closed a connection under load')))
    socket.on('data', (chunk: string) => {
      received += chunk
      if (!isWhole(received)) return
      note(received, performance.now() - sentMs)
      received = ''
      next()
    })
    next()
  })
}

function end(socket: Socket, resolve: () => void): void {
  socket.removeAllListeners('close')
  socket.end()
  resolve()
}

const lengthHeader = '\r\ncontent-length: '

function isWhole(received: string): boolean {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return false
  const at = received.indexOf(lengthHeader)
  if (at < 0 || at > head) throw new Error('an answer without a content-length')
  const length = Number.parseInt(received.slice(at + lengthHeader.length, at + 28), 10)
  return received.length >= head + 4 + length
}
