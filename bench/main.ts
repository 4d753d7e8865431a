import { distinct, fiveTimes } from './callbacks.ts'
import { type Load, runLoad } from './load.ts'
import { creditOneByOne } from './one-by-one.ts'
import { cpuOf, cpuOfFamily, residentMb } from './processes.ts'
import { publicReads, type Reads } from './public-reads.ts'
import {
  countCredits,
  databaseBytes,
  openStage,
  type Running,
  type Stage,
  seedMoves,
  seedTraders,
  startBareRoute,
  startService,
} from './stage.ts'

const scale = Number(process.env['BENCH_SCALE'] ?? '1')
const connections = 512
const credits = Math.round(40_000 * scale)
const warmUp = Math.round(6_000 * scale)
const fewCredits = Math.round(4_000 * scale)
const reads = Math.round(40_000 * scale)
const manyMoves = Math.round(1_000_000 * scale)

const line = (text = ''): void => console.log(text)
const rounded = (value: number): string => Math.round(value).toLocaleString('en')
const figure = (name: string, value: string): void => line(`  ${name.padEnd(52)} ${value}`)

let nextPayment = 1
function payments(count: number): number {
  const first = nextPayment
  nextPayment += count
  return first
}

async function measured(name: string, service: Running, requests: Iterator<Buffer>) {
  const load = await runLoad({ port: service.port, requests, connections })
  const failed = load.answers - (load.statuses.get(200) ?? 0)
  if (failed > 0) throw new Error(`${name}: ${failed} answers were not 200`)
  const latency = `p50 ${load.p50Ms.toFixed(1)} ms, p99 ${load.p99Ms.toFixed(1)} ms`
  figure(name, `${rounded(load.perSecond)}/s, ${latency}`)
  return load
}

const creditsAt = (name: string, service: Running, count: number): Promise<Load> =>
  measured(name, service, distinct(payments(count), count))

type Figures = Readonly<{
  distinct: Load
  duplicates: Load
  manyMoves: Load
  fewMoves: Load
  oneByOne: number | null
  groupsOfOne: Load
  bare: Load
  reads: readonly Reads[]
}>

async function grouped(
  stage: Stage,
): Promise<Omit<Figures, 'oneByOne' | 'groupsOfOne' | 'bare' | 'reads'>> {
  const service = await startService(stage)
  await seedTraders(stage)
  await seedMoves(stage, 1_000)
  await creditsAt('warming up', service, warmUp)
  const fewMoves = await creditsAt('credits, a thousand seeded moves', service, credits)
  const bytesBefore = await databaseBytes(stage)
  const creditsBefore = await countCredits(stage)
  const [serviceCpu, serverCpu] = [cpuOf(service.pid), cpuOfFamily(await postmaster(stage))]
  const run = await creditsAt('credits, groups', service, credits)
  printCpu('the service', serviceCpu, cpuOf(service.pid))
  printCpu('PostgreSQL', serverCpu, cpuOfFamily(await postmaster(stage)))
  const stored = (await countCredits(stage)) - creditsBefore
  if (stored !== credits) throw new Error(`${stored} credits are stored, not ${credits}`)
  figure('bytes stored per credit', rounded(((await databaseBytes(stage)) - bytesBefore) / stored))
  figure('memory of the service', `${rounded(residentMb(service.pid) ?? 0)} MB`)
  const each = Math.round(credits / 5)
  const duplicates = await measured(
    'the same callback five times, shuffled',
    service,
    fiveTimes(payments(each), each),
  )
  await seedMoves(stage, manyMoves)
  await creditsAt('warming up again', service, warmUp)
  const many = await creditsAt('credits, a million seeded moves', service, credits)
  await service.stop()
  return { distinct: run, duplicates, fewMoves, manyMoves: many }
}

function printCpu(of: string, before: number | null, after: number | null): void {
  if (before === null || after === null) return
  figure(`processor time of ${of} per credit`, `${rounded((after - before) / credits)} µs`)
}

async function postmaster({ sql }: Stage): Promise<number> {
  const found = await sql.query(`select pg_backend_pid() as pid`)
  const { readFile } = await import('node:fs/promises')
  const stat = await readFile(`/proc/${found.rows[0].pid}/stat`, 'utf8').catch(() => ') 0 0')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

async function groupsOfOne(stage: Stage): Promise<Load> {
  const service = await startService(stage, { CALLBACK_GROUP_ITEMS: '1' })
  await creditsAt('warming up', service, Math.round(fewCredits / 4))
  const load = await creditsAt('credits, groups of one', service, fewCredits)
  await service.stop()
  return load
}

async function bareRoute(): Promise<Load> {
  const bare = await startBareRoute()
  await measured('warming up', bare, distinct(0, warmUp))
  const load = await measured('a bare route that answers the same', bare, distinct(0, credits))
  await bare.stop()
  return load
}

function report({ distinct: run, oneByOne, ...others }: Figures): void {
  const ratio = (name: string, value: number, wanted: string) =>
    figure(name, `${value.toFixed(2)}   (wanted: ${wanted})`)
  line()
  line('Ratios within this run')
  figure('credited callbacks per second', `${rounded(run.perSecond)}   (wanted: at least 6,000)`)
  ratio('groups to groups of one', run.perSecond / others.groupsOfOne.perSecond, 'at least 4')
  if (oneByOne === null) figure('groups to pgbench one by one', 'not measured: no pgbench here')
  else ratio('groups to pgbench one by one', run.perSecond / oneByOne, 'at least 1.5')
  ratio('groups to a bare route', run.perSecond / others.bare.perSecond, 'as near 1 as can be')
  ratio(
    'a million moves to a thousand',
    others.manyMoves.perSecond / others.fewMoves.perSecond,
    'at least 0.85',
  )
  ratio('duplicates to distinct', others.duplicates.perSecond / run.perSecond, 'at least 0.7')
  for (const read of others.reads) ratio(`${read.path} to a bare route`, read.ratio, 'at least 0.5')
}

async function main(): Promise<void> {
  const stage = await openStage()
  try {
    line(
      `Callbacks over ${connections} connections, load generator and database beside the service`,
    )
    const figures = await grouped(stage)
    const oneByOne = await creditOneByOne(stage)
    if (oneByOne !== null) figure('pgbench, a transaction a credit', `${rounded(oneByOne)}/s`)
    report({
      ...figures,
      oneByOne,
      groupsOfOne: await groupsOfOne(stage),
      bare: await bareRoute(),
      reads: await publicReads(stage, reads, measured),
    })
  } finally {
    await stage.stop()
  }
}

await main()
