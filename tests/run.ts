/**
 * Runs the tests for `npm test`, or those with one of the arguments in their path. `--all` adds the
 * slow ones, `*.slow.test.ts`, which also run if an argument names them; `--shuffle` or
 * `--shuffle=SEED` runs the files in a random order. Files of `--all` that fail run once more.
 */
import { hash, randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { claimPorts } from './free-port.ts'
import { type Counts, type LaneOptions, openLane } from './lane.ts'
import { cacheFolder, scratchFolder } from './prepared-cluster.ts'
import { showProgress } from './progress.ts'
import { startTestServer } from './test-server.ts'

const root = path.dirname(import.meta.dirname)
/** Files that may run once more; if more fail, the fault is not the machine's. */
const mostAgain = 6
const isSlow = (file: string): boolean => file.includes('.slow')
const isGuard = (file: string): boolean => file.includes('/tests/guards/')
/** Whether most of the time goes to processes that the tests of this file start, and wait for. */
const startsProcesses = (file: string): boolean =>
  isSlow(file) || /\/tests\/(?:guides|journeys)\b/.test(file)
/** Whether it waits for most of a minute, however few its lines. */
const isLongest = (file: string): boolean => /\/tests\/(?:guides|journeys\/demo|chaos)/.test(file)
const isInBrowser = (file: string): boolean => file.includes('/tests/browser/')

/**
 * Concurrent processes: one more than the cores, because tests also wait; two busy ones on a core
 * cost more than they gain. An external PostgreSQL server may accept few connections, and a browser
 * runs several busy processes itself.
 */
function lanesFor(files: readonly string[]): number {
  const isAlone = process.env['TEST_DATABASE_URL'] === undefined && !files.every(isInBrowser)
  const most = isAlone ? Math.min(availableParallelism() + 1, 6) : 2
  return Math.min(most, Math.ceil(files.length / 3))
}

/** Folders whose dependencies are separate packages, which a plain `npm ci` does not install. */
const apart = [
  'packages/ccxt/',
  'sandbox/clients/',
  'tools/contracts/',
  'tools/packaging/',
  'tests/browser/',
]

process.exitCode = await main()

async function main(): Promise<number> {
  const { positionals: filters, values } = parseArgs({
    allowPositionals: true,
    args: process.argv.slice(2).map((one) => (one === '--shuffle' ? '--shuffle=' : one)),
    options: {
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      shuffle: { type: 'string' },
    },
  })
  if (values.help) {
    console.log('npm test -- [--all] [--shuffle[=SEED]] [a part of the path of the files]…')
    return 0
  }
  const files = findFiles(filters, values.all)
  if (files.length === 0) {
    console.error(`no test file has ${filters.join(' or ')} in its path`)
    return 1
  }
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => interrupted.abort())
  }
  // The reader of our output may exit (`| head`); the server must be stopped all the same.
  process.stdout.on('error', () => interrupted.abort())
  const progress = showProgress(files.length, root, process.stdout)
  const ports = await claimPorts()
  const temporary = await scratchFolder()
  const server = await startTestServer()
  try {
    // Servers and decoders of other users have their files there.
    await chmod(temporary, 0o711)
    const env = {
      ...process.env,
      TMPDIR: temporary,
      TEST_DATABASE_URL: server.url,
      TEST_TEMPLATE: server.template,
      TEST_STRATEGY: server.strategy,
      TEST_PORTS: String(ports.first),
      NODE_COMPILE_CACHE: path.join(cacheFolder, 'compiled'),
    }
    const { signal } = interrupted
    const order =
      values.shuffle === undefined ? longestFirst(files) : shuffled(files, values.shuffle)
    const mayRunAgain = (file: string) => values.all || isInBrowser(file)
    const { passed, failed } = await runAll(order, { root, env, signal, progress }, mayRunAgain)
    progress.close()
    console.log(`${passed} passed, ${failed} failed`)
    return failed > 0 || passed === 0 || interrupted.signal.aborted ? 1 : 0
  } finally {
    await server.stop()
    ports.release()
    await rm(temporary, { recursive: true, force: true })
  }
}

