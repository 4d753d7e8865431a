/**
 * Runs all tests for `npm test`, or those with one of the arguments in their path. `--slowest` also
 * lists the slowest files and tests.
 */
import { fork } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { Ended, type Progress, showProgress } from './progress.ts'
import { startTestServer } from './server.ts'

const root = path.dirname(import.meta.dirname)
const isInBrowser = (file: string): boolean => file.includes('/tests/browser/')

/**
 * Concurrent processes: tests wait about half of their time, so a core serves two. A foreign
 * PostgreSQL server may accept few connections, and a browser is several busy processes itself.
 */
const lanesFor = (files: readonly string[]): number =>
  process.env['TEST_DATABASE_URL'] === undefined && !files.every(isInBrowser)
    ? Math.min(Math.max(2 * availableParallelism(), 3), 6)
    : 2
/** The most files that a process runs before the next takes its place. */
const filesEach = 12
const batchTimeoutMs = 900_000

/** Their dependencies are packages of their own, which a plain `npm ci` does not install. */
const apart = ['sandbox/clients/', 'tools/contracts/', 'tools/packaging/', 'tests/browser/']

const Counts = z.object({ passed: z.int(), failed: z.int() })
type Counts = z.infer<typeof Counts>
const Message = z.union([z.object({ ended: Ended }), z.object({ counts: Counts })])

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const filters = args.filter((one) => one !== '--slowest')
  const files = findFiles(filters)
  if (files.length === 0) {
    console.error(`no test file has ${filters.join(' or ')} in its path`)
    return 1
  }
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => interrupted.abort())
  }
  // The reader of our output may leave (`| head`); the server must be stopped all the same.
  process.stdout.on('error', () => interrupted.abort())
  const progress = showProgress(files.length, root, process.stdout)
  const server = await startTestServer()
  // All processes but the first find the sources compiled.
  const compiled = await mkdtemp(path.join(tmpdir(), 'tukar-compiled-'))
  try {
    const env = {
      ...process.env,
      TEST_DATABASE_URL: server.url,
      TEST_TEMPLATE: server.template,
      TEST_STRATEGY: server.strategy,
      NODE_COMPILE_CACHE: compiled,
    }
    const { signal } = interrupted
    const { passed, failed } = await runAll(files, { env, signal, progress })
    progress.close(args.includes('--slowest'))
    console.log(`${passed} passed, ${failed} failed`)
    return failed > 0 || passed === 0 || interrupted.signal.aborted ? 1 : 0
  } finally {
    await server.stop()
    await rm(compiled, { recursive: true, force: true })
  }
}

function findFiles(filters: readonly string[]): readonly string[] {
  const folders = ['tests', 'src', 'sandbox', 'tools', 'bench', 'packages', 'web']
  const exclude = (name: string): boolean => name.endsWith('node_modules')
  const isWanted = (folder: string): boolean =>
    filters.some((part) => `${part}/`.startsWith(folder))
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude }))
    .filter((file) => filters.length === 0 || filters.some((part) => file.includes(part)))
    .filter((file) => apart.every((folder) => isWanted(folder) || !file.startsWith(folder)))
    .map((file) => path.join(root, file))
}

type Lane = Readonly<{ env: NodeJS.ProcessEnv; signal: AbortSignal; progress: Progress }>

async function runAll(files: readonly string[], lane: Lane): Promise<Counts> {
  const sum = { passed: 0, failed: 0 }
  const lanes = lanesFor(files)
  const batches = batchesOf(files, lanes).values()
  const work = async (number: number) => {
    const env = { ...lane.env, TEST_LANE: String(number) }
    for (const some of batches) {
      if (lane.signal.aborted) return
      const { passed, failed } = await runFiles(some, { ...lane, env })
      sum.passed += passed
      sum.failed += failed
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, number) => work(number)))
  return sum
}

/**
 * The longest files come first, and batches become smaller towards the end, so that all lanes end
 * at about the same time.
 */
function batchesOf(files: readonly string[], lanes: number): readonly (readonly string[])[] {
  const weighed = files
    .map((file) => ({ file, weight: weightOf(file) }))
    .toSorted((one, other) => other.weight - one.weight)
  let left = weighed.reduce((sum, { weight }) => sum + weight, 0)
  const batches: string[][] = []
  let room = 0
  for (const { file, weight } of weighed) {
    const batch = batches.at(-1)
    if (batch === undefined || batch.length === filesEach || weight > room) {
      room = left / (2 * lanes)
      batches.push([file])
    } else batch.push(file)
    room -= weight
    left -= weight
  }
  return batches
}

/**
 * Estimates a file's duration: tests that each start a service are slowest, then those that share
 * one or have a database.
 */
function weightOf(file: string): number {
  const text = readFileSync(file, 'utf8')
  const each = text.includes('startTukar(')
    ? 10
    : /(?:sharedTukar|testDatabase)\(/.test(text)
      ? 3
      : 1
  return each * text.length
}

/** Prints the output of a process after its end, so that outputs do not mix. */
async function runFiles(
  files: readonly string[],
  { env, signal, progress }: Lane,
): Promise<Counts> {
  const child = fork(path.join(import.meta.dirname, 'run-files.ts'), files, {
    env,
    signal,
    timeout: batchTimeoutMs,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (some: Buffer) => said.push(some))
  }
  let result: Counts | null = null
  let done = 0
  child.on('message', (sent) => {
    const message = Message.parse(sent)
    if ('counts' in message) result = message.counts
    else {
      progress.ended(message.ended)
      // Files run in order: the first result of one means that those before it have ended.
      const before = files.indexOf(message.ended.file)
      if (before > done) {
        progress.filesDone(before - done)
        done = before
      }
    }
  })
  // Stopping it is an error, too; it closes either way, with counts or without.
  child.on('error', () => undefined)
  await new Promise((resolve) => child.on('close', resolve))
  progress.say(Buffer.concat(said))
  progress.filesDone(files.length - done)
  if (result !== null) return result
  const names = files.map((file) => path.relative(root, file))
  progress.say(`✖ ended without a result: ${names.join(', ')}\n`)
  return { passed: 0, failed: 1 }
}
