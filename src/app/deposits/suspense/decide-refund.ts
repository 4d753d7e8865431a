import { refuse } from '../../../base/refusal.ts'
import type { OperatorId, UserId } from '../../../base/values/ids.ts'
import { compare, type Money } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { postAll } from '../../../core/ledger/post.ts'
import { postWithVats, readReturnedVat } from '../../../core/taxes/fee-vats.ts'
import { findRefundedPayment, lockRefundedPayment } from '../payx/refunds.sql.ts'
import {
  findSuspenseByReference,
  lessenSuspense,
  lockSuspense,
  markDecided,
  markRejected,
} from './suspense-decisions.sql.ts'
import {
  chargedRefund,
  refundedPayment,
  returned,
  type SuspenseItem,
  sharesOfRefund,
} from './suspense-item.rules.ts'

/**
 * Takes a refund from the user who was credited with its payment. What the user did not get, since
 * it was our fee, comes from the fees. Refuses another user, one whose balance is too small, and
 * more than what was paid.
 */
export async function chargeRefund(
  tx: Tx,
  item: SuspenseItem,
  amount: Money,
  user: UserId,
): Promise<void> {
  const payment = await lockRefundedPayment(tx, refundedPayment(item))
  if (payment === null || payment.user !== user) return refuse('api.refund_not_theirs')
  const shares = sharesOfRefund(payment, amount)
  if (shares === null) return refuse('api.refund_not_theirs')
  const { charged, fee } = shares
  const posting = chargedRefund(item, user, charged, fee)
  const paid = `payx:${refundedPayment(item)}`
  const suspended = await findSuspenseByReference(tx, paid)
  const of = [`deposit:${paid}`, ...(suspended === null ? [] : [`suspense:${suspended}`])]
  const vats = await readReturnedVat(tx, { key: posting.key, user, fee, of })
  const [posted] = await postWithVats(tx, [posting], vats)
  if (posted === 'insufficient') refuse('api.insufficient_funds')
}

/**
 * Takes a refund from its payment in suspense, which ends if all of it was returned. A payment that
 * was never booked, or that was recorded as returned before, changes nothing. Refuses if a user was
 * credited.
 */
export async function returnRefund(
  tx: Tx,
  item: SuspenseItem,
  amount: Money,
  operator: OperatorId,
): Promise<void> {
  const ref = refundedPayment(item)
  const id = await findSuspenseByReference(tx, `payx:${ref}`)
  const paid = id === null ? null : await lockSuspense(tx, id)
  // Read under the lock, since another decision may just have credited a user with it.
  const payment = await findRefundedPayment(tx, ref)
  if (payment === null) return
  if (payment.user !== null) return refuse('api.refund_not_theirs')
  if (paid === null || paid.amount === null || paid.state === 'returned') return
  if (compare(amount, paid.amount) > 0) return refuse('api.refund_not_theirs')
  await postAll(tx, [returned(item, amount, 'payx')])
  if (compare(amount, paid.amount) < 0) return lessenSuspense(tx, paid.id, amount)
  await markDecided(tx, paid.id, operator, null)
  await markRejected(tx, { provider: 'payx', ref }, 'refunded')
}
