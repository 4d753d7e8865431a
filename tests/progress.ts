/** Output of a test run: failures at once, progress, and the slowest files. */
import path from 'node:path'
import { z } from 'zod'

/** A test that ended, as `lane-process.ts` reports it. */
export const Ended = z.object({
  file: z.string(),
  name: z.string(),
  /** The depth; 0 for a test that is not inside another. */
  depth: z.int(),
  ms: z.number(),
  skipped: z.boolean(),
  /** Empty if it passed; null if only nested tests failed, which are reported separately. */
  error: z.string().nullable(),
})
export type Ended = z.infer<typeof Ended>

type Output = Readonly<{ write: (text: string) => unknown; isTTY?: boolean }>

export type Progress = Readonly<{
  ended: (test: Ended) => void
  /** Prints text without mixing it into the progress line. */
  say: (text: string | Buffer) => void
  fileDone: () => void
  /** Ends the progress line, and lists the slowest files. */
  close: () => void
}>

/** Runs of at most this many files also name each test that passed. */
const namedFiles = 20
const slowestShown = 5
/** Progress lines of a run whose output is not a terminal. */
const steps = 10

export function showProgress(files: number, root: string, output: Output): Progress {
  const tests: Ended[] = []
  let done = 0
  let failures = 0
  const isLive = output.isTTY === true
  const state = () => `${done} of ${files} files done, ${failures} tests failed`
  const draw = () => {
    if (isLive) output.write(`\r\u001b[K${state()}`)
  }
  const say = (text: string | Buffer) => {
    if (text.length === 0) return
    output.write(isLive ? `\r\u001b[K${text}` : String(text))
    draw()
  }
  return {
    say,
    ended: (test) => {
      if (test.depth === 0) tests.push(test)
      if (test.error !== '') failures += 1
      const isPassed = test.error === '' && !test.skipped
      if (isPassed && (files > namedFiles || test.depth > 0)) return
      say(lineOf(test, path.relative(root, test.file)))
    },
    fileDone: () => {
      const before = Math.floor((done * steps) / files)
      done += 1
      if (isLive) draw()
      else if (Math.floor((done * steps) / files) > before) output.write(`${state()}\n`)
    },
    close: () => {
      if (isLive) output.write('\r\u001b[K')
      if (files > slowestShown) output.write(slowestOf(tests, root))
    },
  }
}

function lineOf({ name, ms, error, skipped }: Ended, file: string): string {
  if (skipped) return `- ${file}: ${name} (skipped)\n`
  const line = `${error === '' ? '✔' : '✖'} ${file}: ${name} (${Math.round(ms)} ms)\n`
  return error === null || error === '' ? line : `${line}${error.replaceAll(/^/gm, '    ')}\n`
}

function slowestOf(tests: readonly Ended[], root: string): string {
  const files = Map.groupBy(tests, ({ file }) => path.relative(root, file))
  const lines = [...files]
    .map(([name, of]) => ({ name, ms: of.reduce((sum, { ms }) => sum + ms, 0) }))
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, slowestShown)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}\n`)
  return `slowest files:\n${lines.join('')}`
}
