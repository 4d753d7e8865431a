import type { Context } from '../../../context.ts'
import { asLeader } from '../../../core/database/cluster/leader.ts'
import type { Tx } from '../../../core/database/database.ts'
import { house } from '../../../core/ledger/accounts.ts'
import type { Posting } from '../../../core/ledger/post.rules.ts'
import { postAll } from '../../../core/ledger/post.ts'
import { tradingLimits } from '../trading-limits.ts'
import { flow, type WholeDust, wholeOf } from './fill.rules.ts'
import { addNoted, lockDust, takeDust } from './venue-dust.sql.ts'

type SweepContext = Pick<Context, 'db' | 'leadership'>

/**
 * Adds up the dust that rounding left at the venue. Whole units are posted, so that less than a
 * unit of each asset stays outside the ledger. Returns the number of steps added.
 */
export async function sweepDust(
  ctx: SweepContext,
  most: number = tradingLimits.dustNotes,
): Promise<number> {
  const leader = ctx.leadership.current()
  if (leader === null) return 0
  let added = 0
  for (;;) {
    const notes = await asLeader(ctx.db, leader.epoch, async (tx) => {
      return addUp(tx, most)
    })
    added += notes
    if (notes < most || ctx.leadership.current() === null) return added
  }
}

async function addUp(tx: Tx, most: number): Promise<number> {
  const { notes, last } = await addNoted(tx, most)
  if (notes === 0) return 0
  const whole = (await lockDust(tx)).map(wholeOf).filter(({ units }) => units !== 0n)
  await takeDust(tx, whole)
  await postAll(
    tx,
    whole.map((one) => postingOf(one, last)),
  )
  return notes
}

/**
 * A step is added only once, so no other batch ends with the same one and no posting has this key.
 */
function postingOf({ asset, units }: WholeDust, last: number): Posting {
  const moves = flow(house('venue'), house('rounding'), asset, units)
  return { key: `dust:${asset.id}:note-${last}`, action: 'ADJUSTMENT', moves }
}
