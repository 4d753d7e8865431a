import { z } from 'zod'
import { idr, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import { togetherOrApart } from '../transfers/together-or-apart.ts'
import { reportLimits } from './deposit-limits.ts'
import { judgeOrders } from './payd/judge-orders.ts'
import { type ReportKey, reportKey, type Verdict } from './payment-report.rules.ts'
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
 * those beyond the rate of payx are left to another job, soon. If the payments fail together, each
 * is settled by itself: one that cannot be booked keeps none of the others from being booked.
 */
export function confirmPayments(ctx: ConfirmContext, payload: unknown): Promise<void>[] {
  const keys = ReportKeys.parse(payload)
  const undecided = confirmAll(ctx, keys)
  return keys.map(async (key) => {
    const [name, open] = [reportKey(key), await undecided]
    if (open.has(name)) throw open.get(name) ?? new Error(`${name} is not decided yet`)
  })
}

/** The keys of reports that are still open, with the failure of those that could not be settled. */
type Undecided = ReadonlyMap<string, unknown>

async function confirmAll(ctx: ConfirmContext, keys: readonly ReportKey[]): Promise<Undecided> {
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
  const undecided = new Map<string, unknown>()
  await togetherOrApart(
    keys,
    async (some) => {
      for (const name of await settle(ctx, some, { verdicts, unasked })) undecided.set(name, null)
    },
    async (one, cause) => void undecided.set(reportKey(one), cause),
  )
  return undecided
}

type Asked = Readonly<{
  verdicts: ReadonlyMap<string, Verdict>
  /** The reports beyond the rate of payx. */
  unasked: ReadonlySet<string>
}>

/** Settles reports by their verdicts; returns the keys of those still open. */
const settle = (
  ctx: Pick<Context, 'db'>,
  keys: readonly ReportKey[],
  { verdicts, unasked }: Asked,
): Promise<ReadonlySet<string>> =>
  ctx.db.inTransaction(async (tx) => {
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
