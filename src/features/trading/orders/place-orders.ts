import { limits } from '../../../base/limits.ts'
import { money } from '../../../base/money.ts'
import type { RefusalKey } from '../../../base/refusal.ts'
import type { Tx } from '../../../database/database.ts'
import { openHolds } from '../../../ledger/hold.ts'
import { orderHold } from '../executions/fill.rules.ts'
import { paidAsset } from './order.rules.ts'
import { holdTrading } from './order-standing.sql.ts'
import { insertOrders, type NewOrder } from './orders.sql.ts'
import { findPlacedWithin, sameOrder } from './same-orders.sql.ts'

export type AskedOrder = Readonly<{
  order: NewOrder
  /** Within how many seconds the same order is not taken again; 0: it always is. */
  repeatSeconds: number
}>

/** What became of an order that passed every check which needs no lock. */
export type TakenOn = 'taken' | RefusalKey

const bounds = limits.trading

/**
 * Takes orders on in one transaction: each has its money frozen and is stored, or is refused and
 * leaves nothing. The pair stays traded and the user fit until it is over.
 */
export async function takeOnOrders(
  tx: Tx,
  asked: readonly AskedOrder[],
): Promise<readonly TakenOn[]> {
  const orders = asked.map(({ order }) => order)
  const { activePairs, users } = await holdTrading(
    tx,
    [...new Set(orders.map(({ pair }) => pair.id))],
    [...new Set(orders.map(({ user }) => user))],
  )
  const refused = new Map<NewOrder, RefusalKey>()
  for (const order of orders) {
    if (!activePairs.has(order.pair.id)) refused.set(order, 'api.trading_pair_does_not_exist')
    const trader = users.get(order.user)
    if (trader === 'suspended') refused.set(order, 'auth.account_suspended')
    if (trader === 'unverified') refused.set(order, 'api.identity_verification_are_required')
  }
  for (const order of await findRepeats(
    tx,
    asked.filter(({ order }) => !refused.has(order)),
  )) {
    refused.set(order, 'api.try_again_later')
  }
  const open = orders.filter((order) => !refused.has(order))
  const holds = open.map((order) => ({
    owner: orderHold(order.orderNo),
    user: order.user,
    amount: money(paidAsset(order), order.held),
  }))
  await openHolds(tx, holds, (held) => {
    open.forEach((order, at) => {
      if (held[at] !== 'posted') refused.set(order, 'api.order_insufficient_funds')
    })
    const taken = open.filter((order) => !refused.has(order))
    return insertOrders(tx, taken, bounds)
  })
  return orders.map((order) => refused.get(order) ?? 'taken')
}

/** Orders that are asked for a second time sooner than that is meant. */
async function findRepeats(tx: Tx, asked: readonly AskedOrder[]): Promise<readonly NewOrder[]> {
  const guarded = asked.filter(({ repeatSeconds }) => repeatSeconds > 0)
  if (guarded.length === 0) return []
  const seen = new Set(await findPlacedWithin(tx, guarded))
  return guarded.flatMap(({ order }) => {
    const name = sameOrder(order)
    if (seen.has(name)) return [order]
    seen.add(name)
    return []
  })
}
