import { limits } from '../../../base/limits.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/database.ts'
import { fence } from '../../../database/leader.ts'
import { house } from '../../../ledger/accounts.ts'
import type { Posting } from '../../../ledger/post.rules.ts'
import { postAll } from '../../../ledger/post.ts'
import { dustOf, flow, type WholeDust, wholeOf } from './fill.rules.ts'
import { addDust, type Ended, lockDust, takeEnded } from './venue-dust.sql.ts'

type SweepContext = Pick<Context, 'db' | 'leadership'>

/**
 * Counts what rounding left at the venue of orders that are over. What has come to whole units is
 * posted, so that less than a unit of each asset is ever outside the ledger. Answers how many
 * orders were counted.
 */
export async function sweepDust(
  ctx: SweepContext,
  most: number = limits.trading.dustOrders,
): Promise<number> {
  const leader = ctx.leadership.current()
  if (leader === null) return 0
  let counted = 0
  for (;;) {
    const ended = await ctx.db.inTransaction(async (tx) => {
      await fence(tx, leader.epoch)
      return count(tx, await takeEnded(tx, most))
    })
    counted += ended
    if (ended < most || ctx.leadership.current() === null) return counted
  }
}

async function count(tx: Tx, ended: readonly Ended[]): Promise<number> {
  if (ended.length === 0) return 0
  await addDust(tx, ended.flatMap(dustOf))
  const last = ended.reduce((most, { id }) => Math.max(most, id), 0)
  const whole = (await lockDust(tx)).map(wholeOf).filter(({ units }) => units !== 0n)
  await addDust(
    tx,
    whole.map(({ asset, parts }) => ({ asset, parts: -parts })),
  )
  await postAll(
    tx,
    whole.map((one) => postingOf(one, last)),
  )
  return ended.length
}

/** An order is counted once, so no other batch has this last one. */
function postingOf({ asset, units }: WholeDust, last: number): Posting {
  const moves = flow(house('venue'), house('rounding'), asset, units)
  return { key: `dust:${asset.id}:${last}`, action: 'ADJUSTMENT', moves }
}
