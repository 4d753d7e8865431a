/** What `npm test` runs: all tests, or those whose path has one of the arguments in it. */
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { startTestServer } from './server.ts'

const root = path.dirname(import.meta.dirname)
const filesAtOnce = 3
const fileTimeoutMs = 180_000

process.exitCode = await main(process.argv.slice(2))

async function main(filters: readonly string[]): Promise<number> {
  const files = findFiles(filters)
  if (files.length === 0) {
    console.error(`no test file has ${filters.join(' or ')} in its path`)
    return 1
  }
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => interrupted.abort())
  }
  // Whoever reads our output may leave (`| head`); the server must be stopped all the same.
  process.stdout.on('error', () => interrupted.abort())
  const server = await startTestServer()
  // Every file is a process of its own; all but the first find the sources compiled.
  const compiled = await mkdtemp(path.join(tmpdir(), 'tukar-compiled-'))
  try {
    process.env['NODE_COMPILE_CACHE'] = compiled
    process.env['TEST_DATABASE_URL'] = server.url
    process.env['TEST_TEMPLATE'] = server.template
    process.env['TEST_STRATEGY'] = server.strategy
    const counts = await runFiles(files, interrupted.signal)
    console.log(`${counts.passed} passed, ${counts.failed} failed`)
    return counts.failed > 0 || counts.passed === 0 || interrupted.signal.aborted ? 1 : 0
  } finally {
    await server.stop()
    await rm(compiled, { recursive: true, force: true })
  }
}

function findFiles(filters: readonly string[]): readonly string[] {
  const folders = ['src', 'sandbox', 'tests']
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }))
    .filter((file) => !file.startsWith(path.join('tests', 'storms')))
    .filter((file) => filters.length === 0 || filters.some((part) => file.includes(part)))
    .toSorted()
    .map((file) => path.join(root, file))
}

async function runFiles(
  files: readonly string[],
  signal: AbortSignal,
): Promise<{ passed: number; failed: number }> {
  const counts = { passed: 0, failed: 0 }
  const events = run({
    files: [...files],
    cwd: root,
    concurrency: filesAtOnce,
    timeout: fileTimeoutMs,
    signal,
  })
  events.on('test:summary', (summary) => {
    // Each file has its own summary too; the one of the whole run names no file.
    if (summary.file !== undefined) return
    const { tests, passed, skipped, todo } = summary.counts
    counts.passed = passed
    counts.failed = tests - passed - skipped - todo
  })
  const report = events.compose(new spec())
  report.pipe(process.stdout)
  const aborted = new Promise((resolve) =>
    signal.addEventListener('abort', resolve, { once: true }),
  )
  await Promise.race([finished(report).catch(() => undefined), aborted])
  if (counts.passed + counts.failed === 0) counts.failed = 1
  return counts
}
