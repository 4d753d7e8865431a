import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import type { TestContext } from 'node:test'

/** A link to a database that drops responses. */
export type Link = Readonly<{
  /** The URL of the same database, over this link. */
  url: string
  /** From now on, drops the responses to the next statements that contain this text. */
  loseAnswers: (text: string, times: number) => void
  /** The number of statements without a response so far. */
  lost: () => number
  /** Ends the connections with lost responses. */
  cut: () => void
}>

type Lossy = Readonly<{ near: Socket; far: Socket }>

/** A proxy between a test and its database. A connection that loses a response loses all others. */
export async function startLink(t: TestContext, databaseUrl: string): Promise<Link> {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  const lossy = new Set<Lossy>()
  let losing = { text: '', times: 0 }
  let lost = 0
  const server = createServer((near) => {
    const far = connectTo(target)
    const pair = { near, far }
    near.on('data', (bytes) => {
      if (losing.times > 0 && bytes.includes(losing.text)) {
        losing = { ...losing, times: losing.times - 1 }
        lost += 1
        lossy.add(pair)
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (!lossy.has(pair)) near.write(bytes)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    for (const socket of open) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the link has no port')
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${address.port}`
  return {
    url: url.href,
    loseAnswers: (text, times) => {
      losing = { text, times }
    },
    lost: () => lost,
    cut: () => {
      for (const { near } of lossy) near.destroy()
      lossy.clear()
    },
  }
}

function connectTo({ hostname, port, searchParams }: URL): Socket {
  const folder = searchParams.get('host')
  const at = port === '' ? 5432 : Number(port)
  return folder === null ? connect(at, hostname) : connect(path.join(folder, `.s.PGSQL.${at}`))
}
