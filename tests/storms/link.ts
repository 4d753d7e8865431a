import { connect, createServer, type Socket, type TcpNetConnectOpts } from 'node:net'
import type { Stage } from './stage.ts'

/** A TCP link to a server that can be interrupted. */
export type Link = Readonly<{
  port: number
  /** Drops all bytes in both directions without closing a connection, like a lost network. */
  silence: () => void
  /** Resets all connections, new ones too. */
  cut: () => void
  /** Forwards again; earlier connections are reset. */
  mend: () => void
}>

type Target = TcpNetConnectOpts | Readonly<{ path: string }>
type Pair = Readonly<{ near: Socket; far: Socket }>

/** Listens on the loopback interface, at any free port unless one is given. */
export async function startLink(stage: Stage, target: Target, port = 0): Promise<Link> {
  const pairs = new Set<Pair>()
  let state: 'open' | 'silent' | 'cut' = 'open'
  const server = createServer({ noDelay: true }, (near) => {
    near.on('error', () => undefined)
    if (state === 'cut') {
      near.resetAndDestroy()
      return
    }
    const far = connect({ ...target, noDelay: true })
    const pair = { near, far }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => {
        if (state === 'open') to.write(bytes)
      })
      from.on('close', () => {
        if (state !== 'silent') end()
      })
      from.on('error', () => undefined)
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const endAll = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy()
      // It may be a socket of the file system, which cannot be reset.
      far.destroy()
    }
    pairs.clear()
  }
  stage.atEnd(async () => {
    state = 'cut'
    endAll()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the link has no port')
  const enter = (next: typeof state) => () => {
    state = next
    if (next !== 'silent') endAll()
  }
  return {
    port: address.port,
    silence: enter('silent'),
    cut: enter('cut'),
    mend: enter('open'),
  }
}
