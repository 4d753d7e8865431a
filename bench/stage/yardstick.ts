import { figure, median } from './figures.ts'
import type { Stage } from './stage.ts'

const rounds = 50_000
const rows = 200

/**
 * The current speed of the machine, so that figures of different runs can be compared: it differs
 * from hour to hour, and sometimes between the start and the end of a run.
 */
export async function measureMachine(stage: Stage): Promise<void> {
  const round = median([jsonRound(), jsonRound(), jsonRound()])
  figure('this machine: JSON there and back, on one core', `${round.toFixed(1)} µs`)
  figure('this machine: a row stored by itself, p50', `${(await storedRow(stage)).toFixed(2)} ms`)
}

/** Microseconds of processor work without any I/O. */
function jsonRound(): number {
  const text = JSON.stringify(Array.from({ length: 20 }, (_, n) => ({ n, name: `field ${n}` })))
  let read = 0
  const startedMs = performance.now()
  for (let at = 0; at < rounds; at += 1) read += JSON.stringify(JSON.parse(text)).length
  if (read !== rounds * text.length) throw new Error('JSON came back as something else')
  return ((performance.now() - startedMs) * 1_000) / rounds
}

/** Milliseconds from a statement to its commit on disk, one after the other. */
export async function storedRow({ sql }: Stage): Promise<number> {
  await sql.query('create table if not exists bench_rows (n integer)')
  const latencies: number[] = []
  for (let n = 0; n < rows; n += 1) {
    const startedMs = performance.now()
    await sql.query({ name: 'bench-row', text: 'insert into bench_rows values ($1)', values: [n] })
    latencies.push(performance.now() - startedMs)
  }
  return median(latencies)
}
