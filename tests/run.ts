/** What `npm test` runs: all tests, or those whose path has one of the arguments in it. */
import { fork } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { startTestServer } from './server.ts'

const root = path.dirname(import.meta.dirname)
/** Processes at once: a server of somebody else's may take few connections. */
const lanes = process.env['TEST_DATABASE_URL'] === undefined ? 3 : 2
/** How many files a process runs before the next takes its place. */
const filesEach = 8
const batchTimeoutMs = 900_000

/** Its dependencies are a package of their own, which a plain `npm ci` does not install. */
const clients = 'sandbox/clients/'

const Counts = z.object({ passed: z.int(), failed: z.int() })
type Counts = z.infer<typeof Counts>

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
    const { passed, failed } = await runAll(files, { env, signal: interrupted.signal })
    console.log(`${passed} passed, ${failed} failed`)
    return failed > 0 || passed === 0 || interrupted.signal.aborted ? 1 : 0
  } finally {
    await server.stop()
    await rm(compiled, { recursive: true, force: true })
  }
}

/** Those of `tests`, which take longest, come first. */
function findFiles(filters: readonly string[]): readonly string[] {
  const folders = ['tests', 'src', 'sandbox']
  const exclude = (name: string): boolean => name.endsWith('node_modules')
  const withClients = filters.some((part) => `${part}/`.startsWith(clients))
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude }).toSorted())
    .filter((file) => filters.length === 0 || filters.some((part) => file.includes(part)))
    .filter((file) => withClients || !file.startsWith(clients))
    .map((file) => path.join(root, file))
}

type Lane = Readonly<{ env: NodeJS.ProcessEnv; signal: AbortSignal }>

async function runAll(files: readonly string[], lane: Lane): Promise<Counts> {
  const sum = { passed: 0, failed: 0 }
  const waiting = batchesOf(files).values()
  const work = async () => {
    for (const some of waiting) {
      if (lane.signal.aborted) return
      const { passed, failed } = await runFiles(some, lane)
      sum.passed += passed
      sum.failed += failed
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return sum
}

/** Spreads neighbours over all batches, since the files that take longest share a folder. */
function batchesOf(files: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(files.length / filesEach)
  return Array.from({ length: count }, (_, at) => files.filter((_, index) => index % count === at))
}

/** Shows what a process says once it is over, so that no two speak at once. */
async function runFiles(files: readonly string[], { env, signal }: Lane): Promise<Counts> {
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
  const told: Counts[] = []
  child.on('message', (message) => told.push(Counts.parse(message)))
  // That it was stopped is an error too; either way it closes, with counts or without.
  child.on('error', () => undefined)
  await new Promise((resolve) => child.on('close', resolve))
  process.stdout.write(Buffer.concat(said))
  if (told[0] !== undefined) return told[0]
  console.log(`✖ ended without a result: ${files.map((file) => path.relative(root, file))}`)
  return { passed: 0, failed: 1 }
}
