import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import {
  type RefusedMessage,
  refusedMessages,
} from '../../../core/database/cluster/signed-broadcast.ts'
import type { CutReason } from '../connections/connection-bounds.ts'
import { declareFigures, declareNodeGauges } from './gauges.ts'

export type Metrics = Readonly<{
  registry: Registry
  /** Runs before each gathering; it must not throw. */
  beforeGather: (refresh: () => void | Promise<void>) => void
  /** Runs what `beforeGather` was given, then returns the text of all metrics. */
  gather: () => Promise<string>
  /** Returns a function per route, so that serving a request needs no lookup. */
  observerOf: (method: string, route: string) => (status: number, ms: number) => void
  /** Counts a connection that was closed to stay within the limits. */
  cutConnection: (reason: CutReason) => void
  /** Counts a try of a transaction. */
  observeTransaction: (outcome: 'committed' | 'failed' | 'retried', ms: number) => void
  /** Counts a call to a provider that was sent. */
  observeCall: (provider: string, outcome: 'accepted' | 'rejected' | 'unknown', ms: number) => void
  /** Counts a run of a queued or periodic job. */
  observeJob: (job: string, outcome: 'done' | 'failed', ms: number) => void
  /** Counts a message from another node that this one refused. */
  countRefusedMessage: (reason: RefusedMessage) => void
  /** Replaces the counts of reads, by where they went. */
  showReads: (counts: ReadonlyMap<string, number>) => void
  /** Replaces the counts of callbacks that this node applied. */
  showCallbacks: (counts: Iterable<CallbackCount>) => void
  /** Replaces the counts of sign-ins that this node refused. */
  showSignInFailures: (counts: Iterable<SignInFailureCount>) => void
  /** Read from this process before each gathering. */
  node: ReturnType<typeof declareNodeGauges>
  /** Read from the database before a gathering, at most every few seconds. */
  figures: ReturnType<typeof declareFigures>
}>

type CallbackCount = Readonly<{ source: string; outcome: string; events: number }>
type SignInFailureCount = Readonly<{ account: string; reason: string; count: number }>

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const jobBuckets = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300]

/** Default gauges wrongly named `_total`; also exported under their right names. */
const misnamed = ['active_handles', 'active_requests', 'active_resources']

/** Creates the metrics of one node, with a separate registry per node. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  // A finer measure of the event loop's lag would wake an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 })
  for (const name of misnamed) registry.removeSingleMetric(`nodejs_${name}_total`)
  const refreshes: (() => void | Promise<void>)[] = []
  return {
    registry,
    beforeGather: (refresh) => {
      refreshes.push(refresh)
    },
    gather: async () => {
      for (const refresh of refreshes) await refresh()
      return registry.metrics()
    },
    ...requestMetrics(registry),
    ...workMetrics(registry),
    ...distrustMetrics(registry),
    node: declareNodeGauges(registry),
    figures: declareFigures(registry),
  }
}

function requestMetrics(registry: Registry) {
  const registers = [registry]
  const requests = new Counter({
    name: 'tukar_http_requests_total',
    help: 'Responses, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'tukar_http_request_duration_seconds',
    help: 'Time from the request line to the response, by route.',
    labelNames: ['method', 'route'],
    buckets: secondsBuckets,
    registers,
  })
  const cuts = new Counter({
    name: 'tukar_http_connections_cut_total',
    help: 'Connections closed because their network had too many, or to make room for others.',
    labelNames: ['reason'],
    registers,
  })
  return {
    cutConnection: (reason: CutReason) => cuts.labels(reason).inc(),
    observerOf: (method: string, route: string) => {
      const duration = durations.labels(method, route)
      const byStatus = new Map<number, Counter.Internal>()
      return (status: number, ms: number) => {
        const counter = byStatus.get(status) ?? requests.labels(method, route, status.toString())
        byStatus.set(status, counter)
        counter.inc()
        duration.observe(ms / 1_000)
      }
    },
  }
}

/** Metrics of messages that this node refused, and of sign-ins that failed. */
function distrustMetrics(registry: Registry) {
  const refused = new Counter({
    name: 'tukar_broadcast_refused_total',
    help: 'Messages between nodes that this node refused, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  })
  // An alert on the first forged one needs the count before it.
  for (const reason of refusedMessages) refused.labels(reason).inc(0)
  const signInFailures = new Counter({
    name: 'tukar_sign_in_failures_total',
    help: 'Failed sign-ins that this node recorded, of users and operators, by reason.',
    labelNames: ['account', 'reason'],
    registers: [registry],
  })
  return {
    showSignInFailures: (counts: Iterable<SignInFailureCount>) => {
      signInFailures.reset()
      for (const { account, reason, count } of counts)
        signInFailures.labels(account, reason).inc(count)
    },
    countRefusedMessage: (reason: RefusedMessage) => refused.labels(reason).inc(),
  }
}

/** Metrics of the work behind the requests: transactions, calls to providers, jobs. */
function workMetrics(registry: Registry) {
  const transactions = timed(registry, 'database_transaction', {
    many: 'Tries of transactions; one that is retried counts as another try.',
    time: 'Time of a try of a transaction, with the wait for a connection.',
    labels: [],
    buckets: secondsBuckets,
  })
  const calls = timed(registry, 'provider_call', {
    many: 'Calls sent to providers; unknown: without a clear response, or our key was refused.',
    time: 'Time of a call to a provider, with its response.',
    labels: ['provider'],
    buckets: secondsBuckets,
  })
  const runs = timed(registry, 'job_run', {
    many: 'Runs of queued and periodic jobs on this node.',
    time: 'Time of a run of a job.',
    labels: ['task'],
    buckets: jobBuckets,
  })
  const reads = new Counter({
    name: 'tukar_database_replica_reads_total',
    help: 'Reads that may be some seconds old, by route: replica or primary.',
    labelNames: ['route'],
    registers: [registry],
  })
  const callbacks = new Counter({
    name: 'tukar_callbacks_total',
    help: 'Callbacks that this node applied when it received them, by outcome.',
    labelNames: ['source', 'outcome'],
    registers: [registry],
  })
  return {
    showCallbacks: (counts: Iterable<CallbackCount>) => {
      callbacks.reset()
      for (const { source, outcome, events } of counts)
        callbacks.labels(source, outcome).inc(events)
    },
    showReads: (counts: ReadonlyMap<string, number>) => {
      reads.reset()
      for (const [route, count] of counts) reads.labels(route).inc(count)
    },
    observeTransaction: (outcome: string, ms: number) => transactions([], outcome, ms),
    observeCall: (provider: string, outcome: string, ms: number) => calls([provider], outcome, ms),
    observeJob: (job: string, outcome: string, ms: number) => runs([job], outcome, ms),
  }
}

type Timed = Readonly<{
  many: string
  time: string
  labels: readonly string[]
  buckets: number[]
}>

/** A counter by outcome, and a histogram of the durations of the same events. */
function timed(registry: Registry, name: string, { many, time, labels, buckets }: Timed) {
  const counter = new Counter({
    name: `tukar_${name}s_total`,
    help: many,
    labelNames: [...labels, 'outcome'],
    registers: [registry],
  })
  const histogram = new Histogram({
    name: `tukar_${name}_duration_seconds`,
    help: time,
    labelNames: [...labels],
    buckets,
    registers: [registry],
  })
  return (values: readonly string[], outcome: string, ms: number): void => {
    counter.labels(...values, outcome).inc()
    histogram.labels(...values).observe(ms / 1_000)
  }
}
