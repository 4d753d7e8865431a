import type { Context } from '../../../context.ts'
import type { CounterRule } from '../../../core/database/cluster/counters.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../../core/outbox/notices.ts'
import { readCount } from '../../../core/reference/settings.sql.ts'
import { takePoint } from '../../http/endpoint/throttle.ts'

const hourSeconds = 3_600

/**
 * A counter that never refuses: the caller compares with the limit, a setting that operators may
 * change at any time.
 */
export const countOnly = (name: string, windowSeconds: number): CounterRule => ({
  name,
  points: 1_000_000_000,
  windowSeconds,
})

const texts = countOnly('otp-texts-sent', hourSeconds)
const mails = countOnly('otp-mails-sent', hourSeconds)
const alerts: CounterRule = { name: 'otp-budget-alerts', points: 1, windowSeconds: hourSeconds }

/** How many codes may be sent in an hour, for which scope, and when operators are alerted. */
export type OtpBudget = Readonly<{
  /** The scope, as alerts name it. */
  of: Readonly<{ channel: 'texts' | 'mails'; country?: string; prefix?: string }>
  most: number
  /** The used part of the budget, in ppm, that raises an alert; null for no such alert. */
  alertPpm: bigint | null
  /** The severity of the alert that the budget is spent. */
  severity: OperatorNotice['severity']
}>

const spentSubjects = {
  texts: 'The hourly budget of codes by text is spent; no more are sent until the hour ends',
  mails: 'The hourly budget of codes by mail is exceeded; codes are still sent',
}

type BudgetContext = Pick<Context, 'counters' | 'db' | 'log' | 'random'>

/** Counts a code that is about to be mailed. Mails are cheap, so an exceeded budget only alerts. */
export async function countMailedCode(ctx: BudgetContext): Promise<void> {
  const most = await readCount(ctx.db.read, 'otp.mails_per_hour')
  await spendBudget(ctx, {
    of: { channel: 'mails' },
    most,
    alertPpm: null,
    severity: 'warning',
  })
}

/**
 * Counts one code against a budget. Operators get at most one alert an hour for a budget that is
 * largely used, and one for a spent budget.
 */
export async function spendBudget(
  ctx: BudgetContext,
  budget: OtpBudget,
): Promise<Readonly<{ within: boolean; resetSeconds: number }>> {
  const { of, most, alertPpm, severity } = budget
  const rule = of.channel === 'texts' ? texts : mails
  const { remaining, resetSeconds } = await takePoint(ctx, rule, keyOf(budget))
  const used = rule.points - remaining
  const within = used <= most
  if (!within) {
    await alertOnce(ctx, budget, {
      kind: 'otp-budget-spent',
      severity,
      subject: spentSubjects[of.channel],
    })
  } else if (alertPpm !== null && isUsed(used, most, alertPpm)) {
    const subject = 'A large part of the hourly budget of codes by text is used'
    await alertOnce(ctx, budget, { kind: 'otp-budget-used', severity: 'warning', subject })
  }
  return { within, resetSeconds }
}

const isUsed = (used: number, most: number, ppm: bigint): boolean =>
  BigInt(used) * 1_000_000n >= BigInt(most) * ppm

const keyOf = ({ of: { prefix, country } }: OtpBudget): string =>
  prefix === undefined ? (country ?? 'all') : `${country} ${prefix}`

async function alertOnce(
  ctx: BudgetContext,
  budget: OtpBudget,
  notice: Pick<OperatorNotice, 'kind' | 'severity' | 'subject'>,
): Promise<void> {
  const { of, most } = budget
  const name = `${notice.kind} ${of.channel} ${keyOf(budget)}`
  if (!(await takePoint(ctx, alerts, name)).allowed) return
  const key = `${notice.kind}:${of.channel}:${ctx.random.bytes(16).toString('hex')}`
  const data = { budget: String(most), ...of }
  await ctx.db.inTransaction((tx) => enqueueAll(tx, [{ to: 'operator', key, ...notice, data }]))
}
