import { type Ink, inkFor } from './ink.ts'
import { type Column, tableLines } from './table.ts'

/** Says how far a step has come, while it is waited for. */
export type Progress = (done: number, of: number) => void

export type Stage = Readonly<{
  title: (text: string, more: string) => void
  chapter: (title: string) => void
  /** Runs one step and prints it with its time: `doing` while it runs, `done` afterwards. */
  step: <Result>(
    doing: string,
    work: (progress: Progress) => Promise<Result>,
    done?: (result: Result) => string,
  ) => Promise<Result>
  /** A remark below the step before it. */
  note: (text: string) => void
  table: (columns: readonly Column[], rows: readonly (readonly string[])[]) => void
  /** The last line. */
  end: (summary: string) => void
  /** The last lines of a demo that broke off. */
  fail: (sentence: string) => void
  steps: () => number
}>

/** The part of standard output that is used. */
type Screen = Readonly<{
  isTTY?: boolean
  columns?: number
  write: (text: string) => unknown
}>

const indent = '     '
const widest = 80
const narrowest = 50
const frameMs = 80
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const
const barCells = 20

export function stageOn(screen: Screen, env: Readonly<Record<string, string | undefined>>): Stage {
  const ink = inkFor(screen, env)
  const width = Math.max(narrowest, Math.min(widest, columnsOf(screen)))
  const print = (line = '') => screen.write(`${line}\n`)
  let chapters = 0
  let steps = 0
  return {
    title(text, more) {
      print(`\n  ${ink.strong(text)}`)
      print(`  ${ink.quiet(more)}`)
    },
    chapter(title) {
      chapters += 1
      print(`\n  ${ink.quiet(String(chapters))}  ${ink.strong(title)}`)
    },
    async step(doing, work, done = () => doing) {
      const wait = waiting(screen, ink, doing)
      const startedMs = performance.now()
      try {
        const result = await work(wait.progress)
        wait.end()
        steps += 1
        print(stepLine(ink, width, done(result), duration(performance.now() - startedMs)))
        return result
      } catch (error) {
        wait.end()
        print(`${indent}${ink.bad('✗')} ${doing}`)
        throw error
      }
    },
    note: (text) => print(`${indent}  ${ink.quiet(text)}`),
    table(columns, rows) {
      const [head = '', ...lines] = tableLines(columns, rows)
      print(`\n${indent}${ink.quiet(head)}`)
      for (const line of lines) print(`${indent}${line}`)
      print()
    },
    end: (summary) => print(`\n  ${ink.good('✓')} ${ink.strong(summary)}\n`),
    fail: (sentence) => print(`\n  ${ink.bad('✗')} ${sentence.replaceAll('\n', '\n    ')}\n`),
    steps: () => steps,
  }
}

/** A terminal that doesn't know its width says 0. */
const columnsOf = ({ columns = 0 }: Screen): number => (columns > 0 ? columns : widest)

/** The time stands at the right edge; a text that reaches it pushes it out. */
function stepLine(ink: Ink, width: number, text: string, time: string): string {
  const used = indent.length + 2 + text.length + time.length
  const gap = ' '.repeat(Math.max(2, width - used))
  return `${indent}${ink.good('✓')} ${text}${gap}${ink.quiet(time)}`
}

/** On a terminal, a line that moves while a step runs; elsewhere nothing. */
function waiting(
  screen: Screen,
  ink: Ink,
  doing: string,
): Readonly<{ progress: Progress; end: () => void }> {
  if (screen.isTTY !== true) return { progress: () => undefined, end: () => undefined }
  const clear = () => screen.write('\r\u001b[2K')
  // A line that wraps could not be cleared.
  const room = columnsOf(screen) - indent.length - 3
  let bar = ''
  let frame = 0
  const draw = () => {
    frame = (frame + 1) % frames.length
    const text = `${doing.slice(0, Math.max(0, room - bar.length))}${bar}`.slice(0, room)
    clear()
    screen.write(`${indent}${ink.quiet(`${frames[frame]} ${text}`)}`)
  }
  const timer = setInterval(draw, frameMs)
  return {
    progress(done, of) {
      const filled = of === 0 ? 0 : Math.floor((done * barCells) / of)
      bar = `  ${'━'.repeat(filled)}${'╌'.repeat(barCells - filled)} ${done}/${of}`
    },
    end() {
      clearInterval(timer)
      clear()
    },
  }
}

export const duration = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
