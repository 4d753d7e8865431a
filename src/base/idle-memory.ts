import { getHeapSpaceStatistics } from 'node:v8'
import type { Clock } from './clock.ts'

export const idleMemoryLimits = {
  lookEveryMs: 1_000,
  /** The process is idle if it used at most this share of a core since the last look. */
  idleShare: 0.2,
  /** Looks in a row that found it idle. */
  idleLooks: 2,
  /** A smaller young generation is not worth a collection. */
  youngBytes: 16 * 1024 * 1024,
  /** A collection takes most of a second, during which nothing is served. */
  pauseMs: 600_000,
} as const

export type IdleMemory = Readonly<{
  clock: Pick<Clock, 'monotonicMs'>
  /** Processor time of this process so far. */
  cpuMs?: () => number
  /** The size of the young generation. */
  youngBytes?: () => number
  /** Collects everything; undefined if V8 does not offer it (`--expose-gc`). */
  collect?: (() => void) | undefined
}>

/**
 * Returns a function to be called every `lookEveryMs`. When the process has become idle after a
 * start or a load, it collects all garbage and returns the memory of the young generation, which V8
 * itself never shrinks: up to 64 MB.
 */
export function idleMemory(options: IdleMemory): () => void {
  const { clock, cpuMs = cpuOfProcess, youngBytes = youngGeneration } = options
  const { collect = collector() } = options
  let usedMs = cpuMs()
  let lookedMs = clock.monotonicMs()
  let nextMs = lookedMs
  let looks = 0
  return () => {
    const [nowMs, cpuNowMs] = [clock.monotonicMs(), cpuMs()]
    const isIdle = cpuNowMs - usedMs <= (nowMs - lookedMs) * idleMemoryLimits.idleShare
    looks = isIdle ? looks + 1 : 0
    usedMs = cpuNowMs
    lookedMs = nowMs
    if (looks < idleMemoryLimits.idleLooks || nowMs < nextMs) return
    if (collect === undefined || youngBytes() < idleMemoryLimits.youngBytes) return
    collect()
    nextMs = nowMs + idleMemoryLimits.pauseMs
  }
}

/** Calls it regularly until the process ends. */
export function releaseIdleMemory(clock: Clock): void {
  setInterval(idleMemory({ clock }), idleMemoryLimits.lookEveryMs).unref()
}

function cpuOfProcess(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const youngGeneration = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    ?.physical_space_size ?? 0

function collector(): (() => void) | undefined {
  const { gc } = globalThis
  if (gc === undefined) return undefined
  // Only this flavour shrinks the young generation.
  return () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
