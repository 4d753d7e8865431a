import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import process from 'node:process'
import { isCode } from '../src/base/error-code.ts'

/*
 * All ports are below the range of outgoing connections, where a caller that retries a stopped
 * service could end up connected to itself. A test run has 4,000 ports and listens on the first
 * one while it runs; each of its lanes has 650. A file that runs by itself uses the last ones.
 */
const firstOfRuns = [20_000, 24_000, 28_000]
const portsOfLane = 650
const ofRun = Number(process.env['TEST_PORTS'] ?? 32_000)
const first = ofRun + 1 + portsOfLane * Number(process.env['TEST_LANE'] ?? 0)
let next = process.env['TEST_PORTS'] === undefined ? randomInt(portsOfLane) : 0

/** Claims ports for a test run: no other run on this machine gets the same ones. */
export async function claimPorts(): Promise<Readonly<{ first: number; release: () => void }>> {
  for (const port of firstOfRuns) {
    const server = createServer()
    try {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      return { first: port, release: () => server.close() }
    } catch (error) {
      if (!isCode(error, 'EADDRINUSE')) throw error
    }
  }
  throw new Error(`the ports ${firstOfRuns.join(', ')} are taken, perhaps by other runs of tests`)
}

/** Returns an unused port; this process reuses it only after all others. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < portsOfLane; tried += 1) {
    const port = first + next
    next = (next + 1) % portsOfLane
    if (!(await isTaken(port))) return port
  }
  throw new Error(`all ports from ${first} to ${first + portsOfLane - 1} are taken`)
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
