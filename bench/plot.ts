/**
 * Measures the figures of `docs/performance` and draws them: rates and latencies over the number of
 * connections, the cost over the stored moves, the use of processor time, and the peers.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import path from 'node:path'
import { requestsFor as listRequests, seedBalances } from './balance-list.ts'
import { newCallbacks } from './callbacks.ts'
import {
  orderRequests,
  seedOrderTraders,
  startBesideStub,
  startStub,
  untilBorne,
} from './orders.ts'
import { compareWithPeers } from './peers.ts'
import { figure, line } from './stage/figures.ts'
import { runLoad } from './stage/load.ts'
import { countProcessorTime, type Spent, untilIdle } from './stage/processor-time.ts'
import { onSeededStage } from './stage/seeded-stage.ts'
import { type Running, type Stage, seedMoves, startService } from './stage/stage.ts'

const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'docs/performance')
const connectionSteps = [1, 4, 16, 64, 256, 1_024]
/** The first size has only the moves of the warm-up, about a hundred thousand. */
const moveSteps = [0, 200_000, 500_000, 1_000_000]
const growthConnections = 256
const endless = Number.POSITIVE_INFINITY

/** Microseconds per operation: of the service, of PostgreSQL, and of the kernel for both. */
type Micros = Readonly<{ service: number; postgres: number; kernel: number }>

type Point = Readonly<{
  work: string
  connections: number
  perSecond: number
  /** Of the requests: an overloaded service refuses what it cannot do in time. */
  refusedPercent: number
  p50Ms: number
  p99Ms: number
  micros: Micros | null
}>

type Load = Readonly<{
  work: string
  running: Running
  requests: Iterator<Buffer>
  connections: number
  seconds: number
}>

async function pointOf(stage: Stage, load: Load): Promise<Point> {
  const { work, running, connections, requests, seconds } = load
  const spent = await countProcessorTime(stage, running)
  const { responses, statuses, p50Ms, p99Ms, ...rest } = await runLoad({
    ...{ port: running.port, requests, connections, seconds },
  })
  const done = statuses.get(200) ?? 0
  const perSecond = Math.round((rest.perSecond * done) / responses)
  const refusedPercent = hundredths(((responses - done) * 100) / responses)
  figure(`${work} over ${connections} connections`, `${perSecond}/s, refused ${refusedPercent} %`)
  return {
    ...{ work, connections, perSecond, refusedPercent },
    ...{ p50Ms: hundredths(p50Ms), p99Ms: hundredths(p99Ms) },
    micros: microsEach(spent(), done),
  }
}

const hundredths = (value: number): number => Math.round(value * 100) / 100

function microsEach(spent: Spent | null, times: number): Micros | null {
  if (spent === null) return null
  const { service, server } = spent
  const each = (micros: number) => Math.round(micros / times)
  return {
    service: each(service.userMicros),
    postgres: each(server.userMicros),
    kernel: each(service.kernelMicros + server.kernelMicros),
  }
}

type Work = Readonly<{ work: string; running: Running; requests: () => Iterator<Buffer> }>

/** Measures one kind of work over each number of connections, after a warm-up. */
async function overConnections(stage: Stage, work: Work, scale: number): Promise<readonly Point[]> {
  const { requests, ...rest } = work
  const at = (connections: number, seconds: number) =>
    pointOf(stage, { ...rest, requests: requests(), connections, seconds: seconds * scale })
  await at(64, 6)
  const points: Point[] = []
  for (const connections of connectionSteps) points.push(await at(connections, 4))
  return points
}

const mostPayments = 1_000_000
const credits = (): Iterator<Buffer> => newCallbacks(mostPayments)

type Growth = Readonly<{ moves: number; micros: Micros | null }>

async function creditsOverAll(stage: Stage, scale: number) {
  const running = await startService(stage)
  const points = await overConnections(
    stage,
    { work: 'credits', running, requests: credits },
    scale,
  )
  await running.stop()
  return points
}

/** Starts a separate service, since the moves of another load would count too. */
async function creditsOverMoves(stage: Stage, scale: number): Promise<readonly Growth[]> {
  const running = await startService(stage)
  const at = (seconds: number) =>
    pointOf(stage, {
      ...{ work: 'credits', running, requests: credits() },
      ...{ connections: growthConnections, seconds: seconds * scale },
    })
  await at(6)
  const growth: Growth[] = []
  for (const step of moveSteps) {
    const wanted = Math.round(step * scale)
    const stored = await storedMoves(stage)
    if (stored < wanted) await seedMoves(stage, wanted - stored)
    await untilIdle(stage)
    const moves = Math.max(stored, wanted)
    // Plans are made for the current size of the tables.
    await at(2)
    growth.push({ moves, micros: (await at(4)).micros })
  }
  await running.stop()
  return growth
}

async function storedMoves({ sql }: Stage): Promise<number> {
  const found = await sql.query('select count(*)::int as moves from moves')
  return found.rows[0].moves
}

async function lists(stage: Stage, scale: number): Promise<readonly Point[]> {
  const running = await startService(stage)
  await seedBalances(stage)
  const requests = () => listRequests(endless)
  const points = await overConnections(stage, { work: 'balance lists', running, requests }, scale)
  await running.stop()
  return points
}

async function orders(stage: Stage, scale: number): Promise<readonly Point[]> {
  await seedOrderTraders(stage)
  await stage.sql.query('vacuum analyze')
  const running = await startBesideStub(stage, await startStub())
  await untilBorne(running)
  const requests = () => orderRequests(endless)
  return overConnections(stage, { work: 'orders', running, requests }, scale)
}

export async function machineOf({ sql }: Stage) {
  const found = await sql.query('show server_version')
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().split('-')[0]}`,
    node: process.version,
    postgres: found.rows[0].server_version,
  }
}

/** Measures for about seven minutes, writes `figures.json`, and draws. */
export async function plot(scale: number): Promise<void> {
  const lengths = { warmUpSeconds: 3 * scale, seconds: 5 * scale }
  const measuredLoads = [
    ...(await onSeededStage((stage) => creditsOverAll(stage, scale))),
    ...(await onSeededStage((stage) => lists(stage, scale))),
    ...(await onSeededStage((stage) => orders(stage, scale))),
  ]
  const growth = await onSeededStage((stage) => creditsOverMoves(stage, scale))
  const last = await onSeededStage(async (stage) => ({
    machine: await machineOf(stage),
    peers: await compareWithPeers(stage, lengths),
  }))
  const takenOn = new Date().toISOString().slice(0, 10)
  const figures = { takenOn, scale, ...last, loads: measuredLoads, growth }
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'figures.json'), `${JSON.stringify(figures, null, 2)}\n`)
  line()
  const drawn = spawnSync('npm', ['run', 'plots'], { cwd: root, stdio: 'inherit' })
  if (drawn.status !== 0) throw new Error('the plots could not be drawn: npm run plots')
}
