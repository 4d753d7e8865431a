/** Worker processes, and the servers that they work on. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Embedded, startEmbedded } from '../../src/database/embedded.ts'
import { silent } from '../../tests/server.ts'
import type { WorkerSettings } from './worker.ts'

export type Servers = Readonly<{ urls: readonly string[]; stop: () => Promise<void> }>

/** PostgreSQL servers of their own; those of tests sync nothing. */
export async function startServers(
  count: number,
  { throwaway }: Readonly<{ throwaway: boolean }>,
): Promise<Servers> {
  const servers: Embedded[] = []
  const folders: string[] = []
  const stop = async () => {
    for (const server of servers) await server.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
  try {
    for (let at = 0; at < count; at += 1) {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'tukar-shard-'))
      folders.push(dataDir)
      servers.push(await startEmbedded({ dataDir, log: silent, throwaway }))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { urls: servers.map(({ url }) => url), stop }
}

export type Worker = Readonly<{
  pid: number
  /** Sends a signal; false if the worker has ended. */
  strike: (signal: NodeJS.Signals) => boolean
  /** Resolves with the signal that ended it, or null if it ended by itself. */
  ended: Promise<NodeJS.Signals | null>
  stop: () => Promise<void>
}>

export function startWorker(settings: WorkerSettings): Worker {
  const child: ChildProcess = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'worker.ts')],
    {
      env: { ...process.env, SHARD_WORKER: JSON.stringify(settings) },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const ended = once(child, 'exit').then(() => child.signalCode)
  return {
    pid: child.pid ?? 0,
    strike: (signal) => child.kill(signal),
    ended,
    stop: async () => {
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await ended
    },
  }
}
