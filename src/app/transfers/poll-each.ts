import { chunks } from '../../base/values/chunks.ts'
import type { Context } from '../../context.ts'
import { pollingLimits } from './polling-limits.ts'

/** How to claim due items and poll each of them. */
export type Polling<Item> = Readonly<{
  /** Claims some due items and schedules their next poll. */
  claim: () => Promise<readonly Item[]>
  ask: (item: Item, epoch: number) => Promise<void>
}>

/**
 * Polls claimed items on the leader, a bounded number at once. Returns the number claimed. A failed
 * poll is logged and retried when the item is due again.
 */
export async function pollEach<Item>(
  { leadership, log }: Pick<Context, 'leadership' | 'log'>,
  { claim, ask }: Polling<Item>,
): Promise<number> {
  const leader = leadership.current()
  if (leader === null) return 0
  const items = await claim()
  for (const some of chunks(items, pollingLimits.atOnce)) {
    const done = await Promise.allSettled(some.map((item) => ask(item, leader.epoch)))
    for (const one of done) {
      if (one.status === 'rejected') log.warn({ err: one.reason }, 'a polled result was not booked')
    }
  }
  return items.length
}
