import { randomInt } from 'node:crypto'
import { connect } from 'node:net'

const given = new Set<number>()

/**
 * A port nobody listens on, from below the range that systems give to outgoing connections:
 * there a caller that tries a stopped service again and again would end up connected to itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (given.has(port) || (await isTaken(port))) continue
    given.add(port)
    return port
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
