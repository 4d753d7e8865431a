import { type Load, type LoadOptions, runLoad } from './load.ts'

export const line = (text = ''): void => console.log(text)

export const rounded = (value: number): string => Math.round(value).toLocaleString('en')

export const figure = (name: string, value: string): void => line(`  ${name.padEnd(56)} ${value}`)

export const median = (values: readonly number[] = []): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** A target of a run, reported after all runs. */
export type Target = Readonly<{ name: string; value: string; wanted: string }>

export const perSecond = (name: string, value: number, least: number): Target => ({
  name: `${name} per second`,
  value: rounded(value),
  wanted: `at least ${rounded(least)}`,
})

export const ratio = (name: string, value: number, wanted: string): Target => ({
  name,
  value: value.toFixed(2),
  wanted,
})

export function printTarget({ name, value, wanted }: Target): void {
  figure(name, `${value}   (wanted: ${wanted})`)
}

/** Runs a load in which every response must be 200, and prints its figures. */
export async function measured(name: string, options: LoadOptions): Promise<Load> {
  const load = await runLoad(options)
  const failed = load.responses - (load.statuses.get(200) ?? 0)
  if (failed > 0) {
    const statuses = [...load.statuses].map(([status, times]) => `${times} times ${status}`)
    throw new Error(`${name}: answered ${statuses.join(', ')}, first ${load.refused}`)
  }
  const latency = `p50 ${load.p50Ms.toFixed(1)} ms, p99 ${load.p99Ms.toFixed(1)} ms`
  const generator = `generator ${rounded(load.generatorMicros)} µs`
  figure(name, `${rounded(load.perSecond)}/s, ${latency}, ${generator}`)
  return load
}
