/**
 * The processor time of a part by its use: a CPU profile of each service that ran, for the
 * tools that read them, and PostgreSQL's statements by their time, planning included.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { z } from 'zod'
import { figure, line, rounded } from './figures.ts'
import type { Stage } from './stage.ts'

const shown = 10
const textChars = 110
/**
 * The options for which `start.js` restarts. A profiled process must not: the profiler's timer can
 * expire while no handler is installed, which ends it.
 */
const startOptions = {
  flags: ['--max-semi-space-size=32', '--heap-growing-percent=150'],
  env: { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_ARENA_MAX: '2' },
}

export type Profile = Readonly<{
  /** The options with which Node writes a CPU profile when the service ends. */
  nodeFlags: readonly string[]
  /** Resets PostgreSQL's statistics. */
  begin: () => Promise<void>
  /** Writes the statistics since then, and prints the largest shares. */
  end: () => Promise<void>
}>

/** Profiles into a folder that is emptied before. The stage must count statements. */
export async function startProfile({ sql }: Stage, folder: string): Promise<Profile> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await sql.query('create extension if not exists pg_stat_statements')
  Object.assign(process.env, startOptions.env)
  return {
    nodeFlags: [...startOptions.flags, '--cpu-prof', `--cpu-prof-dir=${folder}`],
    begin: async () => {
      await sql.query('select pg_stat_statements_reset()')
    },
    end: async () => {
      await printStatements(await statementsOf({ sql }), folder)
      for (const file of await profilesIn(folder)) await printProfile(file)
    },
  }
}

type Statement = Readonly<{ text: string; calls: number; ms: number; planMs: number }>

async function statementsOf({ sql }: Pick<Stage, 'sql'>): Promise<readonly Statement[]> {
  const found = await sql.query(
    `select query as text, calls::int, total_plan_time + total_exec_time as ms,
            total_plan_time as "planMs"
     from pg_stat_statements order by ms desc`,
  )
  return found.rows
}

async function printStatements(statements: readonly Statement[], folder: string): Promise<void> {
  const file = path.join(folder, 'statements.json')
  await writeFile(file, JSON.stringify(statements, null, 2))
  const all = statements.reduce((sum, { ms }) => sum + ms, 0)
  line()
  line(`PostgreSQL's statements, of ${rounded(all)} ms together (${file})`)
  const planning = statements.reduce((sum, { planMs }) => sum + planMs, 0)
  line(`${share(planning, all)} of it to plan them`)
  for (const { text, calls, ms, planMs } of statements.slice(0, shown)) {
    const words = text.replaceAll(/\s+/g, ' ').slice(0, textChars)
    const plan = `planning ${share(planMs, all).trim()}`
    line(`${share(ms, all)} (${plan}) ${rounded(calls).padStart(9)} ×  ${words}`)
  }
}

/** Sorts the services of a part by work; the busiest comes last. */
async function profilesIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'))
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      return { file, bytes: (await stat(file)).size }
    }),
  )
  return files.toSorted((a, b) => a.bytes - b.bytes).map(({ file }) => file)
}

const CpuProfile = z.object({
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.int() }),
    }),
  ),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.number()),
})
type Frame = z.output<typeof CpuProfile>['nodes'][number]['callFrame']

async function printProfile(file: string): Promise<void> {
  const { nodes, samples, timeDeltas } = CpuProfile.parse(JSON.parse(await readFile(file, 'utf8')))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const byFunction = new Map<string, number>()
  const byPlace = new Map<string, number>()
  let all = 0
  for (const [at, node] of samples.entries()) {
    const frame = frames.get(node)
    if (frame === undefined || frame.functionName === '(idle)') continue
    const ms = (timeDeltas[at] ?? 0) / 1_000
    all += ms
    add(byPlace, placeOf(frame), ms)
    add(byFunction, `${frame.functionName || '(anonymous)'} ${placeOf(frame)}`, ms)
  }
  line()
  figure('The service was busy for', `${rounded(all)} ms (${file})`)
  for (const shares of [byPlace, byFunction]) {
    for (const [name, ms] of largest(shares)) line(`${share(ms, all)}  ${name}`)
    line()
  }
}

const add = (to: Map<string, number>, name: string, ms: number): void => {
  to.set(name, (to.get(name) ?? 0) + ms)
}

const largest = (shares: ReadonlyMap<string, number>): readonly (readonly [string, number])[] =>
  [...shares].toSorted(([, a], [, b]) => b - a).slice(0, shown)

const share = (ms: number, all: number): string =>
  `${((ms * 100) / Math.max(all, 1)).toFixed(1).padStart(7)} %`

/** A package, a room of ours, a module of Node, or the engine itself. */
function placeOf({ functionName, url }: Frame): string {
  const dependency = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (dependency !== undefined) return dependency
  if (url === '') return functionName
  return /\/((?:src|sandbox)\/.*)\/[^/]+$/.exec(url)?.[1] ?? url
}
