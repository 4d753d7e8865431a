import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { Ended, type Progress } from './progress.ts'

export const Counts = z.object({ passed: z.int(), failed: z.int() })
export type Counts = z.infer<typeof Counts>

const Message = z.union([z.object({ ended: Ended }), z.object({ counts: Counts })])

export type Lane = Readonly<{
  runFile: (file: string) => Promise<Counts>
  end: () => Promise<void>
}>

export type LaneOptions = Readonly<{
  root: string
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  progress: Progress
}>

/** The longest file, a build of the image, takes one minute; a machine may be ten times as slow. */
const fileTimeoutMs = 1_800_000

type Running = Readonly<{ child: ChildProcess; closed: Promise<undefined>; printed: Buffer[] }>

/**
 * Runs files in one process, one after the other. If the process ends in the middle of a file, that
 * file fails, and the next one gets a new process.
 */
export function openLane({ root, env, signal, progress }: LaneOptions): Lane {
  let running: Running | null = null

  function ensureRunning(): Running {
    const started = running ?? startProcess(env, signal)
    running = started
    void started.closed.then(() => {
      if (running === started) running = null
    })
    return started
  }

  /** Prints the output of the process in one piece, so that outputs do not mix. */
  const flush = ({ printed }: Running) => progress.say(Buffer.concat(printed.splice(0)))

  async function runFile(file: string): Promise<Counts> {
    const current = ensureRunning()
    const { child, closed } = current
    const { promise: counted, resolve } = Promise.withResolvers<Counts>()
    const onMessage = (sent: unknown) => {
      const message = Message.parse(sent)
      if ('counts' in message) resolve(message.counts)
      else progress.ended(message.ended)
    }
    child.on('message', onMessage)
    child.send({ file })
    const counts = await untilLate(child, Promise.race([counted, closed]))
    child.off('message', onMessage)
    flush(current)
    if (counts !== undefined) return counts
    progress.say(`✖ ended without a result: ${path.relative(root, file)}\n`)
    return { passed: 0, failed: 1 }
  }

  async function end(): Promise<void> {
    if (running === null) return
    const ending = running
    ending.child.send({ end: true })
    await untilLate(ending.child, ending.closed)
    flush(ending)
  }

  return { runFile, end }
}

function startProcess(env: NodeJS.ProcessEnv, signal: AbortSignal): Running {
  const child = fork(path.join(import.meta.dirname, 'lane-process.ts'), {
    execArgv: [
      // Packages import each other by name, and are not built here.
      '--conditions=tukar-source',
      ...['--import', pathToFileURL(path.join(import.meta.dirname, 'forget-tests.ts')).href],
    ],
    env,
    signal,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (some: Buffer) => printed.push(some))
  }
  // An abort is also reported as an error; the process closes in either case.
  child.on('error', () => undefined)
  const closed = new Promise<undefined>((resolve) => child.once('close', () => resolve(undefined)))
  return { child, closed, printed }
}

/** Kills a process whose work takes too long. */
async function untilLate<Result>(child: ChildProcess, work: Promise<Result>): Promise<Result> {
  const late = setTimeout(() => child.kill('SIGKILL'), fileTimeoutMs)
  try {
    return await work
  } finally {
    clearTimeout(late)
  }
}
