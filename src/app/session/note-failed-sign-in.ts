import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueJob } from '../../core/outbox/queue.ts'
import { type FailedSignIn, insertFailedSignIn } from '../../core/users/failed-sign-ins.sql.ts'
import { countSignInFailure } from '../../core/users/sign-in-failures.ts'
import type { User } from '../../core/users/users.sql.ts'
import type { CheckedPassword } from '../../platform/access/passwords/check-password.ts'
import { passwordLimits } from '../../platform/access/passwords/password-limits.ts'
import { traitsOf } from '../../platform/access/sessions/device.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

/**
 * Records a failed sign-in, and mails the owner of the account once a day if strangers typed many
 * wrong passwords. An address without an account costs the same statements.
 */
export async function noteFailedSignIn(
  ctx: Pick<Context, 'db' | 'random'>,
  request: Pick<HttpRequest, 'headers' | 'ip'>,
  reason: FailedSignIn['reason'],
  { user: found, knownDevice, strangersWrong }: CheckedPassword<User>,
): Promise<void> {
  countSignInFailure(ctx, { account: 'user', reason })
  const user = found?.id ?? null
  const { name: deviceName, ip } = traitsOf(request)
  await ctx.db.inTransaction(async (tx) => {
    await insertFailedSignIn(tx, { user, reason, knownDevice, deviceName, ip })
    if (strangersWrong !== passwordLimits.strangerGuesses) return
    const mails = user === null ? [] : [accountMail(ctx, 'password-guessed', user)]
    enqueueJob(tx, 'send-urgent-mails', mails)
  })
}
