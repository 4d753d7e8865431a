import { count } from './answers.ts'
import type { Game } from './cast.ts'
import type { Misfortune } from './schedule.ts'

const crashMs = 4_000

/** Makes one fault happen, and ends it again unless it is one of a provider. */
export async function befall(game: Game, what: Misfortune): Promise<void> {
  const { stage, nodes, link, postgres, providers, redis } = game
  count(game, `fault ${what.kind}${what.kind === 'provider' ? ` ${what.fault}` : ''}`)
  switch (what.kind) {
    case 'kill': {
      const node = nodes[what.node]
      node.sendSignal('SIGKILL')
      await node.ready()
      return
    }
    case 'crash-at': {
      const node = nodes[what.node]
      node.crashAt(what.point)
      node.sendSignal('SIGKILL')
      await node.ready()
      node.crashAt(null)
      const starts = node.starts()
      // If nothing reaches the point for a while, it is killed anywhere.
      const crashed = () => node.starts() > starts
      const reached = await stage.until('a crash', crashed, crashMs).catch(() => null)
      stage.signal.throwIfAborted()
      if (reached === null) node.sendSignal('SIGKILL')
      else count(game, `crash at ${what.point}`)
      await node.ready()
      return
    }
    case 'freeze': {
      const node = nodes[what.node]
      node.sendSignal('SIGSTOP')
      await stage.sleep(what.ms)
      node.sendSignal('SIGCONT')
      await node.ready()
      return
    }
    case 'cut':
      link.cut()
      await stage.sleep(what.ms)
      link.mend()
      await nodes[1].ready()
      return
    case 'database-kill':
      await postgres.crash()
      await stage.sleep(what.ms)
      await postgres.stop()
      await postgres.start()
      await bothReady(game)
      return
    case 'database-freeze': {
      const goOn = await postgres.freeze()
      await stage.sleep(what.ms)
      await goOn()
      await bothReady(game)
      return
    }
    case 'redis-kill':
      await redis?.kill()
      await stage.sleep(what.ms)
      redis?.start()
      return
    case 'stream':
      await providers.control('POST', '/venue/stream', { [what.how]: true })
      return
    case 'provider': {
      const { kind: _, ...fault } = what
      await providers.control('POST', '/faults', fault)
      return
    }
    default:
      what satisfies never
  }
}

const bothReady = async ({ nodes }: Game): Promise<void> => {
  await Promise.all(nodes.map((node) => node.ready()))
}

export const isOfMachines = ({ kind }: Misfortune): boolean =>
  kind !== 'provider' && kind !== 'stream'
