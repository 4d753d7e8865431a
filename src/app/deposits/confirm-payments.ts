import { z } from 'zod'
import { idr, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import { reportLimits } from './deposit-limits.ts'
import { judgeOrders } from './payd/judge-orders.ts'
import { type ReportKey, reportKey } from './payment-report.rules.ts'
import { enqueueQueries, findOpenReports, lockOpenReports } from './payment-reports.sql.ts'
import { judgePayments } from './payx/judge-payments.ts'
import { settleReports } from './settle-reports.ts'

type ConfirmContext = Pick<Context, 'clock' | 'db' | 'payx' | 'payd' | 'log'>

const ReportKeys = z.array(
  z
    .object({
      method: z.enum(['VA', 'QRIS', 'ORDER']),
      ref: z.string(),
      account: z.string(),
      units: z.string().regex(/^[1-9][0-9]*$/),
    })
    .transform(({ units, ...rest }) => ({ ...rest, amount: money(idr, BigInt(units)) })),
)

/**
 * Queries the providers about reported payments and books what their own records show, in one
 * transaction. Each promise rejects until its payment is decided, so the job retries with backoff;
 * those beyond the rate of payx are left to another job, soon.
 */
export function confirmPayments(ctx: ConfirmContext, payload: unknown): Promise<void>[] {
  const keys = ReportKeys.parse(payload)
  const open = confirmAll(ctx, keys)
  return keys.map(async (key) => {
    if ((await open).has(reportKey(key))) throw new Error(`${reportKey(key)} is not decided yet`)
  })
}

async function confirmAll(
  ctx: ConfirmContext,
  keys: readonly ReportKey[],
): Promise<ReadonlySet<string>> {
  const reports = await findOpenReports(ctx.db.read, keys)
  const judged = await Promise.all([
    judgePayments(
      ctx,
      reports.filter(({ method }) => method !== 'ORDER'),
    ),
    judgeOrders(
      ctx,
      reports.filter(({ method }) => method === 'ORDER'),
    ),
  ])
  const verdicts = new Map(judged.flat().map(({ report, verdict }) => [reportKey(report), verdict]))
  const unasked = new Set(reports.map(reportKey)).difference(verdicts)
  return ctx.db.inTransaction(async (tx) => {
    const open = await lockOpenReports(tx, keys)
    const later = open.filter((report) => unasked.has(reportKey(report)))
    enqueueQueries(tx, later, reportLimits.payxPauseMs)
    return settleReports(
      tx,
      open.flatMap((report) => {
        const verdict = verdicts.get(reportKey(report))
        return verdict === undefined ? [] : [{ report, verdict }]
      }),
    )
  })
}
