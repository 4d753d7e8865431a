/** Apps that listen to the market on one node: their memory and processor time. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { figure, line, median, rounded, type Target } from './stage/figures.ts'
import { cpuOf, residentMb } from './stage/processes.ts'
import { microsOf } from './stage/processor-time.ts'
import { type Running, type Stage, startService } from './stage/stage.ts'

const symbols = 'BTC_IDR,ETH_IDR'
/** Connections that are opened at once. */
const atOnce = 50
const settleMs = 5_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function listeners(
  stage: Stage,
  { count, seconds }: Readonly<{ count: number; seconds: number }>,
): Promise<readonly Target[]> {
  line(`${rounded(count)} listeners to ${symbols}`)
  // Each listener has its own address, as behind a proxy.
  const service = await startService(stage, { TRUST_PROXY: '127.0.0.1' })
  await pause(settleMs)
  const idle = await measure(service, seconds)
  figure('processor time a second, without listeners', `${rounded(idle.cpuMicros / 1_000)} ms`)
  const traffic: Traffic = { bytes: 0, frames: 0, delays: [] }
  const sockets = await openAll(service.port, count, traffic)
  await pause(settleMs)
  const before = { ...traffic }
  traffic.delays.splice(0)
  const busy = await measure(service, seconds)
  const bytes = (traffic.bytes - before.bytes) / seconds
  const frames = (traffic.frames - before.frames) / seconds
  for (const socket of sockets) socket.destroy()
  await service.stop()
  const delays = traffic.delays.toSorted((a, b) => a - b)
  const late = delays[Math.floor(delays.length * 0.9)] ?? 0
  const more = busy.cpuMicros - idle.cpuMicros
  figure('processor time a second, all listen', `${rounded(busy.cpuMicros / 1_000)} ms`)
  figure('frames a second', `${rounded(frames)}, ${rounded(bytes / 1_024)} kB`)
  figure('processor time of a frame to one listener', `${(more / frames).toFixed(1)} µs`)
  figure('from the venue to a listener, median', `${rounded(median(traffic.delays))} ms`)
  figure('memory', `${rounded(idle.mb)} MB, then ${rounded(busy.mb)} MB`)
  return [
    {
      name: 'memory of one listener',
      value: `${(((busy.mb - idle.mb) * 1_024) / count).toFixed(1)} kB`,
      wanted: 'at most 30 kB',
    },
    {
      name: 'processor time of one listener, a second',
      value: `${(more / count).toFixed(1)} µs`,
      wanted: 'at most 50 µs, a half of one core for 10,000',
    },
    {
      name: 'from the venue to nine of ten listeners',
      value: `${rounded(late)} ms`,
      wanted: 'at most 1,000 ms',
    },
  ]
}

/** The service's processor time of a second, and its memory afterwards. */
async function measure({ pid }: Running, seconds: number) {
  const microsSoFar = () => {
    const spent = cpuOf(pid)
    return spent === null ? 0 : microsOf(spent)
  }
  const before = microsSoFar()
  const startedMs = performance.now()
  await pause(seconds * 1_000)
  const tookSeconds = (performance.now() - startedMs) / 1_000
  return { cpuMicros: (microsSoFar() - before) / tookSeconds, mb: residentMb(pid) ?? 0 }
}

/** The data that all listeners received; delays are of one listener in a hundred. */
type Traffic = { bytes: number; frames: number; readonly delays: number[] }

async function openAll(port: number, count: number, traffic: Traffic): Promise<readonly Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const next = Array.from({ length: Math.min(atOnce, count - sockets.length) }, (_, at) =>
      openOne(port, sockets.length + at, traffic),
    )
    sockets.push(...(await Promise.all(next)))
  }
  return sockets
}

async function openOne(port: number, index: number, traffic: Traffic): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  const address = `10.${(index >> 8) & 255}.${index & 255}.1`
  socket.write(
    `GET /api/stream/market?symbols=${symbols} HTTP/1.1\r\nHost: bench\r\n` +
      `X-Forwarded-For: ${address}\r\n\r\n`,
  )
  const [first] = await once(socket, 'data')
  if (!String(first).startsWith('HTTP/1.1 200')) throw new Error(`listening: ${String(first)}`)
  socket.on('data', (bytes: Buffer) => {
    traffic.bytes += bytes.length
    traffic.frames += 1
    if (index % 100 === 0) noteDelays(bytes.toString('latin1'), traffic)
  })
  return socket
}

function noteDelays(text: string, { delays }: Traffic): void {
  for (const [, time] of text.matchAll(/"time":"([^"]+)"/g)) {
    if (time !== undefined) delays.push(Date.now() - Date.parse(time))
  }
}
