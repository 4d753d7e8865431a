import { mkdir } from 'node:fs/promises'
import { poolIn } from '../make/venue-books.ts'
import { mountDisk, unmountDisk } from '../small-disk.ts'
import { startPairWithProviders } from '../storms/pair.ts'
import { databaseFolder } from '../storms/postgres.ts'
import { startRedisOf } from '../storms/redis.ts'
import type { Stage } from '../storms/stage.ts'
import { openMarket } from '../storms/traders.ts'
import { playOperation } from './acts.ts'
import { type Game, openGame } from './cast.ts'
import { judge } from './judge.ts'
import { befall, isOfMachines } from './misfortunes.ts'
import { type Fault, independent, type Operation, type Schedule } from './schedule.ts'
import { redeliver, settle } from './settle.ts'

const atOnce = 96
const shownEvery = 500
/** Fewer operations than send as many callbacks as the emulators remember. */
const redeliveredEvery = 2_500

/** Plays a schedule on two nodes of their own, lets it settle and judges the result. */
export async function playSchedule(stage: Stage, schedule: Schedule): Promise<void> {
  const hasSmallDisk = await mountDatabaseDisk(stage)
  const redis = await startRedisOf(stage)
  const pair = await startPairWithProviders(stage, {
    RECORD_EVENTS: 'yes',
    ...(redis !== null && { REDIS_URL: redis.url }),
  })
  await openMarket(pair)
  const game = await openGame(pair, schedule.cast, { redis, hasSmallDisk })
  const before = poolIn((await pair.providers.state()).venue.balances)
  const { operations, faults } = schedule
  stage.print(`${operations.length} operations and ${faults.length} faults start`)
  const startedMs = performance.now()
  await run(game, schedule)
  const seconds = (performance.now() - startedMs) / 1_000
  const rate = Math.round(operations.length / seconds)
  stage.print(`${operations.length} operations in ${seconds.toFixed(1)} s, ${rate} a second`)
  await settle(game)
  await judge(game, before)
  for (const node of game.nodes) {
    const starts = `${node.starts()} starts`
    stage.check(`no start of ${node.name} failed`, node.crashes() === 0, starts)
    if (node.crashes() > 0) for (const line of await node.lastErrors()) stage.print(line)
    const errors = await node.internalErrors()
    stage.check(`${node.name} answered no request with 500`, errors.length === 0)
    for (const line of errors) stage.print(line)
  }
  printAnswers(game)
}

/** More than the database of a part needs; the disk lies in memory. */
const diskMegabytes = 768

/** Puts the database on a disk that can be filled, if this process may mount one. */
async function mountDatabaseDisk(stage: Stage): Promise<boolean> {
  const folder = databaseFolder(stage)
  await mkdir(folder)
  const isMounted = await mountDisk(folder, diskMegabytes)
  if (!isMounted) stage.print('no disk is filled: this system mounts none')
  else {
    stage.atEnd(async () => unmountDisk(folder))
    stage.lastResort(() => unmountDisk(folder))
  }
  return isMounted
}

/**
 * Starts operations in their order, a bounded number at once; most of one user run one after the
 * other. A fault starts before its operation; faults of machines never overlap.
 */
async function run(game: Game, { operations, faults }: Schedule): Promise<void> {
  const tails = new Map<number, Promise<void>>()
  const open = new Set<Promise<void>>()
  const failures: unknown[] = []
  const waiting = [...faults]
  let repairing: Promise<void> = Promise.resolve()
  let redelivering: Promise<unknown> = repairing
  // Without its machines no operation ends.
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => undefined)
  for (const [at, operation] of operations.entries()) {
    game.stage.signal.throwIfAborted()
    if (at % shownEvery === 0 && at > 0) game.stage.print(`${at} operations have started`)
    if (at % redeliveredEvery === 0) redelivering = redeliver(game)
    while (waiting[0] !== undefined && waiting[0].before <= operation.id) {
      repairing = (await start(game, waiting.shift(), repairing)).repaired
      repairing.catch(broken.reject)
    }
    if (failures.length > 0) break
    const { user, act } = operation
    const isAlone = independent.has(act.kind)
    const running = follow(game, operation, isAlone ? undefined : tails.get(user)).catch(
      (error: unknown) => {
        const why = error instanceof Error ? error.stack : String(error)
        failures.push(new Error(`operation ${JSON.stringify(operation, text)}: ${why}`))
      },
    )
    if (!isAlone) tails.set(user, running)
    open.add(running)
    void running.then(() => open.delete(running))
    if (open.size >= atOnce) await Promise.race([...open, broken.promise])
  }
  await Promise.race([Promise.all(open), broken.promise])
  await Promise.all([repairing, redelivering])
  if (failures.length > 0) throw failures[0]
}

const text = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

async function follow(
  game: Game,
  operation: Operation,
  former: Promise<void> | undefined,
): Promise<void> {
  await former
  await playOperation(game, operation)
}

type Repair = Readonly<{ repaired: Promise<void> }>

/** Starts a fault; one of machines waits for the end of the one before, and is not awaited. */
async function start(
  game: Game,
  fault: Fault | undefined,
  repaired: Promise<void>,
): Promise<Repair> {
  if (fault === undefined) return { repaired }
  if (!isOfMachines(fault.what)) {
    await befall(game, fault.what)
    return { repaired }
  }
  await repaired
  return { repaired: befall(game, fault.what) }
}

function printAnswers({ stage, answers }: Game): void {
  for (const [answer, count] of [...answers].toSorted()) stage.print(`${count} × ${answer}`)
}
