import { count } from './answers.ts'
import type { Game } from './cast.ts'
import type { Misfortune } from './schedule.ts'

type OfNode = Extract<Misfortune, { kind: 'kill' | 'crash-at' | 'freeze' | 'cut' }>
type OfStore = Extract<Misfortune, { kind: 'database-kill' | 'database-freeze' | 'redis-kill' }>
type OfProvider = Extract<Misfortune, { kind: 'provider' | 'stream' }>

/** Makes one fault happen, and ends it again unless it is one of a provider. */
export async function befall(game: Game, what: Misfortune): Promise<void> {
  count(game, `fault ${what.kind}${what.kind === 'provider' ? ` ${what.fault}` : ''}`)
  switch (what.kind) {
    case 'kill':
    case 'crash-at':
    case 'freeze':
    case 'cut':
      return befallNode(game, what)
    case 'database-kill':
    case 'database-freeze':
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

const crashMs = 8_000

/** Restarts a node that crashes at a point; if nothing reaches it for a while, it is killed. */
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
  const reached = await stage.until('a crash', crashed, crashMs).catch(() => null)
  stage.signal.throwIfAborted()
  if (reached === null) node.sendSignal('SIGKILL')
  else count(game, `crash at ${point}`)
}

async function befallStore({ stage, postgres, redis }: Game, what: OfStore): Promise<void> {
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
    case 'redis-kill':
      await redis?.kill()
      await stage.sleep(what.ms)
      return redis?.start()
    default:
      what satisfies never
  }
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
