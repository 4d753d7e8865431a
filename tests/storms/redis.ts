import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../free-port.ts'
import type { Stage } from './stage.ts'

/** A Redis of this storm, which it may kill and start again. */
export type OwnRedis = Readonly<{ url: string; kill: () => Promise<void>; start: () => void }>

/** Starts a Redis that stores nothing; null if none is installed. */
export async function startRedisOf(stage: Stage): Promise<OwnRedis | null> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', stage.folder]
  let server: ChildProcess | null = null
  const start = () => {
    server ??= spawn('redis-server', args, { stdio: 'ignore' })
  }
  const kill = async () => {
    const killed = server
    server = null
    if (killed === null) return
    const exit = once(killed, 'exit')
    killed.kill('SIGKILL')
    await exit
  }
  stage.lastResort(() => server?.kill('SIGKILL'))
  stage.atEnd(kill)
  start()
  return { url: `redis://127.0.0.1:${port}`, kill, start }
}
