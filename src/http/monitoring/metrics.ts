import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '../../context.ts'
import type { CutReason } from '../connections/connection-bounds.ts'

export type Metrics = Readonly<{
  /** Other rooms add their own metrics: `new Counter({ …, registers: [metrics.registry] })`. */
  registry: Registry
  /** Returns a function per route, so that serving a request needs no lookup. */
  observerOf: (method: string, route: string) => (status: number, ms: number) => void
  /** Counts a connection that was closed to stay within the limits. */
  cutConnection: (reason: CutReason) => void
}>

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Creates the metrics of one server, with a separate registry per server. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Responses, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the response, by route.',
    labelNames: ['method', 'route'],
    buckets: secondsBuckets,
    registers,
  })
  const cuts = new Counter({
    name: 'http_connections_cut_total',
    help: 'Connections closed because their network had too many, or to make room for others.',
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

/** Adds gauges that read the database pool when scraped. Servers may share one registry. */
export function watchPool(
  { registry }: Metrics,
  { db, replicas }: Pick<Context, 'db' | 'replicas'>,
): void {
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
  gauge(
    'database_replica_lag_bytes',
    'Bytes of the log that the replica lacked when last compared; -1 without one.',
    () => replicas.lagBytes() ?? -1,
  )
  new Counter({
    name: 'database_replica_reads_total',
    help: 'Reads by where they went: replica, or the primary as the replica was behind or away.',
    labelNames: ['route'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [route, count] of replicas.counts()) this.inc({ route }, count)
    },
  })
}
