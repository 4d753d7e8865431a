import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Stage } from '../../tests/storms/stage.ts'
import type { User } from './programs.ts'

/** A server of the cluster, started again a second after it ends, as a service manager would. */
export type Daemon = Readonly<{
  name: string
  pid: () => number
  send: (signal: NodeJS.Signals) => void
  /** From now on it stays down once it ends, until the returned function is called. */
  hold: () => () => void
  /** Ends it in order. */
  stop: () => Promise<void>
}>

export type DaemonOptions = Readonly<{
  name: string
  program: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
  user?: User | null
  cwd: string
}>

const restartMs = 1_000
const stopMs = 25_000
const shownLogLines = 15

/** The servers' environment, so that settings of the caller affect none of them. */
const baseEnvironment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' }

/** Starts it with a log file in the storm's folder; it ends with the stage. */
export function startDaemon(stage: Stage, options: DaemonOptions): Daemon {
  const { name, program, args, env = {}, user = null, cwd } = options
  const logFile = logOf(stage, name)
  const state = { stopping: false, held: 0 }
  let child = launch()

  function launch(): ChildProcess {
    const log = openSync(logFile, 'a')
    // Apart from this terminal's group, so that Ctrl-C reaches the runner alone.
    const started = spawn(program, args, {
      cwd,
      env: { ...baseEnvironment, ...env },
      detached: true,
      stdio: ['ignore', log, log],
      ...(user ?? {}),
    })
    closeSync(log)
    started.on('error', (error) => stage.print(`${name}: ${error.message}`))
    started.once('exit', () => setTimeout(revive, restartMs))
    return started
  }
  function revive(): void {
    if (!state.stopping && state.held === 0 && hasEnded(child)) child = launch()
  }
  stage.lastResort(() => child.kill('SIGKILL'))
  const stop = async () => {
    if (state.stopping) return
    state.stopping = true
    await ended(child)
  }
  stage.atEnd(stop)
  return {
    name,
    pid: () => child.pid ?? 0,
    send: (signal) => void child.kill(signal),
    hold: () => {
      state.held += 1
      return () => {
        state.held -= 1
        revive()
      }
    },
    stop,
  }
}

const logOf = (stage: Stage, name: string): string =>
  path.join(stage.folder, `${name.replaceAll(' ', '-')}.log`)

/** The end of a server's log, for a start that failed. */
export function logTail(stage: Stage, name: string): string {
  const lines = readFileSync(logOf(stage, name), 'utf8').trimEnd().split('\n')
  return `the end of the log of ${name}:\n${lines.slice(-shownLogLines).join('\n')}`
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null

async function ended(child: ChildProcess): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), stopMs)
  await exit
  clearTimeout(force)
}
