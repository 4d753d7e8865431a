import { chunks } from '../../base/chunks.ts'
import { limits } from '../../base/limits.ts'
import type { Context } from '../../context.ts'
import { findSilentOrders, findToCompare } from './books.sql.ts'
import { type AtProvider, type Compared, type Difference, transferBreak } from './break.rules.ts'

type MovementContext = Pick<Context, 'custody' | 'db' | 'payd' | 'payx'>

/** A movement that its provider reported on, and its difference; null if there is none. */
export type Looked = Readonly<{ reference: string; difference: Difference | null }>

const bounds = limits.reconciliation
const notFound = 404

/** Compares ended withdrawals one by one with their provider. */
export async function compareWithdrawals(ctx: MovementContext): Promise<readonly Looked[]> {
  const ended = await findToCompare(ctx.db, {
    afterMs: bounds.compareAfterMs,
    againAfterMs: bounds.compareAgainAfterMs,
    most: bounds.compareItems,
  })
  const looked: Looked[] = []
  for (const some of chunks(ended, bounds.askAtOnce)) {
    const answers = await Promise.all(some.map((one) => ask(ctx, one)))
    some.forEach((one, at) => {
      const theirs = answers[at]
      if (theirs === undefined || theirs === null) return
      looked.push({ reference: one.requestId, difference: transferBreak(one, theirs) })
    })
  }
  return looked
}

const ask = (ctx: MovementContext, { provider, requestId }: Compared) =>
  provider === 'custody' ? askCustody(ctx, requestId) : askPayx(ctx, requestId)

const absent: AtProvider = { stage: 'absent', words: 'unknown there', paid: 0 }

const custodyStages: ReadonlyMap<string, 'paid' | 'unpaid'> = new Map([
  ['COMPLETED', 'paid'],
  ['CANCELLED', 'unpaid'],
  ['BLOCKED', 'unpaid'],
  ['REJECTED', 'unpaid'],
  ['FAILED', 'unpaid'],
  ['TIMEOUT', 'unpaid'],
])

async function askCustody(
  { custody }: MovementContext,
  requestId: string,
): Promise<AtProvider | null> {
  const answer = await custody.findByExternalId(requestId)
  if (answer.kind === 'unknown') return null
  if (answer.kind === 'rejected') return answer.status === notFound ? absent : null
  const stage = custodyStages.get(answer.value.status) ?? 'open'
  return { stage, words: answer.value.status, paid: stage === 'paid' ? 1 : 0 }
}

const payxStages: ReadonlyMap<string, AtProvider['stage']> = new Map([
  ['SUCCEEDED', 'paid'],
  ['REVERSED', 'given-back'],
  ['FAILED', 'unpaid'],
  ['CANCELLED', 'unpaid'],
  ['COMPLIANCE_REJECTED', 'unpaid'],
  ['EXPIRED', 'unpaid'],
])

/** payx does not keep references unique: all payouts of a reference count together. */
async function askPayx({ payx }: MovementContext, requestId: string): Promise<AtProvider | null> {
  const answer = await payx.findPayouts(requestId)
  if (answer.kind === 'unknown') return null
  if (answer.kind === 'rejected') return answer.status === notFound ? absent : null
  const payouts = answer.value
  if (payouts.length === 0) return absent
  const stages = payouts.map(({ status }) => payxStages.get(status) ?? 'open')
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
    afterMs: bounds.ordersAfterMs,
    most: bounds.orderItems,
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
