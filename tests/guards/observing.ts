/** What the rules and dashboards of ops/observing use, and what is wrong with it. */
import { z } from 'zod'

/** Names of postgres_exporter, and of Prometheus itself. */
const others = new Set([
  'ALERTS',
  'pg_database_size_bytes',
  'pg_locks_count',
  'pg_replication_lag_seconds',
  'pg_settings_max_connections',
  'pg_stat_activity_count',
  'pg_stat_activity_max_tx_duration',
  'pg_stat_database_blks_hit',
  'pg_stat_database_blks_read',
  'pg_stat_database_deadlocks',
  'pg_stat_database_xact_commit',
  'pg_stat_database_xact_rollback',
  'pg_up',
  'up',
])

const words = new Set(['and', 'or', 'unless', 'bool', 'offset'])
const grouping = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g

/** Returns the names of the metrics in an expression of PromQL. */
export function metricsIn(expr: string): readonly string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(grouping, '')
  const names = bare.matchAll(/(?<![\w.])[a-zA-Z_:][\w:]*(?!\s*\(|\w)/g)
  return [...names].map(([name]) => name).filter((name) => !words.has(name))
}

export type Alert = Readonly<{ name: string; expr: string; runbook: string }>

/** Reads the alerts of our own file, whose form is one item per alert. */
export function alertsIn(yaml: string): readonly Alert[] {
  return yaml
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((text) => ({
      name: /^\w+/.exec(text)?.[0] ?? '',
      expr: /^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.*))/m.exec(text)?.slice(1).join('').trim() ?? '',
      runbook: /^ {10}runbook: (.*)$/m.exec(text)?.[1] ?? '',
    }))
}

const Dashboard = z.object({
  uid: z.string().min(1),
  title: z.string().min(1),
  panels: z
    .array(
      z.object({
        id: z.int(),
        title: z.string().min(1),
        targets: z.array(z.object({ refId: z.string(), expr: z.string().min(1) })).min(1),
      }),
    )
    .min(1),
})

/** Returns the expressions of a dashboard, with Grafana's own variables filled in. */
export const expressionsOf = (json: string): readonly string[] =>
  Dashboard.parse(JSON.parse(json))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    .map((expr) => expr.replaceAll('$__rate_interval', '5m'))

type Files = Readonly<Record<string, string>>

/** Finds metrics that no node serves, in rules and dashboards. */
export function unknownMetrics(files: Files, known: readonly string[]): readonly string[] {
  const served = new Set([...known, ...others])
  return Object.entries(files).flatMap(([file, text]) => {
    const exprs = file.endsWith('.json')
      ? expressionsOf(text)
      : alertsIn(text).map(({ expr }) => expr)
    const missing = new Set(exprs.flatMap(metricsIn).filter((name) => !served.has(name)))
    return [...missing].map((name) => `${file} uses ${name}, which no node serves`)
  })
}

/** Finds alerts without their page or without tests, and pages without an alert. */
export function brokenAlerts(rules: string, tests: string, pages: readonly string[]) {
  const alerts = alertsIn(rules)
  const named = new Set(alerts.map(({ name }) => `docs/runbooks/${name}.md`))
  const untested = alerts.flatMap(({ name }) =>
    ['fires', 'stays silent']
      .filter((outcome) => !tests.includes(`- name: ${name} ${outcome}\n`))
      .map((outcome) => `no test shows that ${name} ${outcome}`),
  )
  const unexplained = alerts
    .filter(({ name, runbook }) => {
      const page = `docs/runbooks/${name}.md`
      return runbook !== page || !pages.includes(page)
    })
    .map(({ name }) => `${name} has no runbook docs/runbooks/${name}.md`)
  const orphans = pages
    .filter((page) => !named.has(page) && page !== 'docs/runbooks/README.md')
    .map((page) => `${page} explains no alert`)
  return [...untested, ...unexplained, ...orphans]
}

/** Finds kinds of the service's own alerts that the index of runbooks does not name. */
export const unlistedKinds = (kinds: readonly string[], index: string): readonly string[] =>
  kinds.filter((kind) => !index.includes(`\`${kind}\``))

/** Finds dashboards that Grafana would not import, or import over another. */
export function brokenDashboards(files: Files): readonly string[] {
  const seen = new Set<string>()
  return Object.entries(files).flatMap(([file, text]) => {
    const read = Dashboard.safeParse(JSON.parse(text))
    if (!read.success) return [`${file} is no dashboard: ${z.prettifyError(read.error)}`]
    const { uid, panels } = read.data
    const found = seen.has(uid) ? [`${file} has the uid of another`] : []
    seen.add(uid)
    const ids = new Set(panels.map(({ id }) => id))
    return ids.size === panels.length ? found : [...found, `${file} has two panels of one id`]
  })
}
