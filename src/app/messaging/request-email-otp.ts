import { z } from 'zod'
import type { Context } from '../../context.ts'
import { enqueueAskedMail } from '../../core/outbox/asked-mail.ts'
import { countMailedCode } from '../../platform/access/one-time-codes/otp-budget.ts'
import { email } from '../../platform/http/contracts/contracts.ts'

export const RequestEmailOtp = z.object({ email })

/**
 * Has a code mailed to the owner of an address. The code is made with the mail: this request does
 * not look up whether the address has an owner.
 *
 * @transactions the budget alert is sent even if no code is.
 */
export async function requestEmailOtp(
  ctx: Pick<Context, 'clock' | 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { email: address }: z.output<typeof RequestEmailOtp>,
): Promise<void> {
  await countMailedCode(ctx)
  await ctx.db.inTransaction((tx) => enqueueAskedMail(tx, ctx, 'email-otp', address))
}
