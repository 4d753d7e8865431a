import { seal, unseal } from '../base/crypto.ts'
import type { UserId } from '../base/ids.ts'
import type { Context } from '../context.ts'
import type { CodeMail } from '../outbox/notices.ts'

const purpose = 'otp-mail'

/** The mail that takes a code to its user. Who holds the stored job doesn't hold the code. */
export function codeMail(
  ctx: Pick<Context, 'config' | 'random'>,
  kind: CodeMail['kind'],
  user: UserId,
  code: string,
): CodeMail {
  const request = ctx.random.bytes(16).toString('hex')
  const sealed = seal(ctx.config.appKey, purpose, code, ctx.random)
  return { to: 'code-mail', kind, key: `${kind}:${user}:${request}`, user, sealed }
}

/** The code that a mail carries. */
export function codeIn({ config }: Pick<Context, 'config'>, sealed: string): string {
  const code = unseal(config.appKey, purpose, sealed)
  if (code === null) throw new Error('a mail carries a code that this node can not open')
  return code
}
