import type { Context } from '../../src/context.ts'
import {
  checkOtp,
  consumeOtp,
  type OtpClaim,
} from '../../src/platform/access/one-time-codes/otp.ts'

/** Checks a code and consumes it at once. */
export async function spendOtp(
  ctx: Context,
  claim: OtpClaim,
): Promise<'matched' | 'wrong' | 'locked'> {
  const outcome = await checkOtp(ctx, claim)
  if (outcome !== 'matched') return outcome
  const won = await ctx.db.inTransaction((tx) => consumeOtp(tx, ctx, claim))
  return won ? 'matched' : 'wrong'
}
