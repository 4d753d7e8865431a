import type { Money } from '../../../base/values/money.ts'
import { shownMoney } from '../../../base/values/shown-amount.ts'
import type { Context } from '../../../context.ts'
import { asLeader } from '../../../core/database/cluster/leader.ts'
import type { Tx } from '../../../core/database/database.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../../core/outbox/notices.ts'
import { type Answer, isNotFound, plain } from '../../../providers/outbound.ts'
import {
  type PayxRefund,
  type RefundPage,
  refundLists,
} from '../../../providers/payx/transactions.ts'
import { pollEach } from '../../transfers/poll-each.ts'
import { pollingLimits } from '../../transfers/polling-limits.ts'
import { readPulled, writePulled } from '../../transfers/pulled.sql.ts'
import { togetherOrApart } from '../../transfers/together-or-apart.ts'
import { refundLimits } from '../deposit-limits.ts'
import { refundSource } from '../suspended.rules.ts'
import { insertSuspense } from '../suspense.sql.ts'
import { paidAmount } from './paid-amount.rules.ts'
import {
  claimRefunds,
  type DueRefund,
  endLookUps,
  endRefund,
  findRefundedPayment,
  lockSuspendedRefunds,
  recordRefunds,
} from './refunds.sql.ts'

type RefundContext = Pick<Context, 'clock' | 'db' | 'leadership' | 'log' | 'payx'>

const mark = 'payx-refunds'

/**
 * Reads payx's list of refunds, looks up those that it or an event named, and puts what payx's own
 * records show into suspense, where two operators book it. Returns the number looked up.
 *
 * @transactions the refunds of the list are stored before payx is asked about them.
 */
export async function lookUpRefunds(ctx: RefundContext): Promise<number> {
  const leader = ctx.leadership.current()
  if (leader === null) return 0
  await recordListed(ctx, leader.epoch)
  return pollEach(ctx, {
    claim: () => claimRefunds(ctx.db, pollingLimits.items),
    ask: (refund, epoch) => lookUp(ctx, refund, epoch),
  })
}

/**
 * The mark moves only if all pages of all lists were read.
 *
 * @transactions each page is stored before payx is asked for the next one, the mark after the last.
 */
async function recordListed(ctx: RefundContext, epoch: number): Promise<void> {
  const nowMs = ctx.clock.now().getTime()
  const sinceMs = await readPulled(ctx.db, mark)
  const fromMs = Math.max(sinceMs - refundLimits.overlapMs, 0)
  for (const list of refundLists) {
    if (!(await recordList(ctx, epoch, { list, fromMs }))) return
  }
  const moved = { provider: mark, sinceMs: nowMs } as const
  await asLeader(ctx.db, epoch, (tx) => writePulled(tx, [moved]))
}

/**
 * Returns whether all pages were read.
 *
 * @transactions each page is stored before payx is asked for the next one.
 */
async function recordList(
  ctx: RefundContext,
  epoch: number,
  wanted: Omit<Parameters<RefundContext['payx']['listRefunds']>[0], 'afterId'>,
): Promise<boolean> {
  let afterId: string | null = null
  for (let page = 0; page < refundLimits.pages; page += 1) {
    const answer: Answer<RefundPage> = await ctx.payx.listRefunds({ ...wanted, afterId })
    if (answer.kind !== 'accepted') return false
    const { ids, nextId } = answer.value
    if (ids.length > 0) {
      await togetherOrApart(
        ids,
        (some) => asLeader(ctx.db, epoch, (tx) => recordRefunds(tx, some)),
        (id, cause) => setAside(ctx, epoch, id, cause),
      )
    }
    if (nextId === null) return true
    afterId = nextId
  }
  return false
}

/** Alerts operators of a refund that cannot be recorded, once. */
async function setAside(
  { db, log }: Pick<RefundContext, 'db' | 'log'>,
  epoch: number,
  id: string,
  cause: unknown,
): Promise<void> {
  log.error({ err: cause, refund: id }, 'a refund in the list of payx was skipped')
  await asLeader(db, epoch, (tx) => enqueueAll(tx, [unrecordedAlert(plain(id))]))
}

async function lookUp(ctx: RefundContext, refund: DueRefund, epoch: number): Promise<void> {
  const answer = await ctx.payx.findRefund(refund.id)
  const isUnknown = answer.kind === 'rejected' && isNotFound(answer)
  const stage = answer.kind === 'accepted' ? answer.value.stage : null
  const isOver = isUnknown && refund.isLast
  const isUnanswered = answer.kind !== 'accepted' && !isUnknown
  await asLeader(ctx.db, epoch, async (tx) => {
    if (answer.kind === 'accepted' && stage === 'refunded') await open(tx, answer.value)
    if (stage === 'failed' || isOver) await endRefund(tx, refund.id, 'REFUSED')
    if (isUnknown && (refund.isFirst || isOver)) enqueueAll(tx, [deniedAlert(refund)])
    if (isUnanswered && refund.isLast) enqueueAll(tx, [unrecordedAlert(refund.id)])
    if (refund.isLast) await endLookUps(tx, refund.id)
  })
}

/** Puts a refund into suspense, with the payment that it returns. */
async function open(tx: Tx, { id, isUndone, paymentId, amount: sent }: PayxRefund): Promise<void> {
  const paid = paidAmount(sent)
  if (paid === null) {
    enqueueAll(tx, [unrecordedAlert(id)])
    return
  }
  if (!(await endRefund(tx, id, 'OPEN'))) return
  const known = await lockSuspendedRefunds(tx, paymentId)
  // payx may list a payment as taken back that it also reported as refunded.
  if (isUndone ? known.sum.units >= paid.amount.units : known.isUndone) return
  const payment = await findRefundedPayment(tx, paymentId)
  const user = payment?.user?.toString() ?? null
  await insertSuspense(tx, [
    {
      source: refundSource,
      reference: `payx:${id}`,
      amount: paid.amount,
      inWords: null,
      reason: 'refunded-to-payer',
      data: { payment: paymentId, user, ...(isUndone ? { undone: 'yes' } : {}) },
    },
  ])
  enqueueAll(tx, [refundedAlert(id, paymentId, paid.amount, user)])
}

const refundedAlert = (
  refund: string,
  payment: string,
  amount: Money,
  user: string | null,
): OperatorNotice => ({
  to: 'operator',
  kind: 'payment-refunded',
  key: `payment-refunded:payx:${refund}`,
  severity: 'critical',
  subject: `payx returned ${shownMoney(amount)} to a payer`,
  data: { refund, payment, user: user ?? '' },
})

const unrecordedAlert = (refund: string): OperatorNotice => ({
  to: 'operator',
  kind: 'payment-not-confirmed',
  key: `refund-unrecorded:payx:${refund}`,
  severity: 'critical',
  subject: `payx lists a refund that could not be recorded: ${refund}`.slice(0, 300),
  data: { refund },
})

const deniedAlert = ({ id, isLast }: DueRefund): OperatorNotice => ({
  to: 'operator',
  kind: 'payment-not-confirmed',
  key: `refund-denied:payx:${id}:${isLast ? 'last' : 'first'}`,
  severity: 'warning',
  subject: `payx does not have refund ${id}, which an event reported`,
  data: { refund: id },
})
