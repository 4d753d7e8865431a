import { refuse } from '../base/refusal.ts'
import type { Context } from '../context.ts'
import type { CounterRule } from '../database/counters.ts'
import { takePoint } from '../http/throttle.ts'
import { enqueueAll } from '../outbox/enqueue.ts'
import type { OperatorNotice } from '../outbox/notices.ts'
import { readCount } from '../reference/settings.sql.ts'

type Channel = 'texts' | 'mails'

const hourSeconds = 3_600

/** Counts only: the bound is a setting, which operators may change within the hour. */
const sent = (channel: Channel): CounterRule => ({
  name: `otp-${channel}-of-all`,
  points: 1_000_000_000,
  windowSeconds: hourSeconds,
})

const alerts: CounterRule = { name: 'otp-budget-alerts', points: 1, windowSeconds: hourSeconds }

const told: { readonly [Each in Channel]: Pick<OperatorNotice, 'severity' | 'subject'> } = {
  texts: {
    severity: 'critical',
    subject: 'More codes by text were asked for than an hour has; no more are sent in it',
  },
  mails: {
    severity: 'warning',
    subject: 'More codes by mail were asked for than an hour has; they are still sent',
  },
}

type BudgetContext = Pick<Context, 'counters' | 'db' | 'log' | 'random'>

/** Counts a code that is to be mailed. Mails cost little, so beyond the budget they only alert. */
export async function countMailedCode(ctx: BudgetContext): Promise<void> {
  await countCode(ctx, 'mails')
}

/** Counts a code that is to be texted. Texts cost money, so beyond the budget none is sent. */
export async function countTextedCode(ctx: BudgetContext): Promise<void> {
  const { within, resetSeconds } = await countCode(ctx, 'texts')
  if (!within) refuse('api.otp_code_request_throttle', { retryAfterSeconds: resetSeconds })
}

/** The operators are told once an hour of each budget that is spent. */
async function countCode(
  ctx: BudgetContext,
  channel: Channel,
): Promise<Readonly<{ within: boolean; resetSeconds: number }>> {
  const budget = await readCount(ctx.db.read, `otp.${channel}_per_hour`)
  const rule = sent(channel)
  const { remaining, resetSeconds } = await takePoint(ctx, rule, 'all')
  const within = rule.points - remaining <= budget
  if (!within && (await takePoint(ctx, alerts, channel)).allowed) {
    const key = `otp-budget:${channel}:${ctx.random.bytes(16).toString('hex')}`
    const data = { budget: String(budget), channel }
    await ctx.db.inTransaction((tx) =>
      enqueueAll(tx, [{ to: 'operator', kind: 'otp-budget-spent', key, ...told[channel], data }]),
    )
  }
  return { within, resetSeconds }
}
