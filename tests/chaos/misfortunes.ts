import { rm } from 'node:fs/promises'
import path from 'node:path'
import { fillDisk } from '../small-disk.ts'
import { databaseFolder } from '../storms/postgres.ts'
import { count } from './answers.ts'
import type { Game } from './cast.ts'
import type { Misfortune } from './faults.ts'

type OfNode = Extract<Misfortune, { kind: 'kill' | 'crash-at' | 'freeze' | 'clock' | 'cut' }>
type OfStore = Extract<
  Misfortune,
  { kind: 'database-kill' | 'database-freeze' | 'disk-full' | 'redis-kill' }
>
type OfProvider = Extract<Misfortune, { kind: 'provider' | 'stream' }>

/** Makes one fault happen, and ends it again unless it is one of a provider. */
export async function befall(game: Game, what: Misfortune): Promise<void> {
  count(game, `fault ${what.kind}${what.kind === 'provider' ? ` ${what.fault}` : ''}`)
  switch (what.kind) {
    case 'kill':
    case 'crash-at':
    case 'freeze':
    case 'clock':
    case 'cut':
      return befallNode(game, what)
    case 'database-kill':
    case 'database-freeze':
    case 'disk-full':
    case 'redis-kill':
      await befallStore(game, what)
      await Promise.all(game.nodes.map((node) => node.ready()))
      return
    default:
      return befallProvider(game, what)
  }
}

async function befallNode(game: Game, what: OfNode): Promise<void> {
  const { stage, nodes, link } = game
  const node = what.kind === 'cut' ? nodes[1] : nodes[what.node]
  switch (what.kind) {
    case 'kill':
      node.sendSignal('SIGKILL')
      break
    case 'crash-at':
      await crashAt(game, what)
      break
    case 'freeze':
      node.sendSignal('SIGSTOP')
      await stage.sleep(what.ms)
      node.sendSignal('SIGCONT')
      break
    case 'clock':
      await restartAt(game, what.node, what.hours * hourMs)
      await stage.sleep(what.ms)
      await restartAt(game, what.node, 0)
      break
    case 'cut':
      link.cut()
      await stage.sleep(what.ms)
      link.mend()
      break
    default:
      what satisfies never
  }
  await node.ready()
}

const hourMs = 3_600_000

/** Restarts a node with its clock off by this much. */
async function restartAt({ nodes, stage }: Game, place: 0 | 1, offMs: number): Promise<void> {
  const node = nodes[place]
  const starts = node.starts()
  node.clockOff(offMs)
  node.sendSignal('SIGKILL')
  await stage.until('a start', () => node.starts() > starts)
  await node.ready()
}

const crashMs = 3_000

/**
 * Restarts a node that crashes at a point; if nothing reaches it for a while after it is ready, it
 * is killed.
 */
async function crashAt(
  game: Game,
  { node: place, point }: Extract<Misfortune, { kind: 'crash-at' }>,
): Promise<void> {
  const { stage, nodes } = game
  const node = nodes[place]
  const before = node.starts()
  node.crashAt(point)
  node.sendSignal('SIGKILL')
  await stage.until('a start', () => node.starts() > before)
  // Only the next process crashes there.
  node.crashAt(null)
  const starts = node.starts()
  const crashed = () => node.starts() > starts
  // It may crash before it is ready; then its next process is.
  await node.ready()
  const reached = await stage.until('a crash', crashed, crashMs).catch(() => null)
  stage.signal.throwIfAborted()
  if (reached === null) node.sendSignal('SIGKILL')
  else count(game, `crash at ${point}`)
}

async function befallStore(game: Game, what: OfStore): Promise<void> {
  const { stage, postgres, redis } = game
  switch (what.kind) {
    case 'database-kill':
      await postgres.crash()
      await stage.sleep(what.ms)
      await postgres.stop()
      return postgres.start()
    case 'database-freeze': {
      const goOn = await postgres.freeze()
      await stage.sleep(what.ms)
      return goOn()
    }
    case 'disk-full':
      return fillDatabaseDisk(game, what.ms)
    case 'redis-kill':
      await redis?.kill()
      await stage.sleep(what.ms)
      return redis?.start()
    default:
      what satisfies never
  }
}

async function fillDatabaseDisk({ stage, postgres, hasSmallDisk }: Game, ms: number) {
  if (!hasSmallDisk) return
  const filler = path.join(databaseFolder(stage), 'filler')
  await fillDisk(filler)
  await stage.sleep(ms)
  await rm(filler)
  // PostgreSQL ends if it cannot write what a crash needs.
  if ((await postgres.pid()) !== null) return
  await postgres.stop()
  await postgres.start()
}

async function befallProvider({ providers }: Game, what: OfProvider): Promise<void> {
  if (what.kind === 'stream') {
    await providers.control('POST', '/venue/stream', { [what.how]: true })
    return
  }
  const { kind: _, ...fault } = what
  await providers.control('POST', '/faults', fault)
}

export const isOfMachines = ({ kind }: Misfortune): boolean =>
  kind !== 'provider' && kind !== 'stream'
