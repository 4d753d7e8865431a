import { chunks } from '../../base/chunks.ts'
import { limits } from '../../base/limits.ts'
import type { Context } from '../../context.ts'

/** What is due to be asked about, and how one of it is asked about and booked. */
export type Asking<Item> = Readonly<{
  /** Takes some of what is due, which is then due again only after a pause. */
  claim: () => Promise<readonly Item[]>
  ask: (item: Item, epoch: number) => Promise<void>
}>

/** Asks a few at once, on the leader. What fails for one is asked again in its time. */
export async function pollEach<Item>(
  { leadership, log }: Pick<Context, 'leadership' | 'log'>,
  { claim, ask }: Asking<Item>,
): Promise<number> {
  const leader = leadership.current()
  if (leader === null) return 0
  const items = await claim()
  for (const some of chunks(items, limits.asking.atOnce)) {
    const done = await Promise.allSettled(some.map((item) => ask(item, leader.epoch)))
    for (const one of done) {
      if (one.status === 'rejected') log.warn({ err: one.reason }, 'what was asked is not booked')
    }
  }
  return items.length
}
