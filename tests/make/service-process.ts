import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { childEnvironment } from '../child-environment.ts'
import { testDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { eventually, send } from '../harness.ts'

const main = path.resolve(import.meta.dirname, '../../src/main.ts')

export type ServiceProcess = Readonly<{
  url: string
  /** Its output on both streams. */
  output: () => string
  /** Resolves with its exit code. */
  ended: Promise<number>
  end: () => Promise<number>
  signal: (signal: NodeJS.Signals) => void
  /** Sends SIGKILL. */
  kill: () => void
}>

/** Functions that end each test's processes, which write to their data directories until then. */
const endsOf = new WeakMap<TestContext, ServiceProcess['end'][]>()

/** Starts the service as a separate process; with arguments, returns after it has ended. */
export async function startProcess(
  t: TestContext,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<ServiceProcess> {
  const port = String(await freePort())
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      ...childEnvironment,
      LOG_LEVEL: 'silent',
      // Production would wait for load balancers at its end.
      DRAIN_SECONDS: '0',
      PORT: port,
      SANDBOX_PORT: String(await freePort()),
      SANDBOX_SMTP_PORT: String(await freePort()),
      ...env,
    },
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)))
  const end = () => {
    child.kill('SIGTERM')
    return ended
  }
  t.after(end)
  endsOf.set(t, [...(endsOf.get(t) ?? []), end])
  if (args.length > 0) await ended
  const signal = (name: NodeJS.Signals) => void child.kill(name)
  const kill = () => signal('SIGKILL')
  return { url: `http://127.0.0.1:${port}`, output: () => output, ended, end, signal, kill }
}

/** Settings of an empty data directory and an empty database. */
export async function emptyPlace(t: TestContext): Promise<Readonly<Record<string, string>>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tukar-process-'))
  t.after(async () => {
    for (const end of endsOf.get(t) ?? []) await end()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { DATA_DIR: dataDir, DATABASE_URL: (await testDatabase(t)).url }
}

/** Waits until it reports that it is ready. */
export const ready = ({ url }: Pick<ServiceProcess, 'url'>) =>
  eventually(
    'the service',
    async () => (await send(url, 'GET', '/health/ready').catch(() => null))?.status === 200,
  )