function findFiles(filters: readonly string[], all: boolean): readonly string[] {
  const folders = ['tests', 'src', 'sandbox', 'tools', 'bench', 'packages', 'web']
  const exclude = (name: string): boolean => name.endsWith('node_modules')
  const isWanted = (folder: string): boolean =>
    filters.some((part) => `${part}/`.startsWith(folder))
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude }))
    .filter((file) => filters.length === 0 || filters.some((part) => file.includes(part)))
    .filter((file) => all || !isSlow(file) || filters.some((part) => isSlow(part)))
    .filter((file) => apart.every((folder) => isWanted(folder) || !file.startsWith(folder)))
    .map((file) => path.join(root, file))
}

type Queue = Iterable<readonly string[]>

/**
 * The queues from which each lane takes its next batch when it has finished one. The guards are one
 * batch, since one process parses the project for all of them. One of several lanes begins with the
 * files that mostly wait, which leaves the processors to the others.
 */
function lanesOf(files: readonly string[]): readonly (readonly Queue[])[] {
  const waiting = files.filter(startsProcesses).map((file) => [file])
  const others = files.filter((file) => !isGuard(file) && !startsProcesses(file))
  const queues = [[files.filter(isGuard), ...others.map((file) => [file])], waiting]
  const [busy = [], calm = []] = queues.map((queue) => queue.values())
  const lanes = Array.from({ length: lanesFor(files) }, () => [busy, calm])
  return lanes.length > 2 ? lanes.with(-1, [calm, busy]) : lanes
}

/** Takes the files of queues that other lanes empty as well. */
function* taken(queues: readonly Queue[]): Generator<string> {
  for (const queue of queues) for (const batch of queue) yield* batch
}

/**
 * A page or a process may miss its time on a machine that stood still, so of a browser's files and
 * of a run of all, the first few that failed are run once more, by themselves.
 */
async function runAll(
  files: readonly string[],
  options: LaneOptions,
  mayRunAgain: (file: string) => boolean,
): Promise<Counts> {
  const { sum, again } = await runIn(lanesOf(files), options, mayRunAgain)
  for (const file of again) options.progress.say(`once more: ${path.relative(root, file)}\n`)
  const alone: Queue = [again]
  const { sum: repeated } = await runIn([[alone]], options, () => false)
  return { passed: sum.passed + repeated.passed, failed: sum.failed + repeated.failed }
}

/** Runs the files of lanes; returns those that failed and may run again, which do not count. */
async function runIn(
  lanes: readonly (readonly Queue[])[],
  options: LaneOptions,
  mayRunAgain: (file: string) => boolean,
) {
  const sum = { passed: 0, failed: 0 }
  const again: string[] = []
  const work = async (queues: readonly Queue[], number: number) => {
    const env = { ...options.env, TEST_LANE: String(number) }
    const lane = openLane({ ...options, env })
    const run = async (file: string) => {
      const { passed, failed } = await lane.runFile(file)
      if (failed > 0 && mayRunAgain(file) && again.length < mostAgain) return void again.push(file)
      sum.passed += passed
      sum.failed += failed
      options.progress.fileDone()
    }
    for (const file of taken(queues)) if (!options.signal.aborted) await run(file)
    await lane.end()
  }
  await Promise.all(lanes.map(work))
  return { sum, again }
}

/** Orders files longest first, so that all lanes end at about the same time. */
function longestFirst(files: readonly string[]): readonly string[] {
  const weighed = files.map((file) => ({ file, weight: weightOf(file) }))
  return weighed.toSorted((one, other) => other.weight - one.weight).map(({ file }) => file)
}

/**
 * Estimates a file's duration: tests that start processes or visit all pages are slowest. Of the
 * slow ones, those of few lines play whole programs.
 */
function weightOf(file: string): number {
  const text = readFileSync(file, 'utf8')
  if (isLongest(file)) return 1e9
  if (isSlow(file)) return 1e9 / text.length
  const isWhole = /\/tests\/(?:journeys|races|guards|guides|browser\/console-walk)\b/.test(file)
  const each = isWhole ? 10 : /(?:startTukar|testDatabase)\(/.test(text) ? 3 : 1
  return each * text.length
}

/** Returns a random order, repeatable with the same seed. */
function shuffled(files: readonly string[], given: string): readonly string[] {
  const seed = given === '' ? String(randomInt(1e9)) : given
  console.log(`shuffled; --shuffle=${seed} repeats this order`)
  const keyed = files.map((file) => ({ file, key: hash('sha256', `${seed} ${file}`) }))
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ file }) => file)
}
