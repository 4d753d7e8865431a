import { chunks } from '../../../base/values/chunks.ts'
import { orderNo } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import { asLeader, type Term } from '../../../core/database/cluster/leader.ts'
import { findAlerted } from '../../../core/outbox/alerts.sql.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { Pair } from '../../../core/reference/pairs.sql.ts'
import type { VenueOrder } from '../../../providers/venue/venue-objects.ts'
import { tradingLimits } from '../trading-limits.ts'
import { orderLeftOpen, unknownOrder } from './order-notice.rules.ts'
import { queryMissingOrders, readStatuses } from './venue-pulls.sql.ts'

type CompareContext = Pick<Context, 'db' | 'venue'>

const prefix = 'TK-'

/**
 * Compares the venue's open orders of a pair with ours. Cancels at the venue those that have ended
 * in our books; never touches foreign orders, and alerts of each only once. Orders open only in our
 * books are queried.
 */
export async function compareOpenOrders(
  ctx: CompareContext,
  { epoch }: Term,
  pair: Pair,
): Promise<void> {
  const answer = await ctx.venue.openOrders(pair.venueSymbol)
  if (answer.kind !== 'accepted') return
  const open = answer.value
  // Our orders are stored before they are sent to the venue, so this finds each of them.
  const named = open.flatMap(({ clientOrderId: name }) =>
    name.startsWith(prefix) ? [orderNo(name)] : [],
  )
  const statuses = await readStatuses(ctx.db, named)
  const left = open.filter((one) => (statuses.get(one.clientOrderId) ?? 'CREATE') !== 'CREATE')
  const foreign = open.filter((one) => !statuses.has(one.clientOrderId))
  const notices = [
    ...(await endAll(ctx, left)).map(orderLeftOpen),
    ...foreign.map((one) =>
      unknownOrder({ ...one, orderNo: orderNo(one.clientOrderId), venueOrderId: one.orderId }),
    ),
  ]
  const alerted = await findAlerted(
    ctx.db,
    notices.map(({ key }) => key),
  )
  await asLeader(ctx.db, epoch, async (tx) => {
    await queryMissingOrders(
      tx,
      pair.id,
      open.map(({ orderId }) => orderId),
    )
    enqueueAll(
      tx,
      notices.filter(({ key }) => !alerted.has(key)),
    )
  })
}

/**
 * Cancels the orders; returns those that were still open, since the others have ended meanwhile.
 */
async function endAll(
  { venue }: CompareContext,
  left: readonly VenueOrder[],
): Promise<readonly VenueOrder[]> {
  const ended: VenueOrder[] = []
  for (const some of chunks(left, tradingLimits.queriesAtOnce)) {
    const answers = await Promise.all(
      some.map(({ symbol, orderId }) => venue.cancelOrder({ symbol, orderId })),
    )
    ended.push(...some.filter((_, at) => answers[at]?.kind === 'accepted'))
  }
  return ended
}
