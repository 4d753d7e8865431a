import { z } from 'zod'
import { idr, money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { readFlag } from '../../../core/reference/settings.sql.ts'
import { bookPaydPayments } from './book-payments.ts'
import { paydLimits } from './payd-limits.ts'
import { findPaydOrders } from './payd-orders.sql.ts'
import {
  givenUpAlert,
  mayYetAppear,
  type PaydPaymentVerdict,
  paymentKey,
  refusedAlert,
  unconfirmedAlert,
  verdictOf,
} from './payd-payment.rules.ts'
import {
  type Ended,
  findOpenReports,
  lockOpenReports,
  type OpenReport,
  writeReports,
} from './payd-reports.sql.ts'

type ConfirmContext = Pick<Context, 'db' | 'payd' | 'log'>

const ReportedPayment = z.array(
  z
    .object({ merchantOrderId: z.string(), units: z.string().regex(/^[1-9][0-9]*$/) })
    .transform(({ merchantOrderId, units }) => ({
      merchantOrderId,
      amount: money(idr, BigInt(units)),
    })),
)
type ReportedPayment = z.output<typeof ReportedPayment>

/**
 * Asks payd about reported payments and credits the confirmed ones in one transaction. Each promise
 * rejects until its payment is decided, so the job retries with backoff, a bounded number of times.
 */
export function confirmPaydPayments(ctx: ConfirmContext, payload: unknown): Promise<void>[] {
  const payments = ReportedPayment.parse(payload)
  const open = confirmAll(ctx, payments)
  return payments.map(async (one) => {
    if ((await open).has(paymentKey(one))) {
      throw new Error(`payd order ${one.merchantOrderId} is not decided yet`)
    }
  })
}

async function confirmAll(
  ctx: ConfirmContext,
  payments: ReportedPayment,
): Promise<ReadonlySet<string>> {
  const reports = await findOpenReports(ctx.db.read, payments)
  const ids = reports.map(({ merchantOrderId }) => merchantOrderId)
  const orders = await findPaydOrders(ctx.db.read, ids)
  const isConfirmed = await readFlag(ctx.db.read, 'payd.confirm_status')
  const verdicts = new Map(
    await Promise.all(
      reports.map(async (report) => {
        const isAwaited = !orders.has(report.merchantOrderId)
        return [
          paymentKey(report),
          await judge(ctx, report, { isAwaited, isConfirmed: isConfirmed }),
        ] as const
      }),
    ),
  )
  return ctx.db.inTransaction((tx) => settle(tx, payments, verdicts))
}

/**
 * Decides one report. Skips the call to payd if the setting disables confirmation, and leaves the
 * report open while its inquiry's order may not be committed yet.
 */
async function judge(
  { payd, log }: ConfirmContext,
  report: OpenReport,
  { isAwaited, isConfirmed: mustAsk }: Readonly<{ isAwaited: boolean; isConfirmed: boolean }>,
): Promise<PaydPaymentVerdict> {
  const { merchantOrderId } = report
  if (isAwaited && report.isYoung && mayYetAppear(merchantOrderId)) {
    return { kind: 'open', why: 'no-order-yet', counts: false }
  }
  if (!mustAsk) return { kind: 'paid' }
  const answer = await payd.transactionStatus(merchantOrderId)
  if (answer.kind === 'accepted') return verdictOf(report, answer.value)
  if (answer.kind === 'unknown') return { kind: 'open', why: answer.why, counts: true }
  // Either payd does not know the order or our request was wrong: neither proves that it was not
  // paid.
  log.error({ order: merchantOrderId, code: answer.code }, 'payd refused a status query')
  return { kind: 'unconfirmed', why: answer.code }
}

/** Stores the verdicts and credits the paid reports; returns the keys of those still open. */
async function settle(
  tx: Tx,
  payments: ReportedPayment,
  verdicts: ReadonlyMap<string, PaydPaymentVerdict>,
): Promise<ReadonlySet<string>> {
  const locked = await lockOpenReports(tx, payments)
  const judged = locked.flatMap((report) => {
    const verdict = verdicts.get(paymentKey(report))
    return verdict === undefined ? [] : [{ report, verdict }]
  })
  const paid = judged.filter(({ verdict }) => verdict.kind === 'paid')
  await bookPaydPayments(
    tx,
    paid.map(({ report }) => report),
  )
  const ended = judged.map(({ report, verdict }) => ({ ...endOf(report, verdict), verdict }))
  await writeReports(tx, ended)
  enqueueAll(tx, ended.flatMap(alertsOf))
  return new Set(ended.filter(({ state }) => state === 'ASKING').map(paymentKey))
}

function endOf(report: OpenReport, verdict: PaydPaymentVerdict): Ended {
  const queries = report.queries + 1
  switch (verdict.kind) {
    case 'paid':
      return { ...report, queries, state: 'BOOKED', why: null }
    case 'refused':
      return { ...report, queries, state: 'REFUSED', why: verdict.why }
    case 'open':
    case 'unconfirmed': {
      if ('counts' in verdict && !verdict.counts) {
        return { ...report, state: 'ASKING', why: verdict.why }
      }
      const state = queries >= paydLimits.askTries ? 'GIVEN_UP' : 'ASKING'
      return { ...report, queries, state, why: verdict.why }
    }
    default:
      return verdict satisfies never
  }
}

function alertsOf(ended: Ended & Readonly<{ verdict: PaydPaymentVerdict }>) {
  const why = ended.why ?? ''
  if (ended.state === 'REFUSED') return [refusedAlert(ended, why)]
  if (ended.state === 'GIVEN_UP') return [givenUpAlert(ended, why)]
  return ended.verdict.kind === 'unconfirmed' ? [unconfirmedAlert(ended, why)] : []
}
