import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'

/**
 * Starts a Redis for this test alone, which also listens at the port if one is given; returns its
 * socket, or null if none is installed.
 */
export async function startRedis(t: TestContext, port = 0): Promise<string | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-redis-'))
  const socket = path.join(folder, 'redis.sock')
  const args = ['--port', `${port}`, '--unixsocket', socket, '--save', '', '--dir', folder]
  const server = spawn('redis-server', args, { stdio: 'ignore' })
  t.after(async () => {
    server.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })
  const started = await once(server, 'spawn').catch(() => null)
  return started === null ? null : socket
}
