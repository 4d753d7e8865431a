import type { Context } from '../../../context.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import { type Answer, isNotFound } from '../../../providers/outbound.ts'
import { reportLimits } from '../deposit-limits.ts'
import type { Judged, OpenReport, Payment, Verdict } from '../payment-report.rules.ts'
import { paidAmount } from './paid-amount.rules.ts'
import { scannedPayment } from './qris-payment.rules.ts'

type PayxContext = Pick<Context, 'clock' | 'db' | 'payx' | 'log'>

/** When this node's latest queries were sent. */
const queriesBy = perDatabase((_: PayxContext): { sentMs: readonly number[] } => ({ sentMs: [] }))

/** Whether one more query is within payx's rate; it then counts. */
function mayAsk(ctx: PayxContext): boolean {
  const queries = queriesBy(ctx)
  const nowMs = ctx.clock.monotonicMs()
  const recent = queries.sentMs.filter((sentMs) => sentMs > nowMs - 1_000)
  const fits = recent.length < reportLimits.payxPerSecond
  queries.sentMs = fits ? [...recent, nowMs] : recent
  return fits
}

/**
 * Decides reports by payx's own records, at the amount and to the account that these have. Leaves
 * out those beyond payx's rate.
 */
export const judgePayments = (
  ctx: PayxContext,
  reports: readonly OpenReport[],
): Promise<readonly Judged[]> =>
  Promise.all(
    reports
      .filter(() => mayAsk(ctx))
      .map(async (report) => ({ report, verdict: await judgePayment(ctx, report) })),
  )

type AskedPayment = Pick<OpenReport, 'method' | 'ref' | 'account' | 'reportedAt'>

/** Looks up one payment. */
export const judgePayment = (ctx: PayxContext, asked: AskedPayment): Promise<Verdict> =>
  (asked.method === 'VA' ? judgePaidInto : judgeScanned)(ctx, asked)

async function judgePaidInto(ctx: PayxContext, { ref }: AskedPayment): Promise<Verdict> {
  const answer = await ctx.payx.findPayment(ref)
  if (answer.kind !== 'accepted') return withoutAnswer(ctx, ref, answer)
  const { accountNumber: account, bankCode, amount } = answer.value
  const paid = paidAmount(amount)
  return verdictOf(paid && { method: 'VA', ref, account, bankCode, ...paid })
}

async function judgeScanned(
  ctx: PayxContext,
  { ref, account, reportedAt }: AskedPayment,
): Promise<Verdict> {
  const answer = await ctx.payx.findQrPayments(account)
  if (answer.kind !== 'accepted') return withoutAnswer(ctx, ref, answer)
  const found = answer.value.find(({ id }) => id === ref)
  if (found === undefined) return { kind: 'denied', why: 'not-found' }
  if (found.stage !== 'paid') return { kind: 'denied', why: found.status }
  // An outage of payx must not make a payment late for its code.
  return verdictOf(scannedPayment({ ...found, createdAt: found.createdAt ?? reportedAt }))
}

const verdictOf = (payment: Payment | null): Verdict =>
  payment === null ? { kind: 'denied', why: 'unreadable-amount' } : { kind: 'paid', payment }

/**
 * An answer of not found denies the payment; any other rejection concerns our request, not the
 * payment.
 */
function withoutAnswer(
  { log }: PayxContext,
  payment: string,
  answer: Exclude<Answer<unknown>, { kind: 'accepted' }>,
): Verdict {
  if (answer.kind === 'unknown') return { kind: 'unanswered', why: answer.why }
  if (isNotFound(answer)) return { kind: 'denied', why: 'not-found' }
  const { code } = answer
  log.error({ payment, code }, 'payx refused a query of a payment')
  return { kind: 'unanswered', why: code }
}
