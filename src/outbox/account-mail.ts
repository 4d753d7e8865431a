import type { UserId } from '../base/ids.ts'
import type { Context } from '../context.ts'
import type { AccountMail } from './notices.ts'

/** A mail for something that may happen to an account any number of times, each of them told. */
export const accountMail = (
  ctx: Pick<Context, 'random'>,
  kind: AccountMail['kind'],
  user: UserId,
): AccountMail => ({
  to: 'mail',
  kind,
  key: `${kind}:${user}:${ctx.random.bytes(16).toString('hex')}`,
  user,
})
