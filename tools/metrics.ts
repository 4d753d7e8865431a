/** docs/metrics.md: every metric of `/metrics`, with its type, labels and meaning. */
import { Counter, Gauge, Histogram, type Metric } from 'prom-client'
import { z } from 'zod'
import { createMetrics } from '../src/platform/http/monitoring/metrics.ts'
import { wrapped } from './configuration.ts'

/** Those that Node's metrics have on Linux only. */
const linuxOnly = new Set([
  'process_heap_bytes',
  'process_max_fds',
  'process_open_fds',
  'process_virtual_memory_bytes',
])

export type MetricFacts = Readonly<{
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  labels: readonly string[]
  help: string
}>

/** The library's types hide these fields of a metric. */
const Declared = z.object({ name: z.string(), help: z.string(), labelNames: z.array(z.string()) })

/** Returns all metrics of a node, by name. */
export function allMetrics(): readonly MetricFacts[] {
  const found = createMetrics()
    .registry.getMetricsAsArray()
    .map((metric) => {
      const { name, help, labelNames: labels } = Declared.parse(metric)
      return { name, type: typeOf(metric), labels, help }
    })
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function typeOf(metric: Metric | object): MetricFacts['type'] {
  if (metric instanceof Counter) return 'counter'
  if (metric instanceof Histogram) return 'histogram'
  if (metric instanceof Gauge) return 'gauge'
  throw new TypeError('a metric is of a type that the page does not describe')
}

/** The names that rules and dashboards may use: a histogram is three series. */
export const seriesNames = (): readonly string[] =>
  allMetrics().flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )

const introduction = `# Metrics

Each node serves these at \`/metrics\`; [Observing](observing.md) says how to collect them. Units
are seconds, bytes and ratios from 0 to 1. Times are Unix times in seconds. Labels come from closed
sets: no user, amount or id is in one.

Figures of the whole deployment, such as queues and open withdrawals, are read from the database by
every node, at most every five seconds. Take the \`max\` over nodes, never the sum. They are absent
while a node can't read the database. A count that has a bound stays at the bound.`

export function metricsPage(): string {
  const metrics = allMetrics().filter(({ name }) => !linuxOnly.has(name))
  const own = metrics.filter(({ name }) => name.startsWith('tukar_'))
  const others = metrics.filter(({ name }) => !name.startsWith('tukar_'))
  const onLinux = [...linuxOnly].map((name) => `\`${name}\``).join(', ')
  return `${[
    introduction,
    ['## Of the service', '', ...own.map(item)].join('\n'),
    ['## Of the process', '', ...others.map(item)].join('\n'),
    wrappedPlain(`On Linux also ${onLinux}.`),
  ].join('\n\n')}\n`
}

function item({ name, type, labels, help }: MetricFacts): string {
  const by = labels.length === 0 ? '' : ` by ${labels.map((label) => `\`${label}\``).join(', ')}`
  return wrapped(`- \`${name}\` (${type}${by}): ${help}${help.endsWith('.') ? '' : '.'}`)
}

const wrappedPlain = (text: string): string => wrapped(text).replaceAll('\n  ', '\n')
