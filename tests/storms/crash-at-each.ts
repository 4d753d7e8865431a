import type { CrashPoint } from '../../src/base/crash-point.ts'
import type { Pair } from './pair.ts'

/** A withdrawal whose callback is lost is found by the next poll. */
const reachMs = 60_000
const otherMs = 5_000

/** Makes both nodes crash at each of these points, where the most work is half done. */
export async function crashAtEach(
  { stage, nodes }: Pick<Pair, 'stage' | 'nodes'>,
  points: readonly CrashPoint[],
  keepBusy: () => Promise<void>,
): Promise<void> {
  for (const node of nodes) {
    node.crashAt(points[0] ?? null)
    node.sendSignal('SIGKILL')
  }
  await Promise.all(nodes.map((node) => node.ready()))
  for (const [at, point] of points.entries()) {
    const before = nodes.map((node) => node.starts())
    // After a crash here the process restarts with the next point set.
    for (const node of nodes) node.crashAt(points[at + 1] ?? null)
    const crashed = () => nodes.filter((node, of) => node.starts() > (before[of] ?? 0))
    await keepBusy()
    const some = () => crashed().length > 0
    const tookMs = await stage.until(`a crash at ${point}`, some, reachMs).catch(() => null)
    const seen = tookMs === null ? undefined : `after ${Math.round(tookMs)} ms`
    stage.check(`a node crashes at ${point}`, tookMs !== null, seen)
    const all = () => crashed().length === nodes.length
    await stage.until('the other one', all, otherMs).catch(() => null)
    for (const node of nodes) if (!crashed().includes(node)) node.sendSignal('SIGKILL')
    await stage.until('both to begin again', all)
    await Promise.all(nodes.map((node) => node.ready()))
  }
}
