import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** One kind of faults that the service must survive without losing or inventing money. */
export type Storm = Readonly<{
  name: string
  /** The time in which it must end; by default 15 minutes. */
  withinMs?: number
  run: (stage: Stage) => Promise<void>
}>

/** The tools of a running storm: output, checks and cleanup. */
export type Stage = Readonly<{
  /** A full count, multiplied by `--scale`, and never below `least`. */
  scaled: (count: number, least?: number) => number
  /** A folder of this storm, removed with its content at the end. */
  folder: string
  print: (line: string) => void
  /** Prints a verdict; one that does not hold fails the storm. */
  check: (guarantee: string, holds: boolean, seen?: string) => void
  /** Undone in reverse order at the end, whatever the result. */
  atEnd: (close: () => Promise<void>) => void
  /** Processes that must not outlive this one, killed at once if it exits without cleaning up. */
  lastResort: (kill: () => void) => void
  signal: AbortSignal
  sleep: (ms: number) => Promise<void>
  /** Waits until `look` returns true; throws after `withinMs`. Returns how long it took. */
  until: (
    what: string,
    look: () => Promise<boolean> | boolean,
    withinMs?: number,
  ) => Promise<number>
}>

const stormMs = 15 * 60_000
const closeMs = 60_000
const lastResorts = new Set<() => void>()

process.on('exit', () => {
  for (const kill of [...lastResorts].toReversed()) kill()
})

type PlayOptions = Readonly<{ scale: number; keep: boolean }>

/** Runs one storm and cleans up. Returns the guarantees that did not hold, with what was seen. */
export async function play(
  storm: Storm,
  { scale, keep }: PlayOptions,
  interrupted: AbortSignal,
): Promise<readonly string[]> {
  const startedMs = performance.now()
  const folder = await mkdtemp(path.join(tmpdir(), `tukar-storm-${storm.name}-`))
  // PostgreSQL may have to run as another user, who must be able to enter its folder.
  await chmod(folder, 0o755)
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(storm.withinMs ?? stormMs)])
  const closings: (() => Promise<void>)[] = []
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const resorts: (() => void)[] = keep ? [] : [remove]
  const broken: string[] = []
  const print = (line: string) => console.log(`${secondsSince(startedMs)}  ${line}`)
  const lastResort = (kill: () => void) => {
    resorts.unshift(kill)
    lastResorts.add(kill)
  }
  for (const resort of resorts) lastResorts.add(resort)
  console.log(`\n== ${storm.name}${keep ? ` in ${folder}` : ''}`)
  try {
    await storm.run({
      scaled: (count, least = 1) => Math.max(least, Math.round(count * scale)),
      folder,
      print,
      check: (guarantee, holds, seen) => {
        const verdict = `${guarantee}${seen === undefined ? '' : ` (${seen})`}`
        print(`${holds ? 'ok  ' : 'FAIL'}  ${verdict}`)
        if (!holds) broken.push(verdict)
      },
      atEnd: (close) => closings.push(close),
      lastResort,
      signal,
      sleep: (ms) => delay(ms, undefined, { signal }),
      until: (what, look, withinMs) => waitFor(signal, what, look, withinMs),
    })
  } catch (error) {
    const why = signal.aborted ? whyEnded(signal) : textOf(error)
    broken.push(`it ran to its end (${why})`)
    print(`FAIL  ${why}`)
  } finally {
    await clearUp(closings, print)
    for (const resort of resorts) {
      resort()
      lastResorts.delete(resort)
    }
  }
  print(broken.length === 0 ? `${storm.name} passed` : `${storm.name} failed: ${broken.join('; ')}`)
  return broken
}

const whyEnded = ({ reason }: AbortSignal): string =>
  reason instanceof Error ? reason.message : String(reason)

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

async function clearUp(
  closings: readonly (() => Promise<void>)[],
  print: (line: string) => void,
): Promise<void> {
  for (const close of closings.toReversed()) {
    const late = new AbortController()
    const timeout = delay(closeMs, undefined, { signal: late.signal }).then(
      () => Promise.reject(new Error('it took too long')),
      () => undefined,
    )
    await Promise.race([close(), timeout]).catch((error: unknown) =>
      print(`cleanup failed: ${String(error)}`),
    )
    late.abort()
  }
}

async function waitFor(
  signal: AbortSignal,
  what: string,
  look: () => Promise<boolean> | boolean,
  withinMs = 60_000,
): Promise<number> {
  const startedMs = performance.now()
  while (!(await look())) {
    const waitedMs = performance.now() - startedMs
    if (waitedMs > withinMs) throw new Error(`waited in vain for ${what}`)
    // Long waits look less often: a hundred users wait at once.
    await delay(Math.min(10 + waitedMs / 10, 200), undefined, { signal })
  }
  return performance.now() - startedMs
}

const secondsSince = (ms: number): string =>
  `${((performance.now() - ms) / 1_000).toFixed(1).padStart(7)} s`

/** Returns a random whole number from `least` up to, excluding `below`. */
export const between = (least: number, below: number): number =>
  least + Math.floor(Math.random() * (below - least))

/** Returns the members in random order. */
export function shuffled<Member>(members: readonly Member[]): readonly Member[] {
  return members
    .map((member) => ({ member, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ member }) => member)
}
