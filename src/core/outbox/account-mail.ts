import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import type { AccountMail } from './notices.ts'

/** Builds a mail about an event that may recur; each occurrence is mailed. */
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
