import type { Context } from '../../context.ts'
import type { CounterRule } from '../../database/counters.ts'
import { takePoint } from '../../http/throttle.ts'
import { accountMail } from '../../outbox/account-mail.ts'
import { enqueueJob } from '../../outbox/enqueue.ts'
import type { AccountMail } from '../../outbox/notices.ts'
import { findUserByEmail, type User } from '../../users/users.sql.ts'

type Mailing = Readonly<{
  kind: AccountMail['kind']
  /** Above it nothing is mailed, which nobody but the owner of the mailbox could notice. */
  rate: CounterRule
  to: (user: User) => boolean
}>

/**
 * Mails the user of an address, where there is one. Whoever asks waits for the same steps either
 * way: a job is stored even when it carries no mail, so that time tells as little as the answer.
 */
export async function mailIfKnown(
  ctx: Pick<Context, 'counters' | 'db' | 'log' | 'random'>,
  address: string,
  { kind, rate, to }: Mailing,
): Promise<void> {
  const mayMail = await takePoint(ctx, rate, address)
  const user = await findUserByEmail(ctx.db.read, address)
  const mailed = user !== null && mayMail.allowed && to(user)
  const mails = mailed ? [accountMail(ctx, kind, user.id)] : []
  await ctx.db.inTransaction((tx) => enqueueJob(tx, 'announce', mails))
}
