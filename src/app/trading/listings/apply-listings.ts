import { inTurn } from '../../../base/concurrency/in-turn.ts'
import type { Context } from '../../../context.ts'
import { asLeader } from '../../../core/database/cluster/leader.ts'
import type { Tx } from '../../../core/database/database.ts'
import { type Holder, listHolders } from '../../../core/ledger/holders.sql.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { Notice } from '../../../core/outbox/notices.ts'
import { findAssets } from '../../../core/reference/assets.sql.ts'
import {
  applyState,
  changesToNotify,
  dueChanges,
  type ListingChange,
  lockToNotify,
  noteTold,
} from '../../../core/reference/listings.sql.ts'
import { findPair } from '../../../core/reference/pairs.sql.ts'
import { requestCancels } from '../order-model/order-changes.sql.ts'
import { tradingLimits } from '../trading-limits.ts'
import { findClosedOrders } from './closed-orders.sql.ts'

type ApplyContext = Pick<Context, 'answers' | 'db' | 'leadership'>

/**
 * Tells holders about planned states, applies those whose time has come, and requests the
 * cancellation of open orders that the states no longer allow. Returns how many states it applied.
 *
 * @transactions each change, page of orders and page of holders commits by itself, so that one
 * failure delays no other.
 */
export async function applyListings(ctx: ApplyContext): Promise<number> {
  const leader = ctx.leadership.current()
  if (leader === null) return 0
  const { epoch } = leader
  const due = await dueChanges(ctx.db.read)
  const apply = (change: ListingChange) =>
    asLeader(ctx.db, epoch, async (tx) => {
      if (await applyState(tx, change)) enqueueAll(tx, [appliedAlert(change)])
    })
  const applyAll = () =>
    inTurn(due, apply).finally(() => {
      if (due.length > 0) ctx.answers.clear()
    })
  const cancelAll = async () => {
    while (await asLeader(ctx.db, epoch, cancelSome)) {}
  }
  const notify = async (id: number) => {
    while (await asLeader(ctx.db, epoch, (tx) => notifySome(tx, id))) {}
  }
  const notifyAll = async () => inTurn(await changesToNotify(ctx.db.read), ({ id }) => notify(id))
  await inTurn([applyAll, cancelAll, notifyAll], (part) => part())
  return due.length
}

/** Makes orders due for their cancel at the venue; returns whether there may be more. */
async function cancelSome(tx: Tx): Promise<boolean> {
  const orderNos = await findClosedOrders(tx, tradingLimits.listingItems)
  await requestCancels(tx, orderNos, { leaseMs: 0, own: false })
  return orderNos.length === tradingLimits.listingItems
}

/** Returns whether there may be more. */
async function notifySome(tx: Tx, id: number): Promise<boolean> {
  const change = await lockToNotify(tx, id)
  if (change === null) return false
  const { kind, name, toldUpto: after } = change
  const symbol = kind === 'asset' ? name : (await findPair(tx, name))?.base.symbol
  const asset = (await findAssets(tx, symbol === undefined ? [] : [symbol])).get(symbol ?? '')
  const most = tradingLimits.listingItems
  const holders = asset === undefined ? [] : await listHolders(tx, asset.id, { after, most })
  const last = holders.length === most ? holders.at(-1) : undefined
  enqueueAll(
    tx,
    holders.map((holder) => noticeFor(change, holder)),
  )
  await noteTold(tx, id, last?.user ?? null)
  return last !== undefined
}

const noticeFor = ({ id, kind, name, state, from }: ListingChange, { user }: Holder): Notice => ({
  to: 'listing',
  kind: 'listing-changed',
  key: `listing-changed:${id}:${user}`,
  user,
  data: { kind, name: name.replace('_', '/'), state, from: from.toISOString() },
})

const appliedAlert = ({ id, kind, name, state, from }: ListingChange): Notice => ({
  to: 'operator',
  kind: 'listing-applied',
  key: `listing-applied:${id}`,
  severity: 'info',
  subject: `${name} is ${state} now`,
  data: { kind, name, state, from: from.toISOString() },
})
