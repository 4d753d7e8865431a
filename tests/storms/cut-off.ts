import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import type { Stage } from './stage.ts'

/** A path to PostgreSQL that can be cut: bytes sent over it are then lost. */
export type CutOff = Readonly<{
  /** A URL of the same database, over this way. */
  url: string
  cut: () => void
  /** Connections are ended after the cut; new ones go through. */
  mend: () => void
}>

type Pair = Readonly<{ near: Socket; far: Socket }>

/** Stands between a node and the PostgreSQL of this URL, whose host is a socket's folder. */
export async function startCutOff(stage: Stage, databaseUrl: string): Promise<CutOff> {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host') ?? ''
  const pairs = new Set<Pair>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(path.join(folder, '.s.PGSQL.5432'))
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
        if (!isCut) to.write(bytes)
      })
      // A cut path does not even report the closed other end.
      from.on('close', () => {
        if (!isCut) end()
      })
      from.on('error', () => undefined)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endAll = () => {
    for (const { near, far } of pairs) {
      near.destroy()
      far.destroy()
    }
    pairs.clear()
  }
  stage.atEnd(async () => {
    endAll()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the way has no port')
  return {
    url: `postgresql://${target.username}@127.0.0.1:${address.port}${target.pathname}`,
    cut: () => {
      isCut = true
    },
    mend: () => {
      isCut = false
      endAll()
    },
  }
}
