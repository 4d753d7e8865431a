/** Callbacks of payx, credited in groups, one by one, and by pgbench. */

import { distinct, fiveTimes, newCallbacks, newPayments } from './callbacks.ts'
import { creditOneByOne } from './one-by-one.ts'
import { bytesWritten } from './stage/bytes-written.ts'
import { figure, line, measured, perSecond, ratio, rounded, type Target } from './stage/figures.ts'
import type { Load } from './stage/load.ts'
import { residentMb } from './stage/processes.ts'
import { type Cost, processorTime } from './stage/processor-time.ts'
import {
  countCredits,
  type Running,
  type Stage,
  seedMoves,
  startBareRoute,
  startService,
} from './stage/stage.ts'

const connections = 512

export type Counts = Readonly<{
  credits: number
  warmUp: number
  fewCredits: number
  manyMoves: number
}>

const callbacksAt = (name: string, { port }: Running, requests: Iterator<Buffer>): Promise<Load> =>
  measured(name, { port, connections, requests })

const creditsAt = (name: string, service: Running, count: number): Promise<Load> =>
  callbacksAt(name, service, newCallbacks(count))

type Measured = Readonly<{ load: Load; cost: Cost }>
/** Null if the system does not report it. */
type Memory = Readonly<{ memoryMb: number | null }>
type Grouped = Readonly<{
  distinct: Measured & Memory
  duplicates: Load
  manyMoves: Load
  fewMoves: Load
}>

async function grouped(stage: Stage, counts: Counts): Promise<Grouped> {
  const { credits, warmUp, manyMoves } = counts
  const service = await startService(stage)
  await seedMoves(stage, 1_000)
  await creditsAt('warming up', service, warmUp)
  const fewMoves = await creditsAt('credits, a thousand seeded moves', service, credits)
  const run = await creditsInDetail(stage, service, credits)
  const each = Math.round(credits / 5)
  const duplicates = await callbacksAt(
    'the same callback five times, shuffled',
    service,
    fiveTimes(newPayments(each), each),
  )
  await seedMoves(stage, manyMoves)
  await creditsAt('warming up again', service, warmUp)
  const many = await creditsAt('credits, a million seeded moves', service, credits)
  await service.stop()
  return { distinct: run, duplicates, fewMoves, manyMoves: many }
}

/** The measured run, with its cost. */
async function creditsInDetail(
  stage: Stage,
  service: Running,
  credits: number,
): Promise<Measured & Memory> {
  const tellBytes = await bytesWritten(stage)
  const creditsBefore = await countCredits(stage)
  const printCpu = await processorTime(stage, service)
  const run = await creditsAt('credits, groups', service, credits)
  const cost = printCpu('credit', credits)
  const stored = (await countCredits(stage)) - creditsBefore
  if (stored !== credits) throw new Error(`${stored} credits are stored, not ${credits}`)
  await tellBytes('credit', stored)
  return { load: run, cost, memoryMb: residentMb(service.pid) }
}

async function groupsOfOne(stage: Stage, { fewCredits }: Counts): Promise<Load> {
  // Notices of earlier credits would be delivered during this run.
  await stage.sql.query('delete from graphile_worker._private_jobs')
  const service = await startService(stage, { CALLBACK_GROUP_ITEMS: '1' })
  await creditsAt('warming up', service, Math.round(fewCredits / 4))
  const load = await creditsAt('credits, groups of one', service, fewCredits)
  await service.stop()
  return load
}

async function bareRoute(stage: Stage, { credits, warmUp }: Counts): Promise<Measured> {
  const bare = await startBareRoute()
  await callbacksAt('warming up', bare, distinct(0, warmUp))
  const printCpu = await processorTime(stage, bare)
  const load = await callbacksAt('a bare route with the same response', bare, distinct(0, credits))
  const cost = printCpu('response of the bare route', credits)
  await bare.stop()
  return { load, cost }
}

/** A ratio of processor times; none if the system reports no processor time. */
const costRatio = (
  name: string,
  [ours, other]: readonly [number | null, number | null],
  wanted: string,
): readonly Target[] => (ours === null || other === null ? [] : [ratio(name, ours / other, wanted)])

export async function cashCallbacks(stage: Stage, counts: Counts): Promise<readonly Target[]> {
  line(`Callbacks of payx over ${connections} connections`)
  const {
    distinct: { load: run, cost, memoryMb },
    ...others
  } = await grouped(stage, counts)
  const oneByOne = await creditOneByOne(stage)
  if (oneByOne === null) figure('pgbench', 'not measured: it is not installed here')
  else figure('pgbench, a transaction a credit', `${rounded(oneByOne.perSecond)}/s`)
  const single = await groupsOfOne(stage, counts)
  const bare = await bareRoute(stage, counts)
  return [
    perSecond('credited callbacks', run.perSecond, 12_000),
    ...costRatio(
      "the service's processor time per credit to the bare route's",
      [cost.service, bare.cost.service],
      'at most 4',
    ),
    ...(memoryMb === null
      ? []
      : [
          {
            name: 'memory at full load',
            value: `${rounded(memoryMb)} MB`,
            wanted: 'at most 400 MB',
          },
        ]),
    ratio('groups to groups of one', run.perSecond / single.perSecond, 'at least 4'),
    ...(oneByOne === null
      ? []
      : [
          ratio('groups to pgbench one by one', run.perSecond / oneByOne.perSecond, 'at least 1.5'),
          ...costRatio(
            "PostgreSQL's processor time per credit to pgbench's",
            [cost.server, oneByOne.server],
            'at most 0.35',
          ),
        ]),
    ratio('groups to a bare route', run.perSecond / bare.load.perSecond, 'as near 1 as can be'),
    ratio(
      'credits, a million moves to a thousand',
      others.manyMoves.perSecond / others.fewMoves.perSecond,
      'at least 0.85',
    ),
    ratio('duplicates to distinct', others.duplicates.perSecond / run.perSecond, 'at least 0.7'),
  ]
}
