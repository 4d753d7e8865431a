import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { alertRules, place } from '../../ops/cluster/files.ts'
import { OperatorNotice } from '../../src/core/outbox/notices.ts'
import { createMetrics } from '../../src/platform/http/monitoring/metrics.ts'
import { seriesNames } from '../../tools/metrics.ts'
import {
  alertsIn,
  brokenAlerts,
  brokenDashboards,
  expressionsOf,
  metricsIn,
  unknownMetrics,
  unlistedKinds,
} from './observing.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const filesIn = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder)).map((file) => `${folder}/${file}`)

const rulesFile = 'ops/observing/alerts.yml'
const rules = read(rulesFile)
const dashboards = Object.fromEntries(
  filesIn('ops/observing/dashboards').map((file) => [file, read(file)]),
)

/** Runs promtool of Debian's package `prometheus`; `.ci/run` reports if it is not installed. */
function promtool(args: readonly string[], input = '') {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, {
    cwd: root,
    input,
    encoding: 'utf8',
    timeout: 180_000,
  })
  return { isMissing: error !== undefined, status, text: stdout + stderr }
}
const withPromtool = { skip: promtool(['--version']).isMissing && 'promtool is not installed' }

test('rules and dashboards use metrics that nodes serve', () => {
  const files = { [rulesFile]: rules, ...dashboards }
  assert.deepEqual(unknownMetrics(files, seriesNames()), [])
  const sample = '      - alert: A\n        expr: sum by (x) (rate(tukar_gone{a="b"}[5m])) > 1\n'
  assert.equal(unknownMetrics({ 'a.yml': sample }, seriesNames()).length, 1)
  assert.deepEqual(metricsIn('time() - max(a{b="c d"}) > 1 and on (e) f_total offset 5m'), [
    'a',
    'f_total',
  ])
})

test('each alert has a runbook, and tests that it fires and stays silent', () => {
  const tests = read('ops/observing/alerts.test.yml')
  const pages = filesIn('docs/runbooks')
  assert.ok(alertsIn(rules).length > 20)
  assert.deepEqual(brokenAlerts(rules, tests, pages), [])
  const more = `${rules}      - alert: Unknown\n        expr: up == 0\n`
  assert.equal(brokenAlerts(more, tests, [...pages, 'docs/runbooks/Gone.md']).length, 4)
})

test('the index of runbooks lists every alert, of Prometheus and of the service', () => {
  const index = read('docs/runbooks/README.md')
  const { kind } = OperatorNotice.shape
  const unlinked = alertsIn(rules).filter(({ name }) => !index.includes(`[${name}](${name}.md)`))
  assert.deepEqual(unlinked, [])
  assert.deepEqual(unlistedKinds(kind.options, index), [])
  assert.deepEqual(unlistedKinds(['break', 'brake'], index), ['brake'])
})

test('dashboards can be imported side by side', () => {
  assert.ok(Object.keys(dashboards).length >= 4)
  assert.deepEqual(brokenDashboards(dashboards), [])
  const [first = ''] = Object.values(dashboards)
  const broken = { 'a.json': first, 'b.json': first, 'c.json': '{"uid": "c"}' }
  assert.equal(brokenDashboards(broken).length, 2)
})

test('promtool accepts the rules, and their tests pass', withPromtool, () => {
  for (const [what, file] of [
    ['check', rulesFile],
    ['test', 'ops/observing/alerts.test.yml'],
  ] as const) {
    const { status, text } = promtool([what, 'rules', file])
    assert.equal(status, 0, text)
  }
})

test("promtool accepts the cluster's configuration with the rules", withPromtool, (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tukar-prometheus-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const jobs = ['NODE', 'PATRONI', 'ETCD', 'HAPROXY']
  const targets = Object.fromEntries(jobs.map((job) => [`${job}_TARGETS`, "'127.0.0.1:1'"]))
  const file = place('prometheus.yml', folder, targets, null)
  assert.notEqual(promtool(['check', 'config', file]).status, 0, 'the rules are not there yet')
  place(alertRules, folder, {}, null)
  const { status, text } = promtool(['check', 'config', file])
  assert.equal(status, 0, text)
  assert.match(text, new RegExp(`${alertsIn(rules).length} rules found`))
})

test('promtool can parse every expression of the dashboards', withPromtool, (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tukar-rules-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const check = (exprs: readonly string[]) => {
    const items = exprs.map((expr, at) => ({ record: `panel:${at}`, expr }))
    const file = path.join(folder, 'rules.yml')
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: items }] }))
    return promtool(['check', 'rules', file])
  }
  const { status, text } = check(Object.values(dashboards).flatMap(expressionsOf))
  assert.equal(status, 0, text)
  assert.notEqual(check(['sum by (']).status, 0)
})

test('promtool finds the names of all metrics conventional', withPromtool, async () => {
  const metrics = createMetrics()
  const { figures, node } = metrics
  // Without a value a metric with labels has no line.
  metrics.observerOf('GET', '/api/news')(200, 1)
  metrics.cutConnection('room')
  metrics.observeTransaction('committed', 1)
  metrics.observeCall('payx', 'accepted', 1)
  metrics.observeJob('deliver', 'done', 1)
  metrics.showReads(new Map([['replica', 1]]))
  for (const gauge of [...Object.values(figures), ...Object.values(node)]) gauge.set({}, 1)
  const { status, text } = promtool(['check', 'metrics'], await metrics.gather())
  assert.deepEqual([status, text], [0, ''])
  const bad = '# HELP a_total b.\n# TYPE a_total gauge\na_total 1\n'
  assert.notEqual(promtool(['check', 'metrics'], bad).status, 0)
})
