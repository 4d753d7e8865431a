import type { Context } from '../../../context.ts'
import { enqueueJob } from '../../../core/outbox/queue.ts'
import { issueOtp } from '../../../platform/access/one-time-codes/otp.ts'
import { countMailedCode } from '../../../platform/access/one-time-codes/otp-budget.ts'
import { codeMail } from '../../../platform/access/one-time-codes/otp-mail.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'

/**
 * Mails the caller a short code for one withdrawal; it replaces the earlier one.
 *
 * @transactions the budget alert is sent even if no code is.
 */
export async function requestWithdrawOtp(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  _input: unknown,
  caller: Caller,
): Promise<void> {
  await countMailedCode(ctx)
  const owner = { purpose: 'withdraw', identity: caller.email, user: caller.id } as const
  const key = `withdraw-otp:${caller.id}:${ctx.random.bytes(16).toString('hex')}`
  await ctx.db.inTransaction(async (tx) => {
    const code = await issueOtp(tx, ctx, owner)
    enqueueJob(tx, 'send-urgent-mails', [codeMail(ctx, key, { ...owner, code })])
  })
}
