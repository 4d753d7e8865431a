import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

export type Child = Readonly<{ pid: number; stop: () => Promise<void> }>

const running = new Set<ChildProcess>()

/** Started processes that still run, to end them if the bench fails. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop))
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Starts a program of this project with its own Node and waits until a path returns 200. */
export async function startProgram(
  file: string,
  env: Readonly<Record<string, string>>,
  readyUrl: string,
  nodeFlags: readonly string[] = [],
): Promise<Child> {
  const child = spawn(process.execPath, [...nodeFlags, file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  await untilReady(child, readyUrl)
  return { pid: child.pid ?? 0, stop: () => stop(child) }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const how = child.exitCode ?? child.signalCode
    if (how !== null) throw new Error(`the program ended with ${how}`)
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`${url} did not answer in 30 s`)
}

/** Processor time in microseconds, in the program's own code and in the kernel for it. */
export type Cpu = Readonly<{ userMicros: number; kernelMicros: number }>

/** Processor time used by a process; null without /proc. */
export const cpuOf = (pid: number): Cpu | null => readStat(pid)?.own ?? null

/** Processor time of a server and all its children, including ended ones. */
export function cpuOfFamily(pid: number): Cpu | null {
  const parent = readStat(pid)
  if (parent === null) return null
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parent === pid)
  return children.reduce(
    (sum, stat) => plus(sum, stat?.own ?? { userMicros: 0, kernelMicros: 0 }),
    plus(parent.own, parent.ended),
  )
}

const plus = (one: Cpu, other: Cpu): Cpu => ({
  userMicros: one.userMicros + other.userMicros,
  kernelMicros: one.kernelMicros + other.kernelMicros,
})

export function residentMb(pid: number): number | null {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readText(`/proc/${pid}/status`))?.[1]
  return kb === undefined ? null : Number(kb) / 1_024
}

const microsPerTick = 10_000

function readStat(pid: number) {
  const text = readText(`/proc/${pid}/stat`)
  if (text === '') return null
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const time = (user: number): Cpu => ({
    userMicros: (fields[user] ?? 0) * microsPerTick,
    kernelMicros: (fields[user + 1] ?? 0) * microsPerTick,
  })
  return { parent: fields[1], own: time(11), ended: time(13) }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
