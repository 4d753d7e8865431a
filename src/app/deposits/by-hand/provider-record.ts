import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { judgePaidOrder } from '../payd/judge-orders.ts'
import type { Payment, ReportKey, Verdict } from '../payment-report.rules.ts'
import { judgePayment } from '../payx/judge-payments.ts'

/** A payment as an operator names it: by the provider's id, and for a QR code our reference. */
export type NamedPayment = Omit<ReportKey, 'amount'>

/**
 * Finds a payment in its provider's own records. Refuses with `api.provider_record_not_found` if
 * they do not have it as paid, and with `api.provider_unreachable` if the provider does not answer.
 */
export async function findRecord(
  ctx: Pick<Context, 'clock' | 'db' | 'payd' | 'payx' | 'log'>,
  { method, ref, account }: NamedPayment,
): Promise<Payment> {
  const verdict: Verdict =
    method === 'ORDER'
      ? await judgePaidOrder(ctx, ref)
      : await judgePayment(ctx, { method, ref, account, reportedAt: ctx.clock.now() })
  if (verdict.kind === 'paid') return verdict.payment
  const isUnanswered = verdict.kind === 'unanswered'
  return refuse(isUnanswered ? 'api.provider_unreachable' : 'api.provider_record_not_found')
}
