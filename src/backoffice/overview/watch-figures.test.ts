import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { httpContext } from '../../../tests/make/http-context.ts'
import { noPostgres, startPostgres } from '../../../tests/make/postgres-programs.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { startSilentServer } from '../../../tests/make/silent-server.ts'
import { administer, silent } from '../../../tests/server.ts'
import { migrate } from '../../core/database/schema/migrate.ts'
import { jobLimits } from '../../core/outbox/job-limits.ts'
import { pageLimits } from '../../platform/http/http-limits.ts'
import { createMetrics } from '../../platform/http/monitoring/metrics.ts'
import { overviewLimits } from './overview-limits.ts'
import { watchFigures } from './watch-figures.ts'

test('/metrics shows the deployment, this node, its transactions, calls and jobs', async (t) => {
  setLimits(t, overviewLimits, { figuresMs: 100 })
  setLimits(t, pageLimits, { asked: 10_000, metricsMs: 100 })
  setLimits(t, jobLimits, { reportEveryMs: 200, workEveryMs: 200 })
  const { service } = await startTukar(t, { jobs: 'all', fresh: true })
  const { db } = service.ctx
  await sql`
    insert into inbox (source, event_key, state, body)
    select 'test.bell', n::text, 'parked', '{}' from generate_series(1, 7) n`.execute(db.read)
  await sql`update wallet_flags set value = 0 where type in ('WD', 'TRADE')`.execute(db.read)
  const wanted = [
    /^tukar_operator_queue_items\{queue="parked-events"\} 7$/m,
    /^tukar_operator_queue_oldest_timestamp_seconds\{queue="parked-events"\} 1\d{9}/m,
    /^tukar_wallet_open\{kind="withdrawals"\} 0$/m,
    /^tukar_wallet_open\{kind="deposits"\} 1$/m,
    /^tukar_wallet_open\{kind="orders"\} 0$/m,
    /^tukar_nodes 1$/m,
    /^tukar_leader 1$/m,
    /^tukar_build_info\{version="\d+\.\d+\.\d+"\} 1$/m,
    /^tukar_inbox_pending_events 0$/m,
    /^tukar_database_standbys_asynchronous 0$/m,
    /^tukar_withdrawals_open\{status="SUBMITTED"\} 0$/m,
    /^tukar_ledger_breaches\{scope="recent"\} 0$/m,
    /^tukar_periodic_job_failures\{task="settle withdrawals"\} 0$/m,
    /^tukar_database_transactions_total\{outcome="committed"\} [1-9]/m,
    /^tukar_provider_calls_total\{provider="venue",outcome="accepted"\} [1-9]/m,
    /^tukar_job_runs_total\{task="settle withdrawals",outcome="done"\} [1-9]/m,
  ]
  const text = await eventually('all metrics', async () => {
    const text = await (await fetch(`${service.internalUrl}/metrics`)).text()
    return wanted.every((line) => line.test(text)) && text
  })
  // These queues are empty, so they have no oldest item.
  assert.doesNotMatch(text, /queue_oldest_timestamp_seconds\{queue="claims"\}/)
  assert.doesNotMatch(text, /^tukar_inbox_oldest_pending_timestamp_seconds /m)
  // The test server has no WAL archiving.
  assert.doesNotMatch(text, /^tukar_database_archive_/m)
})

test('failures of archiving are shown, and the last success', { skip: noPostgres }, async (t) => {
  const server = await startPostgres(t, { archive_mode: 'on' })
  const databaseUrl = server.url('postgres')
  await migrate({ url: databaseUrl, log: silent })
  const shows = async (...lines: readonly RegExp[]) => {
    const metrics = createMetrics()
    watchFigures(metrics, httpContext(t, { databaseUrl }))
    const text = await metrics.gather()
    return lines.every((line) => line.test(text)) && text
  }
  const archiveWith = (command: string) =>
    administer(
      databaseUrl,
      `alter system set archive_command = '${command}'`,
      'select pg_reload_conf()',
      'select pg_switch_wal()',
    )
  await archiveWith('false')
  const failing = await eventually('a failure', () =>
    shows(
      /^tukar_database_archive_failures [1-9]/m,
      /^tukar_database_archive_failure_timestamp_seconds 1\d{9}/m,
    ),
  )
  assert.doesNotMatch(failing, /^tukar_database_archive_success_timestamp_seconds /m)
  await archiveWith('true')
  await eventually('a success', () =>
    shows(/^tukar_database_archive_success_timestamp_seconds 1\d{9}/m),
  )
})

test('figures are absent, not out of date, while the database does not respond', async (t) => {
  const metrics = createMetrics()
  watchFigures(metrics, httpContext(t))
  metrics.figures.nodes.set(3)
  metrics.figures.queueItems.labels('claims').set(3)
  const text = await metrics.gather()
  assert.doesNotMatch(text, /^tukar_nodes /m)
  assert.doesNotMatch(text, /^tukar_operator_queue_items\{/m)
  assert.match(text, /^# TYPE tukar_nodes gauge$/m)
})

test('gathering waits for a hanging database no longer than its bound', async (t) => {
  setLimits(t, overviewLimits, { figuresWaitMs: 500 })
  const port = await startSilentServer(t)
  const databaseUrl = `postgresql://127.0.0.1:${port}/a?connect_timeout=60`
  const metrics = createMetrics()
  watchFigures(metrics, httpContext(t, { databaseUrl }))
  const startedMs = performance.now()
  await metrics.gather()
  const tookMs = performance.now() - startedMs
  const { figuresWaitMs } = overviewLimits
  assert.ok(tookMs > figuresWaitMs - 50 && tookMs < 30_000, `${tookMs}`)
})
