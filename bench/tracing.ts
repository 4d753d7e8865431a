/** Measures the cost of traces, with a collector that only acknowledges. */
import { requestsFor, signTradersIn } from './balance-list.ts'
import { newCallbacks } from './callbacks.ts'
import { startAcknowledging } from './stage/acknowledging.ts'
import { figure, line, measured, median, ratio, rounded, type Target } from './stage/figures.ts'
import { countProcessorTime, microsOf } from './stage/processor-time.ts'
import { type Running, type Stage, startService } from './stage/stage.ts'

const connections = 64
const rounds = 3

/** The part of requests and jobs that is traced; null: without a collector. */
const parts = [null, 0.1, 1] as const
type Part = (typeof parts)[number]

const nameOf = (part: Part): string => (part === null ? 'off' : `${part * 100} %`)

type Work = Readonly<{ of: string; requests: () => Iterator<Buffer> }>

/** Microseconds of the service for one request. */
async function microsEach(stage: Stage, running: Running, work: Work, count: number) {
  const { port } = running
  const spent = await countProcessorTime(stage, running)
  await measured(work.of, { port, connections, requests: work.requests() })
  const { service } = spent() ?? {}
  return service === undefined ? 0 : microsOf(service) / count
}

const environmentOf = (part: Part, collector: string): Readonly<Record<string, string>> =>
  part === null
    ? {}
    : { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_SAMPLER_ARG: String(part) }

export async function tracing(stage: Stage, count: number): Promise<readonly Target[]> {
  line(`Traces over ${connections} connections, in ${rounds} turns`)
  await signTradersIn(stage)
  const works: readonly Work[] = [
    { of: 'credit', requests: () => newCallbacks(count) },
    { of: 'balance list', requests: () => requestsFor(count) },
  ]
  const collector = await startAcknowledging()
  const found = new Map<string, number[]>()
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const part of parts) {
        const running = await startService(stage, environmentOf(part, collector.url))
        for (const work of works) {
          await microsEach(stage, running, work, count)
          const key = `${work.of}, traces ${nameOf(part)}`
          const micros = await microsEach(stage, running, work, count)
          found.set(key, [...(found.get(key) ?? []), micros])
        }
        await running.stop()
      }
    }
  } finally {
    collector.close()
  }
  for (const [name, values] of found) figure(`service per ${name}`, `${rounded(median(values))} µs`)
  const of = (work: Work, part: Part) => median(found.get(`${work.of}, traces ${nameOf(part)}`))
  return works.flatMap((work) =>
    ([0.1, 1] as const).map((part) =>
      ratio(
        `service per ${work.of}, traces ${nameOf(part)} to off`,
        of(work, part) / of(work, null),
        'as little as possible',
      ),
    ),
  )
}
