import { Gauge, type Registry } from 'prom-client'

const gaugesIn =
  (registry: Registry) =>
  <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name: `tukar_${name}`, help, labelNames, registers: [registry] })

/** Gauges of this process. */
export function declareNodeGauges(registry: Registry) {
  const gauge = gaugesIn(registry)
  return {
    build: gauge('build_info', 'Always 1; the label is the version of the service.', ['version']),
    leader: gauge('leader', '1 while this node leads, else 0.'),
    connections: gauge('database_connections', 'Connections of the pool for requests.', ['state']),
    waiting: gauge('database_waiting_callers', 'Callers that wait for a connection of the pool.'),
    replicaLag: gauge(
      'database_replica_lag_seconds',
      'The greatest age of what the replica shows; absent without one that can be used.',
    ),
    circuitOpen: gauge(
      'provider_circuit_open',
      '1 while no calls are sent to a failing provider.',
      ['provider'],
    ),
    budget: gauge('provider_budget_used_ratio', "Used part of a provider's limit, from 0 to 1.", [
      'provider',
      'budget',
    ]),
  }
}

/** Gauges of the whole deployment, which every node reads from the database. */
export function declareFigures(registry: Registry) {
  const gauge = gaugesIn(registry)
  return {
    readAt: gauge(
      'figures_timestamp_seconds',
      'When this node last read the figures of the deployment from the database.',
    ),
    nodes: gauge('nodes', 'Nodes that reported within ten seconds.'),
    ...serverGauges(gauge),
    queuedJobs: gauge('queued_jobs', 'Jobs that are due or running, up to 10,000.', ['task']),
    oldestJob: gauge(
      'oldest_queued_job_timestamp_seconds',
      'When the oldest of the jobs that are due or running was due.',
      ['task'],
    ),
    jobSuccess: gauge(
      'periodic_job_success_timestamp_seconds',
      'Start of the last successful run of a periodic job, on any node.',
      ['task'],
    ),
    jobFailures: gauge('periodic_job_failures', 'Failed runs of a periodic job in a row.', [
      'task',
    ]),
    jobInterval: gauge('periodic_job_interval_seconds', 'Pause between runs of a periodic job.', [
      'task',
    ]),
    queueItems: gauge('operator_queue_items', 'Items that wait for operators, up to 1,000.', [
      'queue',
    ]),
    queueOldest: gauge(
      'operator_queue_oldest_timestamp_seconds',
      'Time of the oldest item that waits for operators; absent if none waits.',
      ['queue'],
    ),
    ...eventGauges(gauge),
    pendingEvents: gauge('inbox_pending_events', 'Stored callbacks to apply, up to 1,000.'),
    oldestEvent: gauge(
      'inbox_oldest_pending_timestamp_seconds',
      'When the oldest stored callback that is not applied was received; absent if none waits.',
    ),
    openWithdrawals: gauge(
      'withdrawals_open',
      'Withdrawals that have not ended, by status, up to 10,000.',
      ['status'],
    ),
    oldestWithdrawal: gauge(
      'withdrawals_oldest_open_timestamp_seconds',
      'When the oldest withdrawal that has not ended was requested, by status.',
      ['status'],
    ),
    walletOpen: gauge('wallet_open', '1 while this kind of request is open, 0 while stopped.', [
      'kind',
    ]),
    breaches: gauge('ledger_breaches', 'Violated invariants that the last audit found.', ['scope']),
    auditedAt: gauge('ledger_audit_timestamp_seconds', 'Time of the last audit of the ledger.', [
      'scope',
    ]),
  }
}

function serverGauges(gauge: ReturnType<typeof gaugesIn>) {
  return {
    archiveFailures: gauge(
      'database_archive_failures',
      'Failed attempts to archive the write-ahead log, since the statistics of the server were ' +
        'reset; absent without archiving.',
    ),
    archiveFailedAt: gauge(
      'database_archive_failure_timestamp_seconds',
      'Time of the last failed attempt to archive the write-ahead log; absent if there was none.',
    ),
    archivedAt: gauge(
      'database_archive_success_timestamp_seconds',
      'When the write-ahead log was last archived; absent if it never was.',
    ),
    standbysAsynchronous: gauge(
      'database_standbys_asynchronous',
      '1 while standbys follow the primary and commits wait for none of them, else 0.',
    ),
  }
}

function eventGauges(gauge: ReturnType<typeof gaugesIn>) {
  return {
    oldestFact: gauge(
      'events_oldest_unpublished_timestamp_seconds',
      'When the oldest fact was recorded that is not published as an event.',
    ),
    undelivered: gauge(
      'events_undelivered',
      'Events that wait for another attempt, of all subscriptions.',
    ),
    subscriptionsFailing: gauge(
      'event_subscriptions_failing_since_timestamp_seconds',
      'Since when a subscription has failed at every attempt; the oldest one.',
    ),
  }
}
