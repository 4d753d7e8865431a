import type { Context } from '../../../context.ts'
import { readFlag } from '../../../core/reference/settings.sql.ts'
import type { PaymentStatus } from '../../../providers/payd/payments.ts'
import type { Judged, OpenReport, Verdict } from '../payment-report.rules.ts'
import { findPaydOrders } from './payd-orders.sql.ts'
import { mayYetAppear, paidAsReported, parseRupiah, verdictOf } from './payd-payment.rules.ts'

type PaydContext = Pick<Context, 'db' | 'payd' | 'log'>

/**
 * Decides reports by payd's own records. A report whose inquiry's order may not be committed yet
 * is postponed. payd is not called if the setting disables confirmation.
 */
export async function judgeOrders(
  { db, payd, log }: PaydContext,
  reports: readonly OpenReport[],
): Promise<readonly Judged[]> {
  if (reports.length === 0) return []
  const ids = reports.map(({ ref }) => ref)
  const orders = await findPaydOrders(db.read, ids)
  const mustAsk = await readFlag(db.read, 'payd.confirm_status')
  const judge = async (report: OpenReport): Promise<Verdict> => {
    const { ref, isOld } = report
    if (!orders.has(ref) && !isOld && mayYetAppear(ref)) {
      return { kind: 'postponed', why: 'no-order-yet' }
    }
    if (!mustAsk) return paidAsReported(report)
    return askAbout({ payd, log }, ref, (payment) => verdictOf(report, payment))
  }
  return Promise.all(reports.map(async (report) => ({ report, verdict: await judge(report) })))
}

/** Looks up one order, at the amount that payd has. */
export const judgePaidOrder = (ctx: AskingContext, ref: string): Promise<Verdict> =>
  askAbout(ctx, ref, ({ status, amount: sent, reference }) => {
    const amount = parseRupiah(sent)
    if (status !== 'paid' || amount === null) return { kind: 'denied', why: status }
    const facts = { ref, account: '', amount, reference, publisherOrderId: null }
    return { kind: 'paid', payment: { method: 'ORDER', ...facts } }
  })

type AskingContext = Pick<PaydContext, 'payd' | 'log'>

async function askAbout(
  { payd, log }: AskingContext,
  ref: string,
  judge: (payment: PaymentStatus) => Verdict,
): Promise<Verdict> {
  const answer = await payd.transactionStatus(ref)
  if (answer.kind === 'accepted') return judge(answer.value)
  if (answer.kind === 'unknown') return { kind: 'unanswered', why: answer.why }
  // Either payd does not know the order or our request was wrong: neither proves that it was not
  // paid.
  log.error({ order: ref, code: answer.code }, 'payd refused a status query')
  return { kind: 'denied', why: answer.code }
}
