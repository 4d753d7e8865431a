import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { WebSocket, WebSocketServer } from 'ws'
import type { Exchange } from './contract.ts'

/** A message on a WebSocket; `sent` is from the side that connected. */
export type Frame = Readonly<{ path: string; way: 'sent' | 'received'; text: string }>

export type Recorder = Readonly<{
  url: string
  exchanges: readonly Exchange[]
  frames: readonly Frame[]
  close: () => Promise<void>
}>

/** Stands before a server, passes everything on unchanged and keeps a copy. */
export async function startRecorder(target: () => string): Promise<Recorder> {
  const exchanges: Exchange[] = []
  const frames: Frame[] = []
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const onward = request(new URL(incoming.url ?? '', target()), {
      method: incoming.method ?? '',
      headers: incoming.headers,
    })
    onward.end(body)
    outgoing.once('close', () => onward.destroy())
    try {
      const [answered] = await once(onward, 'response')
      if (!(answered instanceof IncomingMessage)) throw new Error('no response')
      const answer = await buffer(answered)
      const status = answered.statusCode ?? 0
      exchanges.push(exchangeOf(incoming, body, { status, body: answer.toString() }))
      outgoing.writeHead(status, answered.headers).end(answer)
    } catch {
      exchanges.push(exchangeOf(incoming, body, null))
      incoming.socket.destroy()
    }
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (incoming, socket, head) => {
    sockets.handleUpgrade(incoming, socket, head, (near) => {
      const path = incoming.url ?? ''
      const far = new WebSocket(new URL(path, target().replace(/^http/, 'ws')))
      join(near, far, (way, text) => frames.push({ path, way, text }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    frames,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function exchangeOf(incoming: IncomingMessage, body: Buffer, answer: Exchange['answer']): Exchange {
  const [path = '', query = ''] = (incoming.url ?? '').split('?')
  const { method = '', headers } = incoming
  return { method, path, query, headers: textsOf(headers), body: body.toString(), answer }
}

const textsOf = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** Passes messages both ways; a close on one side closes the other. */
function join(near: WebSocket, far: WebSocket, note: (way: Frame['way'], text: string) => void) {
  const opened = once(far, 'open')
  near.on('message', async (data) => {
    note('sent', String(data))
    await opened
    far.send(String(data))
  })
  far.on('message', (data) => {
    note('received', String(data))
    near.send(String(data))
  })
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('close', () => other.terminate())
    one.on('error', () => other.terminate())
  }
}
