import { chunks } from '../../base/values/chunks.ts'
import type { RequestId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { isNotFound } from '../../providers/outbound.ts'
import { findSilentOrders, findToCompare } from './books.sql.ts'
import { type AtProvider, type Compared, type Difference, transferBreak } from './break.rules.ts'
import { reconciliationLimits } from './reconciliation-limits.ts'

type MovementContext = Pick<Context, 'custody' | 'db' | 'payd' | 'payx'>

/** A movement that its provider reported, and its difference from our books; null if they agree. */
export type Looked = Readonly<{ reference: string; difference: Difference | null }>

/** Compares ended withdrawals one by one with their provider. */
export async function compareWithdrawals(ctx: MovementContext): Promise<readonly Looked[]> {
  const ended = await findToCompare(ctx.db, {
    afterMs: reconciliationLimits.compareAfterMs,
    againAfterMs: reconciliationLimits.compareAgainAfterMs,
    most: reconciliationLimits.compareItems,
  })
  const looked: Looked[] = []
  for (const some of chunks(ended, reconciliationLimits.queriesAtOnce)) {
    const answers = await Promise.all(some.map((one) => ask(ctx, one)))
    some.forEach((one, at) => {
      const theirs = answers[at]
      if (theirs === undefined || theirs === null) return
      looked.push({ reference: one.requestId, difference: transferBreak(one, theirs) })
    })
  }
  return looked
}

const ask = (ctx: MovementContext, { provider, requestId, replacedBy }: Compared) =>
  provider === 'custody' ? queryCustody(ctx, requestId, replacedBy) : queryPayx(ctx, requestId)

const absent: AtProvider = { stage: 'absent', words: 'unknown there', paid: 0 }

const custodyStages = { arrived: 'paid', refused: 'unpaid' } as const

async function queryCustody(
  { custody }: MovementContext,
  requestId: RequestId,
  replacedBy: string | null,
): Promise<AtProvider | null> {
  const answer = await (replacedBy === null
    ? custody.findByExternalId(requestId)
    : custody.findById(replacedBy))
  if (answer.kind === 'unknown') return null
  if (answer.kind === 'rejected') return isNotFound(answer) ? absent : null
  const { status: words, end } = answer.value
  const stage = end === null ? 'open' : custodyStages[end]
  return { stage, words, paid: stage === 'paid' ? 1 : 0 }
}

const payxStages = {
  pending: 'open',
  succeeded: 'paid',
  failed: 'unpaid',
  reversed: 'given-back',
} as const

/** payx does not keep references unique: all payouts of a reference count together. */
async function queryPayx(
  { payx }: MovementContext,
  requestId: RequestId,
): Promise<AtProvider | null> {
  const answer = await payx.findPayouts(requestId)
  if (answer.kind === 'unknown') return null
  if (answer.kind === 'rejected') return isNotFound(answer) ? absent : null
  const payouts = answer.value
  if (payouts.length === 0) return absent
  const stages = payouts.map(({ stage }) => (stage === null ? 'open' : payxStages[stage]))
  const [stage = 'unpaid'] = (['paid', 'open', 'given-back'] as const).filter((one) =>
    stages.includes(one),
  )
  return {
    stage,
    words: payouts.map(({ status }) => status).join(', '),
    paid: stages.filter((one) => one === 'paid').length,
  }
}

/**
 * Queries payd for overdue orders that are unpaid in our books. payd limits these calls, so each
 * order is queried once. An order that is paid at payd only is a break.
 */
export async function compareSilentOrders(ctx: MovementContext): Promise<readonly Looked[]> {
  const silent = await findSilentOrders(ctx.db, {
    afterMs: reconciliationLimits.ordersAfterMs,
    most: reconciliationLimits.orderItems,
  })
  const looked: Looked[] = []
  for (const subject of silent) {
    const answer = await ctx.payd.transactionStatus(subject)
    if (answer.kind === 'unknown') continue
    const isPaid = answer.kind === 'accepted' && answer.value.status === 'paid'
    const difference: Difference = {
      provider: 'payd',
      kind: 'payment',
      subject,
      asset: 'IDR',
      theirs: answer.kind === 'accepted' ? `paid ${answer.value.amount}` : answer.code,
      ours: 'open',
    }
    looked.push({ reference: subject, difference: isPaid ? difference : null })
  }
  return looked
}
