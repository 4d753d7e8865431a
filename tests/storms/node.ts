import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { CrashPoint } from '../../src/base/crash-point.ts'
import { childEnvironment } from '../child-environment.ts'
import { freePort } from '../free-port.ts'
import { patiently } from '../server.ts'
import { startSilentPayx } from './providers.ts'
import type { Stage } from './stage.ts'

/** One node of the service: a separate process that a supervisor restarts when it ends. */
export type Node = Readonly<{
  name: string
  url: string
  /** The URL of its emulated providers. */
  sandboxUrl: string
  pid: () => number
  /** How often it was started. */
  starts: () => number
  /** How often it ended without a signal. */
  crashes: () => number
  sendSignal: (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => void
  /** Stops its process gracefully and waits until the next one is ready. */
  restart: () => Promise<void>
  /** Why it ended without a signal, by its log: the last lines of fatal errors. */
  lastErrors: () => Promise<readonly string[]>
  /** The requests that it answered with 500, by its log. */
  internalErrors: () => Promise<readonly string[]>
  /** Sets the point at which its next process crashes, which counts as a kill; null: none. */
  crashAt: (point: CrashPoint | null) => void
  /** Sets how far the clock of its next processes is off. */
  clockOff: (ms: number) => void
  /** Waits until its health check reports that it is ready. */
  ready: () => Promise<number>
  leads: () => Promise<boolean>
  /** Stops it gracefully, after its supervisor. */
  stop: () => Promise<void>
}>

export type NodeOptions = Readonly<{
  name: string
  dataDir: string
  /** Without it, the node runs its own PostgreSQL below its data directory. */
  databaseUrl?: string
  /** Proxies whose forwarded caller address is trusted. */
  trustProxy?: string
  /**
   * Additional environment: providers outside of the node. Without it they are the storm's own,
   * with a payx that answers nothing.
   */
  settings?: Readonly<Record<string, string>>
}>

const root = path.join(import.meta.dirname, '..', '..')
const restartMs = 50
const readyMs = 120_000
const stopMs = 30_000
const shownLogLines = 25

/** The token of payx's callbacks in every storm. */
export const depositToken = 'storm-payx-deposit-token-000000'

/** Starts a node on free ports, waits until it is ready and stops it at the end of the storm. */
export async function startNode(stage: Stage, options: NodeOptions): Promise<Node> {
  const { name } = options
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const logFile = path.join(stage.folder, `${name}.log`)
  const silent = options.settings === undefined ? await startSilentPayx(stage) : null
  const env = await environment({ ...options, ...(silent && { settings: silent.settings }) }, port)
  const { endInOrder, ...supervised } = supervise(stage, env, logFile)
  const ready = () =>
    stage.until(`${name} to be ready`, () => isServing(url, '/health/ready'), readyMs)
  const node: Node = {
    name,
    url,
    sandboxUrl: silent?.url ?? `http://127.0.0.1:${env['SANDBOX_PORT']}`,
    ...supervised,
    restart: async () => {
      const starts = supervised.starts()
      endInOrder()
      await stage.until(`${name} to be started again`, () => supervised.starts() > starts, readyMs)
      await ready()
    },
    lastErrors: () => logLines(logFile, isFatal),
    internalErrors: () => logLines(logFile, isInternalError),
    ready,
    leads: () => isServing(url, '/health/leader'),
  }
  stage.atEnd(node.stop)
  await node.ready().catch(async (error: unknown) => {
    stage.print(await logTail(logFile))
    throw error
  })
  return node
}

/** Only the settings a node needs: the environment does not affect the test. */
async function environment(
  { dataDir, databaseUrl, trustProxy, settings }: NodeOptions,
  port: number,
): Promise<Readonly<Record<string, string>>> {
  return {
    ...childEnvironment,
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_SMTP_PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
    PAYX_DEPOSIT_TOKEN: depositToken,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: patiently(databaseUrl) }),
    ...(trustProxy === undefined ? {} : { TRUST_PROXY: trustProxy }),
    ...settings,
  }
}

type Supervised = Pick<
  Node,
  'pid' | 'starts' | 'crashes' | 'sendSignal' | 'crashAt' | 'clockOff' | 'stop'
> &
  Readonly<{ endInOrder: () => void }>

function supervise(
  stage: Stage,
  env: Readonly<Record<string, string>>,
  logFile: string,
): Supervised {
  const state = { starts: 0, crashes: 0, signalled: false, asked: false, stopping: false }
  let crashAt: CrashPoint | null = null
  let clockOffMs = 0
  let child = launch()

  function launch(): ChildProcess {
    const log = openSync(logFile, 'a')
    // In its own process group, so that Ctrl-C reaches only the storm.
    const started = spawn(process.execPath, ['start.js'], {
      cwd: root,
      env: { ...env, ...faultsOf(crashAt, clockOffMs) },
      detached: true,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    state.starts += 1
    state.signalled = crashAt !== null
    state.asked = false
    started.once('exit', (code) => {
      const inOrder = state.asked && code === 0
      if (!state.signalled && !inOrder && !state.stopping) state.crashes += 1
      setTimeout(() => {
        if (!state.stopping && !stage.signal.aborted) child = launch()
      }, restartMs)
    })
    return started
  }
  stage.lastResort(() => child.kill('SIGKILL'))
  return {
    pid: () => child.pid ?? 0,
    starts: () => state.starts,
    crashes: () => state.crashes,
    sendSignal: (signal) => {
      if (signal === 'SIGKILL') state.signalled = true
      child.kill(signal)
    },
    endInOrder: () => {
      state.asked = true
      child.kill('SIGTERM')
    },
    crashAt: (point) => {
      crashAt = point
    },
    clockOff: (ms) => {
      clockOffMs = ms
    },
    stop: async () => {
      if (state.stopping) return
      state.stopping = true
      await ended(child)
    },
  }
}

/** The environment with which the next process of a node has these faults. */
const faultsOf = (crashAt: CrashPoint | null, clockOffMs: number) => ({
  ...(crashAt !== null && { CRASH_AT: crashAt }),
  ...(clockOffMs !== 0 && {
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'shifted-clock.ts')}`,
    CLOCK_OFFSET_MS: String(clockOffMs),
  }),
})

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), stopMs)
  await exit
  clearTimeout(force)
}

/** Returns whether a health endpoint responds with 200. */
async function isServing(url: string, page: string): Promise<boolean> {
  try {
    const answer = await fetch(url + page, { signal: AbortSignal.timeout(2_000) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

const isFatal = (line: string): boolean => !line.startsWith('{') || line.includes('"level":"fatal"')
const isInternalError = (line: string): boolean =>
  line.includes('"msg":"a request failed with an internal error"')

/** The last of such lines. */
async function logLines(
  file: string,
  isWanted: (line: string) => boolean,
): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').filter(isWanted).slice(-shownLogLines)
}

async function logTail(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return `the end of its log:\n${text.trimEnd().split('\n').slice(-shownLogLines).join('\n')}`
}
