import { randomInt } from 'node:crypto'
import { connect } from 'node:net'
import process from 'node:process'

const given = new Set<number>()

/** Concurrent test processes choose from ranges of their own; `run.ts` numbers them from 0. */
const portsEach = 1_500
const firstPort = 20_000 + portsEach * Number(process.env['TEST_LANE'] ?? 7)

/**
 * Returns an unused port below the range of outgoing connections, where a caller that retries a
 * stopped service could end up connected to itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, firstPort + portsEach)
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
