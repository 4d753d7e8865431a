import { z } from 'zod'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { openAskedMail, type RequestedMail } from '../../../core/outbox/asked-mail.ts'
import type { AccountMail, CodeMail } from '../../../core/outbox/notices.ts'
import { enqueueJob } from '../../../core/outbox/queue.ts'
import { findUserByEmail, type User } from '../../../core/users/users.sql.ts'
import { issueOtp } from '../../access/one-time-codes/otp.ts'
import { otpLimits } from '../../access/one-time-codes/otp-limits.ts'
import { codeMail } from '../../access/one-time-codes/otp-mail.ts'
import { tokenLimits } from '../../access/sessions/session-limits.ts'

type AskedContext = Pick<Context, 'clock' | 'config' | 'db' | 'log' | 'random'>

/** Mails requested mails, if their address has an account; ignores other addresses. */
export function mailAsked(ctx: AskedContext, payload: unknown): Promise<void>[] {
  return z
    .array(z.string())
    .parse(payload)
    .map(async (sealed) => {
      const asked = openAskedMail(ctx, sealed)
      if (isLate(ctx, asked)) {
        ctx.log.warn({ kind: asked.kind }, 'a requested mail was skipped: it is too old')
        return
      }
      await ctx.db.inTransaction(async (tx) => {
        const user = await findUserByEmail(tx, asked.email)
        const mail = user === null ? null : await mailFor(tx, ctx, user, asked)
        if (mail !== null) enqueueJob(tx, 'send-urgent-mails', [mail])
      })
    })
}

/** How long a requested mail is worth sending: the lifetime of its code or link. */
const usefulSeconds: { readonly [Kind in RequestedMail['kind']]: number } = {
  'email-otp': otpLimits.ttlSeconds,
  'verify-email': tokenLimits.verificationTtlSeconds,
  'reset-password': tokenLimits.resetTtlSeconds,
}

const isLate = ({ clock }: Pick<Context, 'clock'>, { kind, askedAtMs }: RequestedMail): boolean =>
  clock.now().getTime() - askedAtMs > usefulSeconds[kind] * 1_000

/** Returns the mail for a user; null if the address is verified already. */
async function mailFor(
  tx: Tx,
  ctx: AskedContext,
  user: User,
  { kind, use, id }: RequestedMail,
): Promise<AccountMail | CodeMail | null> {
  const key = `${kind}:${user.id}:${id}`
  if (kind === 'email-otp') {
    const owner = { purpose: 'email', identity: user.email, user: user.id } as const
    return codeMail(ctx, key, { ...owner, use, code: await issueOtp(tx, ctx, owner, use) })
  }
  if (kind === 'verify-email' && user.emailVerifiedAt !== null) return null
  return { to: 'mail', kind, key, user: user.id }
}
