import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '../../context.ts'
import type { CutReason } from '../connections/connection-bounds.ts'

export type Metrics = Readonly<{
  /** Rooms add counters of their own: `new Counter({ …, registers: [metrics.registry] })`. */
  registry: Registry
  /** A function per route, so that nothing is looked up while a request is served. */
  observerOf: (method: string, route: string) => (status: number, ms: number) => void
  /** A connection was closed to keep within the bounds. */
  cutConnection: (reason: CutReason) => void
}>

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Metrics of one server, in a registry of their own: two servers of a process don't mix. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the answer, by route.',
    labelNames: ['method', 'route'],
    buckets: secondsBuckets,
    registers,
  })
  const cuts = new Counter({
    name: 'http_connections_cut_total',
    help: 'Connections closed because their network had too many, or others needed the room.',
    labelNames: ['reason'],
    registers,
  })
  return {
    registry,
    cutConnection: (reason) => cuts.labels(reason).inc(),
    observerOf: (method, route) => {
      const duration = durations.labels(method, route)
      const byStatus = new Map<number, Counter.Internal>()
      return (status, ms) => {
        const counter = byStatus.get(status) ?? requests.labels(method, route, status.toString())
        byStatus.set(status, counter)
        counter.inc()
        duration.observe(ms / 1_000)
      }
    },
  }
}

/** Gauges that read the database pool when they are scraped. Servers may share one registry. */
export function watchPool({ registry }: Metrics, { db }: Pick<Context, 'db'>): void {
  if (registry.getSingleMetric('database_pool_connections') !== undefined) return
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('database_pool_connections', 'Open connections.', () => db.pool.totalCount)
  gauge('database_pool_idle', 'Connections at rest.', () => db.pool.idleCount)
  gauge('database_pool_waiting', 'Callers without a connection.', () => db.pool.waitingCount)
}
