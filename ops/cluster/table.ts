import { named } from '../../tests/storms/oracle.ts'
import type { Fault } from './faults.ts'

/** What one fault did. */
export type Row = Readonly<{
  fault: Fault
  payments: number
  /** The longest time between two successes. */
  gapMs: number
  /** From the moment a server took writes to the next success; null: it took them throughout. */
  backMs: number | null
  /** Answers of 503. */
  refused: number
  /** Attempts whose connection broke or that had no answer. */
  broken: number
  /** Answers other than success and 503. */
  wrong: readonly string[]
  /** The guarantees that the oracle found broken. */
  judged: readonly string[]
}>

/** With tolerance for other work of the machine. */
const backWithinMs = 10_000

/** True if the fault cost time only. */
export const isGood = ({ fault, backMs, wrong, judged }: Row): boolean =>
  wrong.length === 0 &&
  judged.length === 0 &&
  (backMs === null ? !fault.movesPrimary : backMs <= backWithinMs)

const doubled: readonly string[] = [named.recordedTwice, named.movedTwice]

const columns: readonly (readonly [title: string, cell: (row: Row) => string])[] = [
  ['Fault', ({ fault }) => fault.text],
  ['Payments', ({ payments }) => String(payments)],
  ['Longest silence', ({ gapMs }) => seconds(gapMs)],
  ['Back after a primary', ({ backMs }) => (backMs === null ? '–' : seconds(backMs))],
  ['503', ({ refused }) => String(refused)],
  ['Broken', ({ broken }) => String(broken)],
  ['Wrong', ({ wrong }) => (wrong.length === 0 ? '0' : wrong.slice(0, 3).join('; '))],
  ['Lost', ({ judged }) => (judged.includes(named.lost) ? 'YES' : '0')],
  ['Doubled', ({ judged }) => (doubled.some((one) => judged.includes(one)) ? 'YES' : '0')],
  ['Audit', ({ judged }) => (judged.includes(named.breached) ? 'BREACH' : 'clean')],
  ['Verdict', (row) => (isGood(row) ? 'ok' : 'FAIL')],
]

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** A Markdown table with a line for each fault. */
export function table(rows: readonly Row[]): string {
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, cell]) => cell(row))),
  ]
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)))
  const lines = cells.map(
    (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  )
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}
