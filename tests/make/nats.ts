import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { freePort } from '../free-port.ts'

/** Debian's path, which is not in every user's `PATH`. */
const program = '/usr/sbin/nats-server'

export type Nats = Readonly<{
  url: string
  /** Starts it, on the same port and store. Returns false if it is not installed. */
  start: () => Promise<boolean>
  kill: () => Promise<void>
}>

/** A NATS server with JetStream for this test alone. */
export async function makeNats(t: TestContext): Promise<Nats> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-nats-'))
  const port = await freePort()
  const args = ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', `${port}`]
  let stop = async () => {}
  const start = async () => {
    const server = spawn(program, args, { stdio: 'ignore' })
    const started = await once(server, 'spawn').catch(() => null)
    if (started === null) return false
    stop = async () => {
      if (server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGKILL')
      await once(server, 'exit')
    }
    return true
  }
  const kill = () => stop()
  t.after(async () => {
    await kill()
    await rm(folder, { recursive: true })
  })
  return { url: `nats://127.0.0.1:${port}`, start, kill }
}
