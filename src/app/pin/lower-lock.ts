import type { Context } from '../../context.ts'
import { readFlag } from '../../core/reference/settings.sql.ts'
import { checkOwnPassword } from '../../platform/access/passwords/check-password.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

/**
 * Whether a lock may be lowered. If the setting requires it, the password must be right: a stolen
 * token comes without it.
 */
export async function mayLowerLock(
  ctx: Pick<Context, 'counters' | 'db' | 'log'>,
  request: HttpRequest,
  caller: Caller,
  password: string | undefined,
): Promise<boolean> {
  if (!(await readFlag(ctx.db.read, 'security.lowering_needs_password'))) return true
  return password !== undefined && (await checkOwnPassword(ctx, request, caller, password)).matches
}
