import { z } from 'zod'
import { issueOtp } from '../../access/otp.ts'
import { codeMail } from '../../access/otp-mail.ts'
import type { Context } from '../../context.ts'
import { email } from '../../http/contracts.ts'
import { enqueueJob } from '../../outbox/enqueue.ts'
import { findUserByEmail } from '../../users/users.sql.ts'

export const RequestEmailOtp = z.object({ email })

/**
 * Mails a code to the owner of an address. An address of nobody gets the same answer after the
 * same work, a code that nobody is told and a job that does nothing, so neither the answer nor its
 * time tells who has an account.
 */
export async function requestEmailOtp(
  ctx: Pick<Context, 'config' | 'db' | 'random'>,
  { email: address }: z.output<typeof RequestEmailOtp>,
): Promise<void> {
  const found = await findUserByEmail(ctx.db.read, address)
  await ctx.db.inTransaction(async (tx) => {
    const owner = { purpose: 'email', identity: address, user: found?.id ?? null } as const
    const code = await issueOtp(tx, ctx, owner)
    const mails = found === null ? [] : [codeMail(ctx, 'email-otp', found.id, code)]
    await enqueueJob(tx, 'announce', mails)
  })
}
